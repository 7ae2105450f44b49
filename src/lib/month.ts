import { dayText, midnightOn } from './time.ts';

/** A month of the calendar in the zone that is shown. */
export interface Month {
  year: number;
  /** 0 to 11. */
  month: number;
}

/** The month of a moment, Unix seconds. */
export function monthOf(seconds: number): Month {
  const [year = 0, month = 0] = dayText(seconds * 1_000)
    .split('-')
    .map(Number);
  return { year, month: month - 1 };
}

/** The one `by` months later; earlier where that is negative. */
export function monthAfter({ year, month }: Month, by: number): Month {
  const all = year * 12 + month + by;
  return { year: Math.floor(all / 12), month: ((all % 12) + 12) % 12 };
}

/** Less than zero where `a` is before `b`. */
export const compareMonths = (a: Month, b: Month): number => (a.year - b.year) * 12 + a.month - b.month;

/** Midnights of its days, and that of the first of the next month; Unix seconds. Not every day has 24 hours. */
export function midnightsOf({ year, month }: Month): number[] {
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Array.from({ length: days + 1 }, (_, day) => midnightOn(year, month, day + 1) / 1_000);
}

/** Days of the week before its first, which begins on Monday. */
export const daysBefore = ({ year, month }: Month): number =>
  (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7;

const inWords = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** "October 2026". */
export const monthText = ({ year, month }: Month): string => inWords.format(Date.UTC(year, month, 1));
