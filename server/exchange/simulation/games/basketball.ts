import { createRandom } from '../hash.ts';
import type { Snapshot, Track } from '../model.ts';
import { normalCdf } from '../odds.ts';

const QUARTER = 12 * 60;
const REAL_QUARTER = 29 * 60;
const BREAKS = [150, 15 * 60, 150, 0] as const;
const STEP = 20;
const GAME = 4 * QUARTER;
const SD_MARGIN = 12.5;
const SD_TOTAL = 16;

interface Lines {
  spread: number;
  total: number;
}

/**
 * Markets of a basketball game: home, away, home minus the spread, over the total, over the total plus ten.
 * `homePoints`, `awayPoints`: expected points.
 */
export function basketballTrack(seed: number, homePoints: number, awayPoints: number, lines: Lines): Track {
  const random = createRandom(seed);
  const buckets = GAME / STEP;
  const running = (mean: number): number[] => {
    const out = [0];
    const each = mean / buckets;
    for (let k = 0; k < buckets; k += 1) {
      const roll = random() * 2.17;
      const points = roll < each * 0.62 ? 2 : roll < each * 0.9 ? 3 : roll < each * 1.0 ? 1 : 0;
      out.push((out[k] ?? 0) + points);
    }
    return out;
  };
  const home = running(homePoints);
  const away = running(awayPoints);
  const last = buckets;
  // No overtime: a level game is decided by its last possession.
  if (home[last] === away[last]) {
    const side = random() < 0.5 ? home : away;
    side[last] = (side[last] ?? 0) + 2;
  }
  const starts: number[] = [];
  let clockStart = 0;
  for (const pause of BREAKS) {
    starts.push(clockStart);
    clockStart += REAL_QUARTER + pause;
  }
  const duration = (starts[3] ?? 0) + REAL_QUARTER;

  /** Quarter (0-3) and game seconds played. */
  const played = (elapsed: number): { quarter: number; seconds: number } => {
    let quarter = 0;
    while (quarter < 3 && elapsed >= (starts[quarter + 1] ?? 0)) quarter += 1;
    const inside = Math.min(Math.max(elapsed - (starts[quarter] ?? 0), 0), REAL_QUARTER);
    return { quarter, seconds: quarter * QUARTER + (inside / REAL_QUARTER) * QUARTER };
  };
  const points = (seconds: number): [number, number] => {
    const k = Math.min(Math.floor(seconds / STEP), last);
    return [home[k] ?? 0, away[k] ?? 0];
  };
  /** Chance that a sum at `now`, expected to grow by `more`, ends above the line. */
  const over = (now: number, more: number, line: number, sd: number, left: number): number => {
    if (left <= 0) return now > line ? 1 : 0;
    return normalCdf((now + more * left - line) / (sd * Math.sqrt(left)));
  };

  return {
    duration,
    snapshot(elapsed): Snapshot {
      const { quarter, seconds } = played(elapsed);
      const [h, a] = points(elapsed >= duration ? GAME : seconds);
      const score = `${h}-${a}`;
      if (elapsed >= duration) return { score, period: 'FT', elapsed: '0:00' };
      const rest = Math.max(0, Math.floor((quarter + 1) * QUARTER - seconds));
      if (rest === 0 && quarter === 1) return { score, period: 'HT', elapsed: '0:00' };
      const text = `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, '0')}`;
      return { score, period: `Q${quarter + 1}`, elapsed: text };
    },
    probabilities(elapsed) {
      const { seconds } = played(elapsed);
      const done = elapsed >= duration;
      const [h, a] = points(done ? GAME : seconds);
      const left = done ? 0 : Math.max(1 - seconds / GAME, 0.0004);
      const margin = h - a;
      const drift = homePoints - awayPoints;
      const win = over(margin, drift, 0, SD_MARGIN, left);
      const sum = homePoints + awayPoints;
      return [
        win,
        1 - win,
        over(margin, drift, lines.spread, SD_MARGIN, left),
        over(h + a, sum, lines.total, SD_TOTAL, left),
        over(h + a, sum, lines.total + 10, SD_TOTAL, left),
      ];
    },
  };
}
