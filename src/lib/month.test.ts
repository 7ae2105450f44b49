import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compareMonths, daysBefore, midnightsOf, monthAfter, monthOf, monthText } from './month.ts';
import { dayText, showTimes } from './time.ts';

const months = fc.record({ year: fc.integer({ min: 1_990, max: 2_090 }), month: fc.nat(11) });

describe('months', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    showTimes({ utc: false, halfDays: false });
  });
  it.each([
    ['Europe/Berlin', false],
    ['America/Havana', false],
    ['Asia/Tokyo', true],
    ['America/New_York', true],
  ])('are made of their days, each once, and end where the next begins: %s, UTC %s', (zone, utc) => {
    vi.stubEnv('TZ', zone);
    showTimes({ utc, halfDays: false });
    fc.assert(
      fc.property(months, (month) => {
        const ends = midnightsOf(month);
        const days = ends.slice(0, -1);
        expect(days.map((at) => Number(dayText(at * 1_000).slice(-2)))).toEqual(
          days.map((_, index) => index + 1),
        );
        expect(days.every((at) => compareMonths(monthOf(at), month) === 0)).toBe(true);
        expect(ends.at(-1)).toBe(midnightsOf(monthAfter(month, 1))[0]);
        if (utc) expect(ends.every((at) => at % 86_400 === 0)).toBe(true);
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
