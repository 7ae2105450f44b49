import { describe, expect, it } from 'vitest';
import { parsePicoUsd, picoPrice, picoPriceInput } from './price.ts';

it('a price of a request is above nothing, and has at most fifteen digits', () => {
  for (const price of ['0.000000000001', '123456789012345', '0.00123', 1e-12, 123_456_789.012345])
    expect(picoPriceInput.safeParse(price).success, String(price)).toBe(true);
  for (const price of [
    '0',
    '0.000',
    0,
    '-1',
    -1,
    '1234567890123456',
    '1234.123456789012',
    '0.0000000000001',
    '+1',
  ])
    expect(picoPriceInput.safeParse(price).success, String(price)).toBe(false);
});

describe('a price with an exponent', () => {
  it.each([
    [1e-12, 1n],
    ['2.5e-7', 250_000n],
    [1.5e21, 1_500_000_000_000_000_000_000_000_000_000_000n],
  ])('is read as a number writes it: %s', (text, price) => {
    expect(parsePicoUsd(text)).toBe(price);
  });

  it.each(['1e+999999999', '1e-999999999', '1e+400000000', '1e-400000000'])(
    'is none where no number has it: %s',
    (text) => {
      expect(parsePicoUsd(text)).toBeUndefined();
      const began = performance.now();
      for (const form of [picoPrice, picoPriceInput]) expect(form.safeParse(text).success).toBe(false);
      // Not a digit of it is written out.
      expect(performance.now() - began).toBeLessThan(100);
    },
  );
});
