import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMonths, daysBefore, dayText, midnightsOf, monthAfter, monthOf, monthText } from './month.ts';

const months = fc.record({ year: fc.integer({ min: 1_990, max: 2_090 }), month: fc.nat(11) });

describe('months', () => {
  it('are made of their days, each once, and end where the next begins', () => {
    fc.assert(
      fc.property(months, (month) => {
        const ends = midnightsOf(month);
        const days = ends.slice(0, -1);
        expect(days.map((at) => Number(dayText(at).slice(-2)))).toEqual(days.map((_, index) => index + 1));
        expect(days.every((at) => compareMonths(monthOf(at), month) === 0)).toBe(true);
        expect(ends.at(-1)).toBe(midnightsOf(monthAfter(month, 1))[0]);
      }),
    );
  });

  it('follow each other', () => {
    fc.assert(
      fc.property(months, fc.integer({ min: -30, max: 30 }), (month, by) => {
        expect(compareMonths(monthAfter(month, by), month)).toBe(by);
        expect(monthAfter(monthAfter(month, by), -by)).toEqual(month);
      }),
    );
  });

  it('begin on a day of the week, and have a name', () => {
    expect(daysBefore({ year: 2_026, month: 5 })).toBe(0);
    expect(daysBefore({ year: 2_026, month: 10 })).toBe(6);
    expect(monthText({ year: 2_026, month: 10 })).toBe('November 2026');
  });
});
