import * as z from 'zod/mini';

/**
 * What an address or the browser has wrong is as if it were absent: it is there, undefined. The router keeps what stands
 * in the address of everything that is not.
 */
export const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

/** Control characters, which services refuse. */
const CONTROLS = /\p{Cc}/gu;
/** Half of a character. */
const HALVES = /\p{Cs}/gu;

/** Words, of which so many characters are taken; absent where there are none. */
export const words = (most: number) =>
  lenient(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((value) => {
        const text = String(value).replace(CONTROLS, ' ').trim();
        return text.slice(0, most).replace(HALVES, '') || undefined;
      }),
    ),
  );

/** Without the fields that are absent, so that plain addresses stay plain. */
export const defined = <T extends object>(search: T) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
