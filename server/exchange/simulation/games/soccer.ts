import { between, createRandom } from '../hash.ts';
import type { Snapshot, Track } from '../model.ts';

/** Markets of a soccer match: home, draw, away, home by two, away by two, over 1.5, over 2.5, over 3.5, both score. */
const SOCCER_HALF = 45 * 60;
const PAUSE = 15 * 60;
const MAX_GOALS = 11;

interface Goal {
  /** Seconds of play, stoppage included. */
  at: number;
  home: boolean;
}

function poisson(mean: number): number[] {
  const out: number[] = [];
  let p = Math.exp(-mean);
  for (let k = 0; k < MAX_GOALS; k += 1) {
    out.push(p);
    p = (p * mean) / (k + 1);
  }
  return out;
}

/** `homeGoals`, `awayGoals`: expected goals over the match. */
export function soccerTrack(seed: number, homeGoals: number, awayGoals: number): Track {
  const random = createRandom(seed);
  const first = SOCCER_HALF + Math.round(between(random, 1, 5)) * 60;
  const second = SOCCER_HALF + Math.round(between(random, 2, 8)) * 60;
  const play = first + second;
  const goals: Goal[] = [];
  for (const [home, mean] of [
    [true, homeGoals],
    [false, awayGoals],
  ] as const) {
    let at = 0;
    for (;;) {
      at -= (Math.log(1 - random()) * play) / mean;
      if (at >= play - 20 || goals.length > 14) break;
      goals.push({ at, home });
    }
  }
  const duration = play + PAUSE;

  const played = (elapsed: number): number => {
    if (elapsed < first) return Math.max(elapsed, 0);
    return elapsed < first + PAUSE ? first : Math.min(elapsed - PAUSE, play);
  };
  const tally = (at: number): [number, number] => {
    let home = 0;
    let away = 0;
    for (const goal of goals) {
      if (goal.at > at) continue;
      if (goal.home) home += 1;
      else away += 1;
    }
    return [home, away];
  };

  const clock = (minute: number, end: number): string =>
    minute > end ? `${end}+${minute - end}` : String(minute);

  return {
    duration,
    snapshot(elapsed): Snapshot {
      const at = played(elapsed);
      const [home, away] = tally(at);
      const score = `${home}-${away}`;
      if (elapsed >= duration) return { score, period: 'FT', elapsed: '90' };
      if (elapsed < first) return { score, period: '1H', elapsed: clock(Math.floor(at / 60) + 1, 45) };
      if (elapsed < first + PAUSE) return { score, period: 'HT', elapsed: '45' };
      return { score, period: '2H', elapsed: clock(45 + Math.floor((at - first) / 60) + 1, 90) };
    },
    probabilities(elapsed) {
      const at = played(elapsed);
      const [home, away] = tally(at);
      const left = elapsed >= duration ? 0 : 1 - at / play;
      const homeMore = poisson(homeGoals * left);
      const awayMore = poisson(awayGoals * left);
      const sums = new Array<number>(9).fill(0);
      const add = (slot: number, p: number): void => {
        sums[slot] = (sums[slot] ?? 0) + p;
      };
      homeMore.forEach((ph, i) => {
        awayMore.forEach((pa, j) => {
          const p = ph * pa;
          const h = home + i;
          const a = away + j;
          add(h > a ? 0 : h === a ? 1 : 2, p);
          if (h >= a + 2) add(3, p);
          if (a >= h + 2) add(4, p);
          if (h + a > 1) add(5, p);
          if (h + a > 2) add(6, p);
          if (h + a > 3) add(7, p);
          if (h > 0 && a > 0) add(8, p);
        });
      });
      return sums;
    },
  };
}
