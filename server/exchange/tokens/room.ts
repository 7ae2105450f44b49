import { tokenReads } from './reads.ts';

/** The token listing, which nobody changes: reads alone, made of the exchange they are given. */
export const tokens = { services: tokenReads };
