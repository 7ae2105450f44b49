/**
 * Codes of events: series (10 bits), index in the series (24 bits) and a check (6 bits) in eight letters, scrambled so
 * that neighbours do not look alike. A code therefore says all that is needed to build its event again, years later.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HALF = 0xfffff;
const INDEX_BIAS = 1 << 20;
const INDEX_SIZE = 1 << 24;
const ROUND_KEYS = [0x3c6ef, 0x1b54a, 0x9e377, 0x6a09e] as const;

export interface Place {
  series: number;
  index: number;
}

const scramble = (half: number, key: number): number => {
  const h = Math.imul(half ^ key, 0x2c1b3c6d);
  return ((h >>> 11) ^ h ^ key) & HALF;
};

const check = (series: number, index: number): number => {
  const h = Math.imul(series * 31 + index + 7, 0x297a2d39);
  return (h >>> 13) & 0x3f;
};

/** Whether there is a code for an event of a series: they run out, of one that opens every five minutes after 149 years. */
export const hasCode = (index: number): boolean => index >= -INDEX_BIAS && index < INDEX_SIZE - INDEX_BIAS;

/** Eight letters for a series (0-1023) and an index (-2^20 and up). */
export function encodePlace({ series, index }: Place): string {
  if (series < 0 || series > 1023 || !hasCode(index)) throw new RangeError('place out of range');
  const biased = index + INDEX_BIAS;
  let left = (series << 10) | (biased >>> 14);
  let right = ((biased & 0x3fff) << 6) | check(series, index);
  for (const key of ROUND_KEYS) [left, right] = [right, left ^ scramble(right, key)];
  let text = '';
  for (const half of [left, right]) {
    for (let shift = 15; shift >= 0; shift -= 5) text += ALPHABET[(half >>> shift) & 31];
  }
  return text;
}

/** The place of a code; undefined for anything that encodePlace did not make. */
export function decodePlace(code: string): Place | undefined {
  if (code.length !== 8) return undefined;
  const halves = [0, 0];
  for (let i = 0; i < 8; i += 1) {
    const digit = ALPHABET.indexOf(code.charAt(i));
    if (digit < 0) return undefined;
    const half = i < 4 ? 0 : 1;
    halves[half] = ((halves[half] ?? 0) << 5) | digit;
  }
  let [left = 0, right = 0] = halves;
  for (const key of ROUND_KEYS.toReversed()) [left, right] = [right ^ scramble(left, key), left];
  const series = left >>> 10;
  const index = (((left & 0x3ff) << 14) | (right >>> 6)) - INDEX_BIAS;
  return (right & 0x3f) === check(series, index) ? { series, index } : undefined;
}
