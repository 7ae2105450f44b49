import * as z from 'zod/mini';
import { lenient, words } from './search-params.ts';

const whole = (most: number) => lenient(z.number().check(z.int(), z.gte(0), z.lte(most)));
const yes = lenient(z.literal(true));

/** Characters of a search. */
export const MAX_WORDS = 60;

/** Filters as addresses and presets have them. */
export const filterFields = {
  q: words(MAX_WORDS),
  minAge: whole(1_000_000),
  maxAge: whole(1_000_000),
  minLiquidity: whole(1_000_000_000),
  minHolders: whole(1_000_000_000),
  minScore: whole(100),
  givenUp: yes,
  launchpad: words(60),
  social: yes,
  verified: yes,
  unflagged: yes,
};
