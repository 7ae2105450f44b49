import { noise } from '../hash.ts';
import type { Dynamics, Result, Track } from '../model.ts';
import { clampProbability, shiftOdds } from '../odds.ts';

/** How long a match counts as played before its markets stop. */
const WHISTLE = 8;

export interface GameDynamicsSpec {
  seed: number;
  track: Track;
  begin: number;
  groups: readonly number[];
  /** The match is abandoned: every market is voided. */
  voided: boolean;
}

const resultOf = (p: number): Result => (p > 0.999 ? 'yes' : p < 0.001 ? 'no' : 'draw');

/** Prices that follow a match: its own odds at every second, plus some disagreement that fades as it is decided. */
export function gameDynamics({ seed, track, begin, groups, voided }: GameDynamicsSpec): Dynamics {
  const end = begin + track.duration + WHISTLE;
  const final = track.probabilities(track.duration);
  return {
    groups,
    results: final.map((p) => (voided ? 'cancelled' : resultOf(p))),
    ends: final.map(() => end),
    probabilities(t) {
      const elapsed = t - begin;
      const odds = track.probabilities(Math.max(elapsed, 0)).map(clampProbability);
      const doubt = elapsed < 0 ? 0.3 : 0.16 * Math.max(0, 1 - elapsed / track.duration);
      for (let k = 0; k < odds.length; k += 1) {
        if ((groups[k] ?? -1) >= 0 && k > 0) continue;
        const chatter =
          0.8 * noise(seed + k, t / 5400) + 0.3 * noise(seed - k, t / 300) + 0.15 * noise(seed ^ k, t / 25);
        shiftOdds(odds, groups, k, doubt * chatter);
      }
      return odds;
    },
  };
}
