import { expect, it } from 'vitest';
import { freshDatabase } from '../db/testing.ts';
import { liveThrough } from './testing/lives.ts';

it('keeps every unit and adds up every wallet over two lives of 1,250 actions', {
  timeout: 300_000,
}, async () => {
  expect(await liveThrough(freshDatabase, [20_261_121, 7], 1_250)).toEqual([]);
});
