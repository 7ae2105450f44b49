import * as z from 'zod/mini';

/** What an address or the browser has wrong is as if it were absent. */
export const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
export const text = (most: number) =>
  lenient(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((value) => String(value).trim().slice(0, most) || undefined),
    ),
  );
const whole = (most: number) => lenient(z.number().check(z.int(), z.gte(0), z.lte(most)));
const yes = lenient(z.literal(true));

/** Characters of a search. */
export const MAX_WORDS = 60;

/** Filters as addresses and presets have them. */
export const filterFields = {
  q: text(MAX_WORDS),
  minAge: whole(1_000_000),
  maxAge: whole(1_000_000),
  minLiquidity: whole(1_000_000_000),
  minHolders: whole(1_000_000_000),
  minScore: whole(100),
  givenUp: yes,
  launchpad: text(60),
  social: yes,
  verified: yes,
  unflagged: yes,
};
