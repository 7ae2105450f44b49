/** A month of the reader's calendar. */
export interface Month {
  year: number;
  /** 0 to 11. */
  month: number;
}

/** The month of a moment, Unix seconds. */
export function monthOf(seconds: number): Month {
  const at = new Date(seconds * 1_000);
  return { year: at.getFullYear(), month: at.getMonth() };
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
  const days = new Date(year, month + 1, 0).getDate();
  return Array.from({ length: days + 1 }, (_, day) => new Date(year, month, day + 1).getTime() / 1_000);
}

/** Days of the week before its first, which begins on Monday. */
export const daysBefore = ({ year, month }: Month): number => (new Date(year, month, 1).getDay() + 6) % 7;

const two = (value: number): string => String(value).padStart(2, '0');
/** "2026-10-03": the day in the reader's zone on which a moment falls, Unix seconds. */
export function dayText(seconds: number): string {
  const at = new Date(seconds * 1_000);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

const inWords = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** "October 2026". */
export const monthText = ({ year, month }: Month): string => inWords.format(Date.UTC(year, month, 1));
