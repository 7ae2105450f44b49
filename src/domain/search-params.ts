import * as z from 'zod/mini';

/**
 * What an address or the browser has wrong is as if it were absent: it is there, undefined. The router keeps what stands
 * in the address of everything that is not.
 */
export const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

/** Words, of which so many characters are taken; absent where there are none. */
export const words = (most: number) =>
  lenient(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((value) => String(value).trim().slice(0, most) || undefined),
    ),
  );

/** Without the fields that are absent, so that plain addresses stay plain. */
export const defined = <T extends object>(search: T) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
