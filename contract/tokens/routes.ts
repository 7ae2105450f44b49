import * as z from 'zod/mini';
import {
  busiestParams,
  busiestQuery,
  recentQuery,
  searchQuery,
  tagQuery,
  token,
  tokenPrices,
  tokenPricesQuery,
} from './token.ts';

/** The token listing. */
export const tokenRoutes = {
  recentTokens: {
    base: 'tokens',
    method: 'GET',
    path: '/recent',
    always: true,
    summary: 'Tokens by the age of their first pool, newest first',
    query: recentQuery,
    answer: z.array(token),
  },
  searchTokens: {
    base: 'tokens',
    method: 'GET',
    path: '/search',
    summary: 'Tokens by symbol, name or address, the best match first',
    query: searchQuery,
    answer: z.array(token),
  },
  taggedTokens: {
    base: 'tokens',
    method: 'GET',
    path: '/tag',
    summary: 'Tokens that carry a tag',
    query: tagQuery,
    answer: z.array(token),
  },
  busiestTokens: {
    base: 'tokens',
    method: 'GET',
    path: '/{category}/{interval}',
    summary: 'The busiest tokens of an interval, those everybody knows left out',
    params: busiestParams,
    query: busiestQuery,
    answer: z.array(token),
  },
  tokenPrices: {
    base: 'price',
    method: 'GET',
    path: '',
    summary: 'Prices of tokens by address',
    query: tokenPricesQuery,
    answer: tokenPrices,
  },
} as const;
