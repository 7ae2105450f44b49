import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showTimes } from '@/lib/time.ts';
import { axisTexts, timeTicks, valueTicks } from './account-chart.tsx';

describe('axes of the account', () => {
  it('enclose what is drawn by a few round marks', () => {
    expect(valueTicks(-202.69, 0)).toEqual([-300, -200, -100, 0]);
    expect(valueTicks(0, 0)).toHaveLength(2);
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 0 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (low, high) => {
          const ticks = valueTicks(low, high);
          expect(ticks.length).toBeLessThanOrEqual(6);
          expect((ticks[0] ?? 0) <= low && (ticks.at(-1) ?? 0) >= high).toBe(true);
        },
      ),
    );
  });

  it.each([20_000, 19_993.77, -6.23, 0.01])(
    'keep a line that never moves off the lowest and the highest (%d)',
    (value) => {
      const ticks = valueTicks(value, value);
      expect(ticks.length).toBeLessThanOrEqual(4);
      expect(value).toBeGreaterThan((ticks[0] ?? 0) + 0.005);
      expect(value).toBeLessThan((ticks.at(-1) ?? 0) - 0.005);
    },
  );

  it('write each mark as what it is', () => {
    const written = (low: number, high: number) => {
      const ticks = valueTicks(low, high);
      return ticks.map(axisTexts(ticks));
    };
    expect(written(-1, 6.4)).toEqual(['\u2212$2.50', '$0.00', '$2.50', '$5.00', '$7.50']);
    expect(written(-20, 11)).toEqual(['\u2212$20', '$0', '$20']);
    expect(written(9_999.98, 10_000.01)).toContain('$10,000.00');
    fc.assert(
      fc.property(fc.integer({ max: 0, min: -10_000 }), fc.integer({ min: 0, max: 10_000 }), (low, high) => {
        const texts = written(low / 100, high / 100);
        expect(new Set(texts).size).toBe(texts.length);
      }),
    );
  });

  it('mark days at their beginning, each once, and short spans by the clock', () => {
    const week = timeTicks(1_790_000_000, 1_790_000_000 + 7 * 86_400);
    expect(week.length).toBeGreaterThan(5);
    expect(new Set(week.map((at) => new Date(at * 1_000).toDateString())).size).toBe(week.length);
    expect(week.every((at) => new Date(at * 1_000).getHours() === 0)).toBe(true);
    expect(timeTicks(1_790_000_000, 1_790_000_000 + 365 * 86_400).length).toBeLessThanOrEqual(8);
    expect(timeTicks(0, 3_600)).toEqual([600, 1_200, 1_800, 2_400, 3_000]);
    expect(timeTicks(100, 101), 'an account of a second').toEqual([101]);
    expect(timeTicks(100, 103), 'none twice').toEqual([101, 102, 103]);
  });

  describe('mark days of the zone that is shown', () => {
    afterEach(() => {
      vi.unstubAllEnvs();
      showTimes({ utc: false, halfDays: false });
    });
    const from = Date.UTC(2026, 9, 22, 5) / 1_000;
    it.each([
      ['Asia/Tokyo', true, ['23T00', '24T00', '25T00', '26T00']],
      ['Asia/Tokyo', false, ['22T15', '23T15', '24T15', '25T15']],
      ['Europe/Berlin', false, ['22T22', '23T22', '24T22', '25T23']],
    ])('%s, UTC %s', (zone, utc, marks) => {
      vi.stubEnv('TZ', zone);
      showTimes({ utc, halfDays: false });
      const ticks = timeTicks(from, from + 4 * 86_400);
      expect(ticks.map((at) => new Date(at * 1_000).toISOString().slice(8, 13))).toEqual(marks);
    });
  });
});
