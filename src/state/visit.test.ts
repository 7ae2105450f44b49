// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import {
  beginVisit,
  boundVisit,
  dismissLastVisit,
  lastVisit,
  type NotedMarket,
  noteOpened,
  noteVisit,
  openedMarkets,
  thisVisit,
} from './visit.ts';

const noted = (id: string, more: Partial<NotedMarket> = {}): NotedMarket => ({
  eventId: `E-${id}`,
  marketId: id,
  eventTitle: 'Cup',
  label: id,
  price: '620000',
  open: true,
  at: 1_000,
  why: 'watched',
  ...more,
});
const MINUTE = 60_000;

beforeEach(() => localStorage.clear());

it('a reload leaves nothing to compare, a pause does', () => {
  noteVisit([noted('a')], ['P1'], 10 * MINUTE);
  beginVisit(11 * MINUTE);
  expect(lastVisit.get()).toBeNull();
  beginVisit(31 * MINUTE);
  expect(lastVisit.get()).toEqual({ at: 11 * MINUTE, markets: [noted('a')], claimable: ['P1'] });
  expect(thisVisit.get().at, 'the new visit has begun').toBe(31 * MINUTE);
  beginVisit(32 * MINUTE);
  expect(lastVisit.get()?.at, 'and a reload does not touch it').toBe(11 * MINUTE);
  dismissLastVisit();
  expect(lastVisit.get()).toBeNull();
});

it('the first visit of all compares with nothing', () => {
  beginVisit(1_000 * MINUTE);
  expect(lastVisit.get()).toBeNull();
});

it('keeps what was not seen again as it was, with its own time', () => {
  noteVisit([noted('a'), noted('b')], [], 1);
  noteVisit([noted('b', { price: '700000', at: 2_000 })], [], 2);
  expect(thisVisit.get().markets.map(({ marketId, price, at }) => [marketId, price, at])).toEqual([
    ['b', '700000', 2_000],
    ['a', '620000', 1_000],
  ]);
});

it('is bounded by events, what is held first', () => {
  const many = Array.from({ length: 50 }, (_, index) => noted(`m${index}`, { why: 'opened', at: index }));
  const kept = boundVisit([...many, noted('held', { why: 'held', at: 0 })]);
  expect(kept[0]?.marketId).toBe('held');
  expect(kept).toHaveLength(16);
  expect(kept[1]?.marketId).toBe('m49');
});

it('opened markets are kept once each, the latest first', () => {
  for (const id of ['a', 'b', 'a']) noteOpened('E', id);
  expect(openedMarkets.get().map(({ marketId }) => marketId)).toEqual(['a', 'b']);
});
