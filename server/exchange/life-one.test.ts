import { expect, it } from 'vitest';
import { freshDatabase } from '../db/testing/database.ts';
import { liveThrough } from './testing/lives.ts';

/** In full: a second life. */
const SEEDS = process.env.FULL_LENGTH ? [20_261_121, 7] : [20_261_121];

it('keeps every unit and adds up every wallet over lives of 1,250 actions', {
  timeout: 300_000,
}, async () => {
  expect(await liveThrough(freshDatabase, SEEDS, 1_250)).toEqual([]);
});
