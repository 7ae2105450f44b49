import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fits } from './fits.ts';

describe('whether a line is certain to fit', () => {
  it('takes wide letters for wide, and what it does not know for wider', () => {
    expect(fits('Yes', 40, 13)).toBe(true);
    expect(fits('Cut of 25 bps', 110, 13)).toBe(true);
    expect(fits('WWWWWWWW', 110, 13)).toBe(false);
    expect(fits('漢字漢字漢字漢字', 110, 13)).toBe(false);
    expect(fits('', 0, 13)).toBe(true);
  });

  it('only ever says no to more', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.nat(500), (text, more, pixels) => {
        if (!fits(text, pixels, 13)) expect(fits(text + more, pixels, 13)).toBe(false);
      }),
    );
  });
});
