const two = (value: number): string => String(value).padStart(2, '0');

let utc = false;
let halfDays = false;
/** What a date begins with. */
type DateOrder = 'day' | 'month' | 'year';
let order: DateOrder = 'day';
/** How times are shown: of the world's zone and not of the reader's, by a clock of twelve hours, and in which order. */
export function showTimes(as: { utc: boolean; halfDays: boolean; order?: DateOrder }): void {
  ({ utc, halfDays, order = 'day' } = as);
}

/** A date whose UTC fields are those of the zone that is shown. */
const shown = (unixMs: number): Date =>
  new Date(utc ? unixMs : unixMs - new Date(unixMs).getTimezoneOffset() * 60_000);

/*
 * Days are those of the zone that is shown, and not all of them have 24 hours: where one ends is where the next begins.
 */

/** When a day begins, Unix ms; `month` counts from 0, and a day past the end of a month is one of the next. */
export const midnightOn = (year: number, month: number, day: number): number =>
  utc ? Date.UTC(year, month, day) : new Date(year, month, day).getTime();
const startOf = (date: Date, daysAfter: number): number =>
  midnightOn(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + daysAfter);
/** When the day of a moment began, or one so many days after it. */
export const midnightOf = (unixMs: number, daysAfter = 0): number => startOf(shown(unixMs), daysAfter);
/** "2026-10-03": the day of a moment, as fields of dates and addresses have it. */
export const dayText = (unixMs: number): string => shown(unixMs).toISOString().slice(0, 10);
/** First and last second of such a day; NaN where the text is none. */
export const dayStart = (text: string): number => startOf(new Date(`${text}T00:00:00Z`), 0);
export const dayEnd = (text: string): number => startOf(new Date(`${text}T00:00:00Z`), 1) - 1_000;

function clock(unixMs: number, seconds: boolean): string {
  const date = shown(unixMs);
  const hours = date.getUTCHours();
  const rest = `${two(date.getUTCMinutes())}${seconds ? `:${two(date.getUTCSeconds())}` : ''}`;
  return halfDays ? `${hours % 12 || 12}:${rest} ${hours < 12 ? 'am' : 'pm'}` : `${two(hours)}:${rest}`;
}

/** Clock time to the minute, "14:02". Without `Intl`: to make a formatter for each is slow. */
export const formatMinute = (unixMs: number): string => clock(unixMs, false);
/** The same to the second, "14:02:31". */
export const formatClock = (unixMs: number): string => clock(unixMs, true);
/** On longer axes marks stand minutes apart, however wide the chart. */
const SECONDS_WITHIN = 7_200;
/**
 * A mark of a time axis of so many seconds: its day where it is the first mark of one, else its time. On a short axis it
 * has seconds where it stands between minutes, so that no two marks read alike; on one of hours every mark is a time.
 */
export const formatTick = (unixMs: number, span: number, isFirstOfDay: boolean): string =>
  isFirstOfDay && span > 86_400
    ? formatDay(unixMs)
    : clock(unixMs, span <= SECONDS_WITHIN && unixMs % 60_000 !== 0);

const DAYS: Record<Exclude<DateOrder, 'year'>, Intl.DateTimeFormat> = {
  day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
};

/** "3 Oct" in the zone that is shown; "Oct 3" or "10-03" where dates begin with the month or the year. */
export function formatDay(unixMs: number): string {
  const date = shown(unixMs);
  return order === 'year' ? date.toISOString().slice(5, 10) : DAYS[order].format(date);
}
/** The same with its year: "3 Oct 2026", "Oct 3, 2026", "2026-10-03". */
function formatDate(unixMs: number): string {
  const year = shown(unixMs).getUTCFullYear();
  if (order === 'year') return `${year}-${formatDay(unixMs)}`;
  return `${formatDay(unixMs)}${order === 'month' ? ',' : ''} ${year}`;
}
/** "3 Oct 2026, 14:02:31" in the reader's zone; another one is named. */
export const formatLocal = (unixMs: number): string =>
  `${formatDate(unixMs)}, ${formatClock(unixMs)}${utc ? ' UTC' : ''}`;
/** "3 Oct, 14:02" in the reader's zone. */
export const formatShortLocal = (unixMs: number): string => `${formatDay(unixMs)}, ${formatMinute(unixMs)}`;
/** The same to the second where it is not a whole minute, "3 Oct, 14:02:31": no two moments read alike. */
export const formatMoment = (unixMs: number): string =>
  `${formatDay(unixMs)}, ${clock(unixMs, Math.floor(unixMs / 1_000) % 60 !== 0)}`;
/** A moment that is mostly one of today: its time alone, "14:02:31", and with its day where that is another. */
export const formatLately = (unixMs: number, now: number): string =>
  `${dayText(unixMs) === dayText(now) ? '' : `${formatDay(unixMs)}, `}${formatClock(unixMs)}`;
/** "2026-10-03 12:02:31 UTC". */
export const formatUtc = (unixMs: number): string =>
  `${new Date(unixMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const DAY_MS = 86_400_000;
const monthOf = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A far end as a date, "26 Sep", "Mar 2028" or "2028-03"; undefined of one so near that the time left says more. */
export function formatEnd(unixMs: number, now: number): string | undefined {
  const days = (unixMs - now) / DAY_MS;
  if (days < 60) return undefined;
  if (days < 300) return formatDay(unixMs);
  return order === 'year' ? shown(unixMs).toISOString().slice(0, 7) : monthOf.format(shown(unixMs));
}

/**
 * Time left: "04:12" below an hour, "1:24:09" below a day, "24d" below a year, "2y" above; "0:00" when past.
 */
export function formatLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  // To the nearest: what was just given seven days says seven.
  const days = Math.round(seconds / 86_400);
  if (days >= 365) return `${Math.floor(days / 365)}y`;
  if (seconds >= 86_400) return `${days}d`;
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (hours === 0) return `${two(minutes)}:${two(seconds % 60)}`;
  return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}

/** The same below a day where a time of day stands beside it: "04m 12s", "1h 24m 09s". */
export function formatLeftInUnits(milliseconds: number): string {
  const text = formatLeft(milliseconds);
  const parts = text.split(':');
  if (parts.length === 1) return text;
  return parts.map((part, index) => part + ('hms'.slice(-parts.length)[index] ?? '')).join(' ');
}

/** "5 min ago", "in 3 h", "just now": whole units, rounded down. */
export function formatRelative(unixMs: number, now: number): string {
  const seconds = Math.floor(Math.abs(unixMs - now) / 1_000);
  if (seconds < 5) return 'just now';
  const [amount, unit] =
    seconds < 60
      ? [seconds, 's']
      : seconds < 3_600
        ? [Math.floor(seconds / 60), 'min']
        : seconds < 86_400
          ? [Math.floor(seconds / 3_600), 'h']
          : [Math.floor(seconds / 86_400), 'd'];
  return unixMs < now ? `${amount} ${unit} ago` : `in ${amount} ${unit}`;
}
