import * as z from 'zod/mini';
import { whole } from './wire.ts';

export const DEFAULT_PAGE = 20;
export const MAX_PAGE = 100;

/** `end` is exclusive. Step from `end`: a page may be shorter than asked while `hasNext` is true. */
export const pagination = z.object({ start: whole, end: whole, total: whole, hasNext: z.boolean() });
export type Pagination = z.output<typeof pagination>;

export const paged = <T extends z.ZodMiniType>(item: T) => z.object({ data: z.array(item), pagination });
export const listed = <T extends z.ZodMiniType>(item: T) =>
  z.object({ data: z.array(item), pagination: z.optional(pagination) });

const QUERY_INTEGER = /^\d{1,9}$/;
/** Whole number in a query string. */
export const queryInteger = z.pipe(
  z.string().check(z.regex(QUERY_INTEGER, 'must be a whole number')),
  z.transform((text) => Number(text)),
);
/** Unix seconds in a query string. */
export const queryInstant = z.pipe(
  z.string().check(z.regex(/^\d{1,11}$/, 'must be Unix seconds')),
  z.transform((text) => Number(text)),
);
/** `true` or `false` in a query string. */
export const queryBoolean = z.pipe(
  z.enum(['true', 'false'], 'must be true or false'),
  z.transform((text) => text === 'true'),
);
/** Texts between commas, at most so many. */
export const queryList = <T extends z.ZodMiniType<unknown, string>>(item: T, most: number, what: string) =>
  z.pipe(
    z.string().check(z.minLength(1, `must name at least one ${what}`)),
    z.pipe(
      z.transform((text: string) => text.split(',').map((part) => part.trim())),
      z.array(item).check(z.maxLength(most, `must name at most ${most}`)),
    ),
  );
/** Fields of every paged query. */
export const pageQuery = { start: z.optional(queryInteger), end: z.optional(queryInteger) };

/** A length of a page beside `start` and `end`, where it is documented; `end` goes before it. */
export const pageLimit = (most: number) =>
  z.optional(queryInteger.check(z.gte(1, 'must be 1 or more'), z.lte(most, `must be at most ${most}`)));

export interface PageRange {
  start: number;
  end: number;
}
/** The range asked for, at most MAX_PAGE long; undefined when `end` is before `start`. */
export function pageRange(
  query: { start?: number | undefined; end?: number | undefined; limit?: number | undefined },
  length = DEFAULT_PAGE,
): PageRange | undefined {
  const start = query.start ?? 0;
  const end = query.end ?? start + (query.limit ?? length);
  return end < start ? undefined : { start, end: Math.min(end, start + MAX_PAGE) };
}

/** How much of a range lies within the first `most` items of a list. */
export const lengthWithin = ({ start, end }: PageRange, most: number): number =>
  Math.max(0, Math.min(end, most) - start);

/** Pagination of a page cut from a list of `total` items. */
export function paginationOf(range: PageRange, total: number): Pagination {
  const end = Math.min(range.end, Math.max(total, range.start));
  return { start: range.start, end, total, hasNext: end < total };
}
