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
import { watchlist } from './watchlist.ts';

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
const OWNER = 'wallet';
const MINUTE = 60_000;

beforeEach(() => {
  localStorage.clear();
  watchlist.set(['a', 'b'].map((id) => ({ eventId: `E-${id}`, title: 'Cup' })));
});

it('a reload leaves nothing to compare, a pause does', () => {
  noteVisit([noted('a')], { owner: OWNER, positions: ['P1'], at: 9 * MINUTE }, 10 * MINUTE);
  beginVisit(11 * MINUTE);
  expect(lastVisit.get()).toBeNull();
  beginVisit(31 * MINUTE);
  expect(lastVisit.get()).toEqual({
    at: 11 * MINUTE,
    markets: [noted('a')],
    claimable: ['P1'],
    claimableAt: 9 * MINUTE,
    claimableOf: OWNER,
  });
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
  noteVisit([noted('a'), noted('b')], undefined, 1);
  noteVisit([noted('b', { price: '700000', at: 2_000 })], undefined, 2);
  expect(thisVisit.get().markets.map(({ marketId, price, at }) => [marketId, price, at])).toEqual([
    ['b', '700000', 2_000],
    ['a', '620000', 1_000],
  ]);
});

it('an old tab that is closed puts nothing in the place of what another one has seen since', () => {
  noteVisit(
    [noted('a', { price: '620000', at: 13 * MINUTE })],
    { owner: OWNER, positions: ['P1', 'P2'], at: 13 * MINUTE },
    13 * MINUTE,
  );
  noteVisit(
    [noted('a', { price: '400000', at: 10 * MINUTE }), noted('b', { at: 10 * MINUTE })],
    { owner: OWNER, positions: ['P1'], at: 10 * MINUTE },
    14 * MINUTE,
  );
  const { at, markets, claimable } = thisVisit.get();
  expect(markets.map(({ marketId, price }) => [marketId, price])).toEqual([
    ['a', '620000'],
    ['b', '620000'],
  ]);
  expect(claimable).toEqual(['P1', 'P2']);
  expect(at, 'the visit itself went on until then').toBe(14 * MINUTE);
  noteVisit([], undefined, 15 * MINUTE);
  expect(thisVisit.get().claimable, 'nor does a tab that has read no positions').toEqual(['P1', 'P2']);
});

it('says of no wallet what was claimable of another, whose positions were read after its own', () => {
  noteVisit([], { owner: 'first', positions: ['P1'], at: 13 * MINUTE }, 13 * MINUTE);
  noteVisit([], { owner: 'second', positions: ['P2'], at: 10 * MINUTE }, 14 * MINUTE);
  expect(thisVisit.get()).toMatchObject({
    claimable: ['P1'],
    claimableAt: 13 * MINUTE,
    claimableOf: 'first',
  });
  noteVisit([], { owner: 'second', positions: ['P2'], at: 15 * MINUTE }, 15 * MINUTE);
  expect(thisVisit.get()).toMatchObject({ claimable: ['P2'], claimableOf: 'second' });
});

it('knows a market as what it has become since the same answer', () => {
  noteVisit([noted('a', { why: 'opened' })], undefined, 1_000);
  noteVisit([noted('a', { why: 'held' })], undefined, 2_000);
  expect(thisVisit.get().markets).toEqual([noted('a', { why: 'held' })]);
});

it('goes by what is seen now once a clock that was ahead is set right', () => {
  const ahead = 60 * MINUTE;
  noteVisit(
    [noted('a', { at: ahead }), noted('sold', { why: 'held', at: ahead })],
    { owner: OWNER, positions: ['P1'], at: ahead },
    ahead,
  );
  noteVisit(
    [noted('a', { price: '400000', at: 9 * MINUTE })],
    { owner: OWNER, positions: ['P2'], at: 9 * MINUTE },
    10 * MINUTE,
  );
  const { markets, claimable } = thisVisit.get();
  expect(markets.map(({ marketId, price }) => [marketId, price])).toEqual([['a', '400000']]);
  expect(claimable).toEqual(['P2']);
});

it('lets go of what is held or watched no longer, once that is known', () => {
  const ids = () => thisVisit.get().markets.map(({ marketId }) => marketId);
  noteVisit([noted('sold', { why: 'held' }), noted('b')], { owner: OWNER, positions: [], at: 2_000 }, 2_000);
  noteVisit([], undefined, 3_000);
  expect(ids(), 'a tab that has read no positions knows nothing of them').toEqual(['sold', 'b']);
  noteVisit([], { owner: OWNER, positions: [], at: 1_500 }, 4_000);
  expect(ids(), 'nor does one that has read them before').toEqual(['sold', 'b']);
  noteVisit([], { owner: OWNER, positions: [], at: 5_000 }, 5_000);
  expect(ids()).toEqual(['b']);
  watchlist.set([]);
  noteVisit([], undefined, 6_000);
  expect(ids()).toEqual([]);
});

it('takes the place of a visit that does not say when its claims were read', () => {
  localStorage.setItem(thisVisit.key, JSON.stringify({ at: 1, markets: [noted('a')], claimable: ['P1'] }));
  noteVisit([], { owner: OWNER, positions: ['P2'], at: 2 }, 2);
  expect(thisVisit.get().markets).toEqual([noted('a')]);
  expect(thisVisit.get().claimable).toEqual(['P2']);
});

it('is bounded by events, what is held first', () => {
  const many = Array.from({ length: 50 }, (_, index) => noted(`m${index}`, { why: 'opened', at: index }));
  const kept = boundVisit([...many, noted('held', { why: 'held', at: 0 })]);
  expect(kept[0]?.marketId).toBe('held');
  expect(kept).toHaveLength(16);
  expect(kept[1]?.marketId).toBe('m49');
});

it('is bounded by markets, also where they are all of one event', () => {
  const many = Array.from({ length: 50 }, (_, index) => noted(`m${index}`, { eventId: 'E', at: index }));
  expect(boundVisit(many).map(({ marketId }) => marketId)).toEqual(
    Array.from({ length: 40 }, (_, index) => `m${49 - index}`),
  );
});

it('leaves the visit before to compare with where nothing was seen in it', () => {
  noteVisit([noted('a')], undefined, 10 * MINUTE);
  beginVisit(30 * MINUTE);
  const before = lastVisit.get();
  expect(before?.markets).toEqual([noted('a')]);
  watchlist.set([]);
  noteVisit([], undefined, 31 * MINUTE);
  beginVisit(60 * MINUTE);
  expect(lastVisit.get()).toEqual(before);
});

it('opened markets are kept once each, the latest first', () => {
  for (const id of ['a', 'b', 'a']) noteOpened('E', id);
  expect(openedMarkets.get().map(({ marketId }) => marketId)).toEqual(['a', 'b']);
  for (let nth = 0; nth < 20; nth += 1) noteOpened('E', `m${nth}`);
  expect(openedMarkets.get()).toHaveLength(12);
  expect(openedMarkets.get()[0]?.marketId).toBe('m19');
});

it.each([
  ['of the visit', { at: 1e300, markets: [] }],
  ['of a market', { at: 1_000, markets: [noted('a', { at: -1e300 })] }],
  ['of a market dearer than any', { at: 1_000, markets: [noted('a', { price: '62000000' })] }],
])('what has a time that is no date, or a price that is none, is no visit: %s', (_, kept) => {
  localStorage.setItem(lastVisit.key, JSON.stringify({ ...kept, claimable: [] }));
  expect(lastVisit.get()).toBeNull();
});
