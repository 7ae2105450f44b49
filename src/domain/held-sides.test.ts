import type { MarketId, Side } from '@contract/ids.ts';
import { expect, test } from 'vitest';
import { eventOf } from './event.fixtures.ts';
import { heldSides, toneFor } from './held-sides.ts';

const id = 'A' as MarketId;
const sides = (...held: boolean[]) => heldSides(held.map((isYes) => ({ marketId: id, isYes }))).get(id);

test('takes the side of what is held for won and lost', () => {
  const [won] = eventOf([{ marketId: 'A', status: 'closed', result: 'yes' }]).markets;
  if (!won) throw new Error('no market');
  const tone = (...held: boolean[]) => toneFor(won, sides(...held));
  expect([tone(), tone(true), tone(false), tone(true, false)]).toEqual(['neutral', 'yes', 'no', 'neutral']);
});

test('knows the sides by their market', () => {
  expect([...(sides(false) ?? new Set<Side>())]).toEqual(['no']);
  expect([...(sides(true, false, true) ?? [])]).toEqual(['yes', 'no']);
});
