/** Seconds and calendar words, all in UTC. */
export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const at = (t: number): Date => new Date(t * 1000);
const two = (n: number): string => String(n).padStart(2, '0');

/** "March". */
export const monthName = (t: number): string => MONTHS[at(t).getUTCMonth()] ?? '';
/** "Mar 4". */
export const shortDate = (t: number): string => `${monthName(t).slice(0, 3)} ${at(t).getUTCDate()}`;
/** "March 4, 2027". */
export const longDate = (t: number): string =>
  `${monthName(t)} ${at(t).getUTCDate()}, ${at(t).getUTCFullYear()}`;
/** "14:05". */
export const clockTime = (t: number): string => `${two(at(t).getUTCHours())}:${two(at(t).getUTCMinutes())}`;
export const yearOf = (t: number): number => at(t).getUTCFullYear();
/** "Q2 2027". */
export const quarterName = (t: number): string => `Q${Math.floor(at(t).getUTCMonth() / 3) + 1} ${yearOf(t)}`;

/** Midnight at or after t. */
export const ceilDay = (t: number): number => Math.ceil(t / DAY) * DAY;
export const floorDay = (t: number): number => Math.floor(t / DAY) * DAY;
/** Average month of the Gregorian calendar: series of monthly events open one such span apart. */
export const MEAN_MONTH = 30.436875 * DAY;
/** First midnight of the month (or of the quarter) nearest to t: spans of MEAN_MONTH give consecutive ones. */
export const nearestMonth = (t: number, months = 1): number =>
  Date.UTC(1970, Math.round(t / (MEAN_MONTH * months)) * months, 1) / 1000;
