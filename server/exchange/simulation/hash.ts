/**
 * Deterministic randomness: every number of the simulation is a hash of (seed, names, bucket of time), so that any
 * instant can be computed without having computed the ones before it.
 */

/** Mixes two 32-bit integers into one. */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ (b + 0x9e3779b9), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13) ^ (b << 7), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x27d4eb2f);
  return (h ^ (h >>> 15)) >>> 0;
}

/** 32-bit hash of text, continuing from a seed. */
export function hashText(text: string, seed = 0x811c9dc5): number {
  let h = seed >>> 0;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix(h, text.length);
}

/** A hash as a number in [0, 1). */
export const unit = (hash: number): number => hash / 4294967296;

/** Uniform in [0, 1) for one key under a seed. */
export const chance = (seed: number, key: number): number => unit(mix(seed, key));

/** Source of numbers in [0, 1), the same for the same seed. */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let counter = 0;
  return () => {
    counter += 1;
    return unit(mix(seed, counter));
  };
}

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

/** The item at `index`, counted round and round; the list must not be empty. */
export function cycle<T>(items: readonly T[], index: number): T {
  const item = items[((index % items.length) + items.length) % items.length];
  if (item === undefined) throw new RangeError('an empty list has no item');
  return item;
}

export const pick = <T>(random: Random, items: readonly T[]): T =>
  cycle(items, Math.floor(random() * items.length));

/** `count` different items of the list (all of them when there are fewer), in a random order. */
export function sample<T>(random: Random, items: readonly T[], count: number): T[] {
  const rest = [...items];
  const out: T[] = [];
  while (out.length < count && rest.length > 0)
    out.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return out;
}

/** Smooth value noise in [-1, 1]: a random height at each whole x, eased in between. */
export function noise(seed: number, x: number): number {
  const cell = Math.floor(x);
  const f = x - cell;
  const ease = f * f * (3 - 2 * f);
  const from = unit(mix(seed, cell));
  const to = unit(mix(seed, cell + 1));
  return 2 * (from + (to - from) * ease) - 1;
}

/** News: mostly 0, sometimes a sudden level in [-1, 1] that lasts about one unit of x. */
export function news(seed: number, x: number): number {
  const cell = Math.floor(x);
  const current = x - cell < chance(seed ^ 0x5bd1e995, cell) ? cell - 1 : cell;
  const roll = chance(seed, current);
  return roll < 0.55 ? 0 : 2 * chance(seed ^ 0x1b873593, current) - 1;
}
