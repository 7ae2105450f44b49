import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatAge, freshnessOf } from './freshness.ts';
import {
  dayEnd,
  dayStart,
  dayText,
  formatClock,
  formatDay,
  formatEnd,
  formatLately,
  formatLeft,
  formatLeftInUnits,
  formatLocal,
  formatMinute,
  formatMoment,
  formatRelative,
  formatShortLocal,
  formatTick,
  formatUtc,
  midnightOf,
  showTimes,
} from './time.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('formatLeft', () => {
  it.each([
    [-5 * SECOND, '00:00'],
    [0, '00:00'],
    [1, '00:01'],
    [4 * MINUTE + 12 * SECOND, '04:12'],
    [HOUR, '1:00:00'],
    [HOUR + 24 * MINUTE + 9 * SECOND, '1:24:09'],
    [DAY, '1d'],
    [7 * DAY - 5 * SECOND, '7d'],
    [24 * DAY + HOUR, '24d'],
    [364 * DAY, '364d'],
    [800 * DAY, '2y'],
  ])('%d ms → %s', (left, text) => {
    expect(formatLeft(left)).toBe(text);
  });
});

it.each([
  [4 * MINUTE + 12 * SECOND, '04m 12s'],
  [HOUR + 24 * MINUTE + 9 * SECOND, '1h 24m 09s'],
  [7 * DAY, '7d'],
])('a time left that could be read as a time of day names its units: %d ms → %s', (left, text) => {
  expect(formatLeftInUnits(left)).toBe(text);
});

describe('formatRelative', () => {
  it.each([
    [0, 'just now'],
    [-30 * SECOND, '30 s ago'],
    [-5 * MINUTE, '5 min ago'],
    [3 * HOUR, 'in 3 h'],
    [-2 * DAY, '2 d ago'],
  ])('%d ms → %s', (offset, text) => {
    expect(formatRelative(1e12 + offset, 1e12)).toBe(text);
  });
});

it('writes the time of day with two digits each', () => {
  const at = new Date(2026, 9, 3, 4, 2, 9).getTime();
  expect(formatClock(at)).toBe('04:02:09');
  expect(formatMinute(at)).toBe('04:02');
});

describe('a mark of a time axis', () => {
  const midnight = new Date(2026, 9, 3).getTime();
  const [hours, days] = [(6 * HOUR) / SECOND, (7 * DAY) / SECOND];

  it('has seconds where others stand within its minute', () => {
    const marks = [0, 15, 30, 60].map((seconds) =>
      formatTick(midnight + 4 * HOUR + seconds * SECOND, HOUR / SECOND, false),
    );
    expect(marks).toEqual(['04:00', '04:00:15', '04:00:30', '04:01']);
  });

  it('has none where marks are minutes apart, whenever the first one was', () => {
    const at = midnight + 15 * HOUR + 44 * SECOND;
    expect([hours, days].map((span) => formatTick(at, span, false))).toEqual(['15:00', '15:00']);
  });

  it('is a day at the beginning of one, and a time between two', () => {
    const marks = [0, 6, 12, 24].map((hour) => formatTick(midnight + hour * HOUR, days, hour % 24 === 0));
    expect(marks).toEqual(['3 Oct', '06:00', '12:00', '4 Oct']);
  });

  it('is a time on an axis of hours', () => {
    expect(formatTick(midnight, hours, true)).toBe('00:00');
  });
});

it('writes everything in UTC where that is wanted', () => {
  const at = Date.UTC(2026, 11, 31, 23, 2, 9);
  showTimes({ utc: true, halfDays: false });
  expect([formatMinute(at), formatDay(at), formatShortLocal(at), formatLocal(at)]).toEqual([
    '23:02',
    '31 Dec',
    '31 Dec, 23:02',
    '31 Dec 2026, 23:02:09 UTC',
  ]);
  showTimes({ utc: false, halfDays: false });
});

it('writes half days where that is wanted', () => {
  showTimes({ utc: true, halfDays: true });
  const at = (hour: number) => Date.UTC(2026, 9, 3, hour, 2, 9);
  expect([0, 11, 12, 23].map((hour) => formatMinute(at(hour)))).toEqual([
    '12:02 am',
    '11:02 am',
    '12:02 pm',
    '11:02 pm',
  ]);
  expect(formatClock(at(14))).toBe('2:02:09 pm');
  showTimes({ utc: false, halfDays: false });
});

it('writes days and instants of the reader’s zone', () => {
  const at = new Date(2026, 9, 3, 0, 2, 9).getTime();
  expect(formatDay(at)).toBe('3 Oct');
  expect(formatShortLocal(at)).toBe('3 Oct, 00:02');
  expect(formatMoment(at)).toBe('3 Oct, 00:02:09');
  expect(formatMoment(at - 9_000)).toBe('3 Oct, 00:02');
  expect(formatLocal(at)).toBe('3 Oct 2026, 00:02:09');
});

it('tells the day of a moment that is none of today', () => {
  const at = new Date(2026, 9, 3, 23, 59, 9).getTime();
  expect(formatLately(at, at + 50_000)).toBe('23:59:09');
  expect(formatLately(at, at + 51_000)).toBe('3 Oct, 23:59:09');
});

it('writes UTC out', () => {
  expect(formatUtc(Date.UTC(2026, 9, 3, 12, 2, 31))).toBe('2026-10-03 12:02:31 UTC');
});

describe('freshness', () => {
  it.each([
    [0, 'fresh'],
    [1_999, 'fresh'],
    [2_000, 'ageing'],
    [4_000, 'ageing'],
    [4_001, 'stale'],
    // This clock was set back since.
    [-1_999, 'fresh'],
    [-2_000, 'stale'],
    [-3_600_000, 'stale'],
  ] as const)('is judged against the interval: %d ms of 1 s is %s', (age, state) => {
    expect(freshnessOf(1e12, 1_000, 1e12 + age)).toBe(state);
  });

  it('is unknown before the first answer', () => {
    expect(freshnessOf(undefined, 1_000, 1)).toBe('unknown');
    expect(freshnessOf(0, 1_000, 1)).toBe('unknown');
  });

  it.each([
    [-500, '0 s'],
    [12_900, '12 s'],
    [3 * MINUTE, '3 min'],
    [2 * HOUR, '2 h'],
  ])('%d ms reads %s', (age, text) => {
    expect(formatAge(age)).toBe(text);
  });
});

it.each([
  [30, undefined],
  [59, undefined],
  [120, '24 Mar'],
  [400, 'Dec 2027'],
])('an end in %s days reads as %s', (days, text) => {
  const now = Date.UTC(2026, 10, 24, 12);
  expect(formatEnd(now + days * 86_400_000, now)).toBe(text);
});

describe('the order of a date', () => {
  const at = Date.UTC(2026, 9, 3, 12, 2, 31);
  afterEach(() => showTimes({ utc: false, halfDays: false }));
  it.each([
    ['day', '3 Oct', '3 Oct, 12:02', '3 Oct 2026, 12:02:31 UTC', 'Oct 2027'],
    ['month', 'Oct 3', 'Oct 3, 12:02', 'Oct 3, 2026, 12:02:31 UTC', 'Oct 2027'],
    ['year', '10-03', '10-03, 12:02', '2026-10-03, 12:02:31 UTC', '2027-10'],
  ] as const)('%s first: %s', (order, day, short, long, far) => {
    showTimes({ utc: true, halfDays: false, order });
    expect(formatDay(at)).toBe(day);
    expect(formatShortLocal(at)).toBe(short);
    expect(formatLocal(at)).toBe(long);
    expect(formatEnd(at + 365 * DAY, at)).toBe(far);
  });
});

describe('days', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    showTimes({ utc: false, halfDays: false });
  });
  const shown = (zone: string, utc: boolean) => {
    vi.stubEnv('TZ', zone);
    showTimes({ utc, halfDays: false });
  };
  const text = (unixMs: number) => new Date(unixMs).toISOString().slice(0, 19);

  it.each([
    ['Asia/Tokyo', true, '2026-10-03', '2026-10-03T00:00:00', '2026-10-03T23:59:59'],
    ['Asia/Tokyo', false, '2026-10-03', '2026-10-02T15:00:00', '2026-10-03T14:59:59'],
    ['America/New_York', true, '2026-10-03', '2026-10-03T00:00:00', '2026-10-03T23:59:59'],
    ['America/New_York', false, '2026-10-03', '2026-10-03T04:00:00', '2026-10-04T03:59:59'],
    // Clocks go on: a day of 23 hours; and back: one of 25.
    ['Europe/Berlin', false, '2026-03-29', '2026-03-28T23:00:00', '2026-03-29T21:59:59'],
    ['Europe/Berlin', false, '2026-10-25', '2026-10-24T22:00:00', '2026-10-25T22:59:59'],
    ['Europe/Berlin', true, '2026-10-25', '2026-10-25T00:00:00', '2026-10-25T23:59:59'],
    // At midnight: a day begins at one, and another has the hour after its midnight twice.
    ['America/Havana', false, '2026-03-08', '2026-03-08T05:00:00', '2026-03-09T03:59:59'],
    ['America/Havana', false, '2026-11-01', '2026-11-01T04:00:00', '2026-11-02T04:59:59'],
  ])('in %s, UTC %s: %s begins and ends where its clock says', (zone, utc, day, from, to) => {
    shown(zone, utc);
    expect([text(dayStart(day)), text(dayEnd(day))]).toEqual([from, to]);
    for (const at of [dayStart(day), dayEnd(day)]) {
      expect(dayText(at)).toBe(day);
      expect(formatLocal(at)).toContain(String(Number(day.slice(-2))));
      expect(midnightOf(at)).toBe(dayStart(day));
      expect(midnightOf(at, 1)).toBe(dayEnd(day) + SECOND);
    }
    expect(dayText(dayStart(day) - SECOND)).not.toBe(day);
    expect(dayText(dayEnd(day) + SECOND)).not.toBe(day);
  });

  it('are none where the text is none', () => {
    expect([dayStart('soon'), dayEnd('')]).toEqual([Number.NaN, Number.NaN]);
  });
});
