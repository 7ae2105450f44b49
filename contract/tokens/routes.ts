import * as z from 'zod/mini';
import { recentQuery, searchQuery, token } from './token.ts';

/** The token listing. */
export const tokenRoutes = {
  recentTokens: {
    base: 'tokens',
    method: 'GET',
    path: '/recent',
    summary: 'Tokens by the age of their first pool, newest first',
    query: recentQuery,
    answer: z.array(token),
  },
  /** No operation of the listing the interface names: what has left the newest hundred is asked for by address. */
  searchTokens: {
    base: 'tokens',
    method: 'GET',
    path: '/search',
    summary: 'Tokens by address, those that are known',
    query: searchQuery,
    answer: z.array(token),
  },
} as const;
