import { createRandom } from '../hash.ts';
import type { Snapshot, Track } from '../model.ts';
import { clamp, normalCdf } from '../odds.ts';

const BALLS = 120;
const BALL_SECONDS = 34;
const BREAK = 12 * 60;

interface Innings {
  /** Runs and wickets after each ball; index 0 before the first. */
  runs: number[];
  wickets: number[];
}

/**
 * Markets of a 20-over match: home, away, first innings over the line. Level scores are a draw.
 * `homeRate`, `awayRate`: runs a ball, about 1.3.
 */
export function cricketTrack(seed: number, homeRate: number, awayRate: number, line: number): Track {
  const random = createRandom(seed);
  const homeFirst = random() < 0.5;
  const bat = (rate: number, target: number | null): Innings => {
    const runs = [0];
    const wickets = [0];
    for (let ball = 0; ball < BALLS; ball += 1) {
      const score = runs[ball] ?? 0;
      const out = wickets[ball] ?? 0;
      if (out >= 10 || (target !== null && score >= target)) break;
      const wicket = random() < 0.048;
      const roll = random() * (1.36 / rate);
      const gained = wicket ? 0 : roll < 0.06 ? 6 : roll < 0.19 ? 4 : roll < 0.26 ? 2 : roll < 0.68 ? 1 : 0;
      runs.push(score + gained);
      wickets.push(out + (wicket ? 1 : 0));
    }
    return { runs, wickets };
  };
  const firstRate = homeFirst ? homeRate : awayRate;
  const secondRate = homeFirst ? awayRate : homeRate;
  const first = bat(firstRate, null);
  const firstBalls = first.runs.length - 1;
  const firstTotal = first.runs[firstBalls] ?? 0;
  const second = bat(secondRate, firstTotal + 1);
  const secondBalls = second.runs.length - 1;
  const chaseStart = firstBalls * BALL_SECONDS + BREAK;
  const duration = chaseStart + secondBalls * BALL_SECONDS;

  const state = (elapsed: number) => {
    const chasing = elapsed >= chaseStart;
    const innings = chasing ? second : first;
    const since = Math.max(elapsed - (chasing ? chaseStart : 0), 0);
    const ball = Math.min(Math.floor(since / BALL_SECONDS), innings.runs.length - 1);
    return { chasing, ball, runs: innings.runs[ball] ?? 0, wickets: innings.wickets[ball] ?? 0 };
  };
  const growth = (rate: number, balls: number, wickets: number): number =>
    balls * rate * (1 - 0.045 * Math.max(wickets - 3, 0));
  const spread = (balls: number): number => 1.9 * Math.sqrt(balls + 0.3);

  return {
    duration,
    snapshot(elapsed): Snapshot {
      const now = state(elapsed);
      const batting = now.runs;
      const other = now.chasing ? firstTotal : 0;
      const homeBats = now.chasing ? !homeFirst : homeFirst;
      const score = homeBats ? `${batting}-${other}` : `${other}-${batting}`;
      const overs = `${Math.floor(now.ball / 6)}.${now.ball % 6}`;
      if (elapsed >= duration) return { score, period: 'FT', elapsed: overs };
      return { score, period: now.chasing ? '2nd' : '1st', elapsed: overs };
    },
    probabilities(elapsed) {
      const now = state(elapsed);
      const left = BALLS - now.ball;
      let batting: number;
      if (elapsed >= duration) {
        const total = second.runs[secondBalls] ?? 0;
        batting = total > firstTotal ? 1 : total === firstTotal ? 0.5 : 0;
      } else if (now.chasing) {
        const need = firstTotal + 0.5 - now.runs;
        batting = normalCdf((growth(secondRate, left, now.wickets) - need) / spread(left));
      } else {
        const projected = now.runs + growth(firstRate, left, now.wickets);
        const par = BALLS * secondRate * 0.97;
        batting = normalCdf((projected - par) / Math.hypot(spread(left), spread(BALLS)));
      }
      const firstDone = elapsed >= firstBalls * BALL_SECONDS;
      const over = firstDone
        ? firstTotal > line
          ? 1
          : 0
        : normalCdf((now.runs + growth(firstRate, left, now.wickets) - line) / spread(left));
      const homeBats = now.chasing ? !homeFirst : homeFirst;
      const home = clamp(homeBats ? batting : 1 - batting, 0, 1);
      return [home, 1 - home, over];
    },
  };
}
