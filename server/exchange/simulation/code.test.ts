import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodePlace, encodePlace } from './code.ts';

const place = fc.record({
  series: fc.integer({ min: 0, max: 1023 }),
  index: fc.integer({ min: -(2 ** 20), max: 2 ** 23 }),
});

it('gives a place back from its code', () => {
  fc.assert(
    fc.property(place, (p) => {
      expect(decodePlace(encodePlace(p))).toEqual(p);
    }),
  );
});

it('gives different places different codes', () => {
  const codes = new Set(
    Array.from({ length: 4000 }, (_, k) => encodePlace({ series: k % 8, index: Math.floor(k / 8) })),
  );
  expect(codes.size).toBe(4000);
});

it.each(['', 'ABC', 'abcdefgh', 'ILOU0000', '00000000X', '../../..', 'ÅÅÅÅÅÅÅÅ'])('refuses %j', (text) => {
  expect(decodePlace(text)).toBeUndefined();
});

it('refuses most codes nobody made', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/), (code) => {
      const found = decodePlace(code);
      if (found !== undefined) {
        accepted += 1;
        expect(encodePlace(found)).toBe(code);
      }
    }),
    { numRuns: 2000, seed: 7 },
  );
  expect(accepted).toBeLessThan(80);
});
