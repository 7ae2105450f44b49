import { between, createRandom, mix, type Random } from '../hash.ts';
import type { Snapshot, Track } from '../model.ts';
import { normalCdf } from '../odds.ts';

/** One map or game of a series. */
interface Stage {
  start: number;
  end: number;
  homeWon: boolean;
  /** Chance that home takes this stage, `at` seconds into it. */
  chance(at: number): number;
  score(at: number): string;
  clock(at: number): string;
}

type StageMaker = (random: Random, start: number) => Stage;

/**
 * Markets of a series of three: home, away, home wins the first map, home wins two to nil, a third map is played.
 * `chance`: of home in one fresh map.
 */
function seriesTrack(seed: number, chance: number, pause: number, blank: string, make: StageMaker): Track {
  const stages: Stage[] = [];
  const wins: [number, number] = [0, 0];
  let start = 0;
  while (wins[0] < 2 && wins[1] < 2) {
    const stage = make(createRandom(mix(seed, stages.length + 1)), start);
    stages.push(stage);
    wins[stage.homeWon ? 0 : 1] += 1;
    start = stage.end + pause;
  }
  const duration = stages.at(-1)?.end ?? 0;
  const view = (elapsed: number) => {
    const done = stages.filter((stage) => stage.end <= elapsed);
    const home = done.filter((stage) => stage.homeWon).length;
    const current = elapsed >= duration ? undefined : stages[done.length];
    return { home, away: done.length - home, current, number: Math.min(done.length + 1, stages.length) };
  };
  const series = (home: number, away: number, now: number): number => {
    if (home === 2) return 1;
    if (away === 2) return 0;
    return now * series(home + 1, away, chance) + (1 - now) * series(home, away + 1, chance);
  };
  return {
    duration,
    snapshot(elapsed): Snapshot {
      const { home, away, current, number } = view(elapsed);
      const at = current === undefined ? 0 : elapsed - current.start;
      const running = current !== undefined && at >= 0;
      const last = stages[number - 1];
      const ended = current === undefined && last !== undefined;
      const score = running ? current.score(at) : ended ? last.score(last.end - last.start) : blank;
      return {
        score: `${score}|${home}-${away}|Bo3`,
        period: elapsed >= duration ? 'FT' : `${number}/3`,
        elapsed: running ? current.clock(at) : '',
      };
    },
    probabilities(elapsed) {
      const { home, away, current } = view(elapsed);
      const now = current === undefined ? chance : current.chance(Math.max(elapsed - current.start, 0));
      const win = series(home, away, now);
      const played = home + away;
      const first = played === 0 ? now : stages[0]?.homeWon ? 1 : 0;
      const sweep = away > 0 ? 0 : home === 2 ? 1 : home === 1 ? now : now * chance;
      const level = home === 1 && away === 1;
      const third =
        played >= 2
          ? level || played === 3
            ? 1
            : 0
          : played === 1
            ? home === 1
              ? 1 - now
              : now
            : now * (1 - chance) + (1 - now) * chance;
      return [win, 1 - win, first, sweep, third];
    },
  };
}

const ROUND_SECONDS = 104;

/** First to 13 rounds, to 16 when level at 12. */
function mapChance(a: number, b: number, p: number, memo: Map<number, number>): number {
  const target = a >= 12 && b >= 12 ? 16 : 13;
  if (a >= target) return 1;
  if (b >= target) return 0;
  const key = a * 32 + b;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const value = p * mapChance(a + 1, b, p, memo) + (1 - p) * mapChance(a, b + 1, p, memo);
  memo.set(key, value);
  return value;
}

/** Counter-Strike, best of three. `edge`: what home adds to the chance of a round, -0.08 to 0.08. */
export function counterStrikeTrack(seed: number, edge: number): Track {
  const p = 0.5 + edge;
  const memo = new Map<number, number>();
  const fresh = mapChance(0, 0, p, memo);
  return seriesTrack(seed, fresh, 9 * 60, '0-0', (random, start) => {
    const rounds: [number, number][] = [[0, 0]];
    let [a, b] = [0, 0];
    const over = (): boolean => {
      const target = a >= 12 && b >= 12 ? 16 : 13;
      return a >= target || b >= target;
    };
    while (!over()) {
      if (random() < p) a += 1;
      else b += 1;
      rounds.push([a, b]);
    }
    const at = (seconds: number): [number, number] =>
      rounds[Math.min(Math.floor(seconds / ROUND_SECONDS), rounds.length - 1)] ?? [0, 0];
    return {
      start,
      end: start + (rounds.length - 1) * ROUND_SECONDS,
      homeWon: a > b,
      chance: (seconds) => mapChance(...at(seconds), p, memo),
      score: (seconds) => at(seconds).join('-'),
      clock: (seconds) => `R${at(seconds)[0] + at(seconds)[1] + 1}`,
    };
  });
}

/** League of Legends, best of three: a gold lead that wanders decides each game. `edge`: -1 to 1. */
export function leagueTrack(seed: number, edge: number): Track {
  const fresh = normalCdf(edge);
  const step = 30;
  return seriesTrack(seed, fresh, 12 * 60, '000-000', (random, start) => {
    const steps = Math.round(between(random, 48, 78));
    const lead = [0];
    const kills: [number, number][] = [[0, 0]];
    for (let k = 0; k < steps; k += 1) {
      const noise = random() + random() + random() - 1.5;
      lead.push((lead[k] ?? 0) + noise * 2 + edge / Math.sqrt(steps));
      const [a = 0, b = 0] = kills[k] ?? [];
      const fight = random() < 0.42;
      const home = random() < normalCdf((lead[k + 1] ?? 0) / 8);
      kills.push([a + (fight && home ? 1 : 0), b + (fight && !home ? 1 : 0)]);
    }
    const homeWon = (lead[steps] ?? 0) >= 0;
    const index = (seconds: number): number => Math.min(Math.floor(seconds / step), steps);
    const pad = (n: number): string => String(n).padStart(3, '0');
    return {
      start,
      end: start + steps * step,
      homeWon,
      chance(seconds) {
        const k = index(seconds);
        const left = steps - k;
        if (left === 0) return homeWon ? 1 : 0;
        return normalCdf(((lead[k] ?? 0) + (edge * left) / Math.sqrt(steps)) / Math.sqrt(left));
      },
      score: (seconds) => (kills[index(seconds)] ?? [0, 0]).map(pad).join('-'),
      clock: (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`,
    };
  });
}
