import { sigmaOf, specOf } from '../asset-specs.ts';
import { hashText, mix, noise } from '../hash.ts';
import type { PriceFeed } from './feed.ts';

const OCTAVES = 17;
const SHORTEST = 12;
const RATIO = 2.4;
/** Makes the sum of the octaves as volatile as a random walk of the asset's sigma (measured over 1 min to 1 week). */
const GAIN = 0.85;
/** Seconds whose prices are kept: strikes and the present are asked for again and again. */
const CACHED = 1_000;

/**
 * The price of an asset that wanders like a random walk, one tick a second; the same for the same seed.
 * @throws RangeError for a key that no asset has.
 */
export function createGeneratedFeed(key: string, seed: string): PriceFeed {
  const spec = specOf(key);
  const root = hashText(key, hashText(seed));
  const sigma = sigmaOf(spec);
  const octaves = Array.from({ length: OCTAVES }, (_, k) => {
    const period = SHORTEST * RATIO ** k;
    return { seed: mix(root, k), period, amplitude: GAIN * sigma * Math.sqrt(period) };
  });
  const known = new Map<number, bigint>();
  function price(t: number): bigint {
    const second = Math.floor(t);
    const before = known.get(second);
    if (before !== undefined) return before;
    let log = 0;
    for (const octave of octaves) log += octave.amplitude * noise(octave.seed, second / octave.period);
    const made = BigInt(Math.round(spec.base * Math.exp(log) * 1e6));
    if (known.size >= CACHED) known.clear();
    known.set(second, made);
    return made;
  }
  return { price, close: price, sigma };
}
