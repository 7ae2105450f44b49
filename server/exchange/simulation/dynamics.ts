import type { Asset } from './assets.ts';
import { chance, mix, news, noise } from './hash.ts';
import type { Dynamics, Result } from './model.ts';
import { clamp, clampProbability, logistic, logit, normalCdf, softmax } from './odds.ts';

/** Movement of opinion around its base, in logits: slow drift, news that jumps, and the chatter of the day. */
function wander(seed: number, t: number, life: number): number {
  return (
    0.9 * noise(seed, t / (life / 2.5)) +
    0.5 * noise(seed ^ 0x68e31da4, t / (life / 9)) +
    0.5 * news(seed ^ 0x1b56c4e9, t / (life / 6)) +
    0.14 * noise(seed ^ 0x7f4a7c15, t / 1500) +
    0.07 * noise(seed ^ 0x2545f491, t / 180) +
    0.03 * noise(seed ^ 0x4f6cdd1d, t / 20)
  );
}

/** How far the truth has leaked out: 0 until the last fifth of a life, 1 at its end. */
const leak = (t: number, open: number, end: number): number => {
  const u = clamp((t - open) / (end - open), 0, 1);
  return u < 0.8 ? 0 : ((u - 0.8) / 0.2) ** 1.5;
};

const SURE = 4.2;
const VOIDED = 0.008;

/** A question is now and then voided or called a draw; null for most. */
function voidedResult(seed: number): Result | null {
  const roll = chance(seed, 0x0fa7e);
  if (roll < VOIDED) return 'cancelled';
  return roll < 2 * VOIDED ? 'draw' : null;
}

const truthLogit = (result: Result): number => (result === 'yes' ? SURE : result === 'no' ? -SURE : 0);

export interface OpinionSpec {
  seed: number;
  open: number;
  close: number;
  /** How strongly opinion moves; about 1. */
  swing: number;
  /** Instant at which opinion stands exactly at its bases; without it, it starts anywhere around them. */
  pinned?: number;
  /** Span in seconds that sets the pace of opinion; the life of the question by default. */
  pace?: number;
}

/** Opinion about one outcome over time, in logits around its base. */
function opinion(spec: OpinionSpec, seed: number): (t: number) => number {
  const pace = spec.pace ?? spec.close - spec.open;
  const start = spec.pinned === undefined ? 0 : wander(seed, spec.pinned, pace);
  return (t) => spec.swing * (wander(seed, t, pace) - start);
}

/** Yes-or-no questions of one event, each on its own. */
export function independent(spec: OpinionSpec, bases: readonly number[]): Dynamics {
  const { open, close } = spec;
  const seeds = bases.map((_, k) => mix(spec.seed, k));
  const opinions = seeds.map((seed) => opinion(spec, seed));
  const results = bases.map((p, k): Result => {
    const seed = seeds[k] ?? 0;
    return voidedResult(seed) ?? (chance(seed, 0x7e5) < p ? 'yes' : 'no');
  });
  return {
    groups: bases.map(() => -1),
    results,
    ends: bases.map(() => close),
    probabilities: (t) =>
      bases.map((base, k) => {
        const result = results[k] ?? 'no';
        const w = result === 'cancelled' ? 0 : leak(t, open, close);
        const belief = logit(base) + (opinions[k]?.(t) ?? 0);
        return clampProbability(logistic((1 - w) * belief + w * truthLogit(result)));
      }),
  };
}

/** "Above this much?" for rising amounts, hence falling chances: one outcome decides all, so they never contradict. */
export function nested(spec: OpinionSpec, bases: readonly number[]): Dynamics {
  const { open, close } = spec;
  const roll = chance(spec.seed, 0x7e5);
  const mood = opinion(spec, spec.seed);
  const results = bases.map((p): Result => (roll < p ? 'yes' : 'no'));
  return {
    groups: bases.map(() => -1),
    results,
    ends: bases.map(() => close),
    probabilities: (t) => {
      const w = leak(t, open, close);
      const shift = mood(t);
      return bases.map((base, k) =>
        clampProbability(logistic((1 - w) * (logit(base) + shift) + w * truthLogit(results[k] ?? 'no'))),
      );
    },
  };
}

/** Outcomes of which exactly one happens; their probabilities sum to one. */
export function exclusive(spec: OpinionSpec, bases: readonly number[]): Dynamics {
  const { open, close } = spec;
  const sum = bases.reduce((a, b) => a + b, 0);
  const scores = bases.map((p) => Math.log(Math.max(p, 1e-4) / sum));
  const opinions = bases.map((_, k) => opinion(spec, mix(spec.seed, k)));
  const voided = chance(spec.seed, 0x0fa7e) < VOIDED;
  let roll = chance(spec.seed, 0x3133) * sum;
  const found = bases.findIndex((p) => {
    roll -= p;
    return roll < 0;
  });
  const winner = found < 0 ? 0 : found;
  const losing = -Math.log(bases.length);
  return {
    groups: bases.map(() => 0),
    results: bases.map((_, k) => (voided ? 'cancelled' : k === winner ? 'yes' : 'no')),
    ends: bases.map(() => close),
    probabilities: (t) => {
      const w = voided ? 0 : leak(t, open, close);
      const moved = scores.map((score, k) => {
        const belief = score + 0.7 * (opinions[k]?.(t) ?? 0);
        return (1 - w) * belief + w * (k === winner ? SURE : losing);
      });
      return softmax(moved).map(clampProbability);
    },
  };
}

/**
 * "Will it happen before ...?" with several dates. One hidden moment decides all of them: dates after it end early
 * with yes, dates before it with no. `rate`: expected happenings over the whole span.
 */
export function deadlines(spec: OpinionSpec, dates: readonly number[], rate: number): Dynamics {
  const { open, close } = spec;
  const life = close - open;
  const temper = opinion(spec, spec.seed);
  const moment = open + (0.12 * life - (life / rate) * Math.log(1 - chance(spec.seed, 0x3e7)));
  const results = dates.map((date): Result => (moment < date ? 'yes' : 'no'));
  const ends = dates.map((date) => Math.min(date, moment));
  return {
    groups: dates.map(() => -1),
    results,
    ends,
    probabilities: (t) => {
      const heat = (rate / life) * Math.exp(0.8 * temper(t));
      return dates.map((date, k) => {
        const left = Math.max(date - t, 60);
        const belief = logit(1 - Math.exp(-heat * left));
        const w = leak(t, open, ends[k] ?? date);
        return clampProbability(logistic((1 - w) * belief + w * truthLogit(results[k] ?? 'no')));
      });
    },
  };
}

/** Shortest horizon in seconds for which a price is still uncertain. */
const LAST_SECONDS = 4;
const horizon = (asset: Asset, seconds: number): number =>
  asset.sigma * Math.sqrt(Math.max(seconds, LAST_SECONDS));

/** "Above the strike at the close?", one market a strike. */
export function above(asset: Asset, close: number, strikes: readonly number[]): Dynamics {
  return {
    groups: strikes.map(() => -1),
    get results() {
      const last = asset.close(close);
      return strikes.map((strike): Result => (last > strike ? 'yes' : 'no'));
    },
    ends: strikes.map(() => close),
    probabilities: (t) => {
      const spot = asset.price(t);
      const sd = horizon(asset, close - t);
      return strikes.map((strike) => clampProbability(normalCdf(Math.log(spot / strike) / sd)));
    },
  };
}

/** "Where will it close?": below the first bound, between neighbours, above the last. */
export function ranges(asset: Asset, close: number, bounds: readonly number[]): Dynamics {
  const slots = [...bounds.keys(), bounds.length];
  return {
    groups: slots.map(() => 0),
    get results() {
      const last = asset.close(close);
      const inside = bounds.filter((bound) => last >= bound).length;
      return slots.map((k): Result => (k === inside ? 'yes' : 'no'));
    },
    ends: slots.map(() => close),
    probabilities: (t) => {
      const spot = asset.price(t);
      const sd = horizon(asset, close - t);
      const tops = [...bounds.map((bound) => normalCdf(Math.log(bound / spot) / sd)), 1];
      const floor = 0.002;
      const raw = tops.map((top, k) => Math.max(top - (tops[k - 1] ?? 0), floor));
      const sum = raw.reduce((a, b) => a + b, 0);
      return raw.map((p) => clampProbability(p / sum));
    },
  };
}

/** Up (first) and Down (second): the close against the price at `begin`. Up also wins a tie. */
export function upDown(asset: Asset, seed: number, begin: number, close: number): Dynamics {
  return {
    groups: [0, 0],
    get results(): Result[] {
      return asset.close(close) >= asset.price(begin) ? ['yes', 'no'] : ['no', 'yes'];
    },
    ends: [close, close],
    probabilities: (t) => {
      const p =
        t < begin
          ? 0.5 + 0.025 * noise(seed, t / 90)
          : clampProbability(
              normalCdf(Math.log(asset.price(t) / asset.price(begin)) / horizon(asset, close - t)),
            );
      return [p, 1 - p];
    },
  };
}
