import type { EventId, MarketId } from '@contract/ids.ts';
import { microUsd } from '@contract/money.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Movers } from '@/api/movers.queries.ts';
import { leastOf, movesOf, rank } from './rank.ts';
import { listed, sampleEvent } from './testing.tsx';

const mover = (eventId: string | null, marketId: string, change: bigint): Movers[number] => ({
  marketId: marketId as MarketId,
  eventId: eventId as EventId | null,
  title: marketId,
  eventTitle: '',
  fromPrice: microUsd(500_000n),
  toPrice: microUsd(500_000n + change),
  change: microUsd(change),
  since: 1,
});
const event = (eventId: string, closeTime: number | null = null, isActive = true) =>
  listed(
    sampleEvent({
      eventId,
      isActive,
      metadata: {
        eventId,
        title: eventId,
        closeTime: closeTime === null ? null : new Date(closeTime * 1_000).toISOString(),
      },
    }),
  );

test('an event counts by the outcome that went furthest; what no event is known of is left out', () => {
  const movers = [
    mover('b', 'b1', -90_000n),
    mover(null, 'lost', 80_000n),
    mover('a', 'a1', 70_000n),
    mover('b', 'b2', 60_000n),
  ];
  const moves = movesOf(movers, '24h');
  expect([...moves]).toEqual([
    ['b', { marketId: 'b1', change: -90_000n, span: '24h' }],
    ['a', { marketId: 'a1', change: 70_000n, span: '24h' }],
  ]);
  expect(leastOf(movers)).toBe(60_000n);
  const items = ['x', 'a', 'y', 'b'].map((id) => event(id));
  expect(rank(items, moves, 0)).toEqual([3, 1, 0, 2]);
});

test('what ends next comes first, what runs over before it; what has ended or has no end last', () => {
  const items = [
    event('none'),
    event('late', 300),
    event('over', 150, false),
    event('soon', 200),
    event('overrun', 90),
  ];
  expect(rank(items, undefined, 100)).toEqual([4, 3, 1, 0, 2]);
});

test('every item has one place, and those without a move stay in the order they came in', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(40), { maxLength: 20 }),
      fc.uniqueArray(fc.nat(40), { maxLength: 20 }),
      (here, moved) => {
        const items = here.map((id) => event(String(id)));
        const moves = movesOf(
          moved.map((id) => mover(String(id), `m${id}`, 1n)),
          '1h',
        );
        const places = rank(items, moves, 0);
        expect(places.toSorted((a, b) => a - b)).toEqual(here.map((_, place) => place));
        const order = places.map((place) => here[place] ?? -1);
        expect(order).toEqual([
          ...moved.filter((id) => here.includes(id)),
          ...here.filter((id) => !moved.includes(id)),
        ]);
      },
    ),
    { numRuns: 50 },
  );
});
