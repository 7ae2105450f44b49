import { routes } from '@contract/routes.ts';
import { expect, it } from 'vitest';
import { JsonText } from '../../common/operation.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { createLists } from '../market-data/lists.ts';
import { createReads } from '../market-data/reads.ts';
import { roundAt, roundMarketId } from '../simulation/rounds-d/round-id.ts';
import { CLOSE, DOWN, openRounds, ROUND, UP } from './testing/rounds.ts';

it('lists rounds with their last results, prices and tokens, and no ladder', async () => {
  const database = await freshDatabase();
  const { h, feed } = await openRounds(database);
  feed.set(ROUND + 10, 65_100n);
  const { exchange } = h;
  const reads = createReads({
    universe: exchange.universe,
    clock: exchange.clock,
    tradingActive: () => true,
    recentTrades: () => [],
  });
  const lists = createLists(exchange);
  const json = (answer: unknown): unknown => (answer instanceof JsonText ? JSON.parse(answer.text) : answer);
  h.pass(30);

  const query = {
    provider: 'provider_d',
    sortBy: 'beginAt',
    sortDirection: 'asc',
    includeMarkets: true,
  } as const;
  const { data } = routes.listEvents.answer.parse(
    json(await lists.handlers.listEvents({ params: undefined, body: undefined, query })),
  );
  expect(data.map(({ beginAt }) => ((beginAt ?? 0) - ROUND) / 900)).toEqual(
    Array.from({ length: 17 }, (_, index) => index - 12),
  );
  expect(data.filter(({ isLive }) => isLive)).toHaveLength(1);
  expect(data[0]).toMatchObject({ tags: ['15m', 'crypto', 'up-or-down'], isActive: false });
  expect(data[0]?.markets.map(({ result }) => result)).toEqual(['yes', 'no']);

  const market = async (marketId: string) =>
    routes.getMarket.answer.parse(
      json(await reads.getMarket({ params: { marketId }, body: undefined, query: {} })),
    );
  const up = await market(UP);
  expect(up).toMatchObject({
    provider: 'provider_d',
    outcomeSide: 'up',
    tradable: true,
    lifecycleStatus: 'open',
    strikePriceUsd: 65_000_000_000n,
    currentPriceUsd: 65_100_000_000n,
    closePriceUsd: null,
    outcomeTokenProgram: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  });
  const down = await market(DOWN);
  expect(down.outcomeMint).not.toBe(up.outcomeMint);
  expect(up.pricing?.buyYesPriceUsd ?? 0n).toBeGreaterThan(down.pricing?.buyYesPriceUsd ?? 0n);
  const ladder = () => reads.getOrderbook({ params: { marketId: UP }, body: undefined, query: {} });
  expect(json(await ladder())).toBeNull();

  h.pass(CLOSE + 1 - exchange.clock.now());
  expect(await market(UP)).toMatchObject({ tradable: false, lifecycleStatus: 'resolving', result: null });
  h.pass(5);
  expect(await market(UP)).toMatchObject({
    lifecycleStatus: 'settled',
    result: 'yes',
    closePriceUsd: 65_100_000_000n,
  });
  await database.close();
});

it.each([2000, 2027, 2290])(
  'knows every round that is listed, and trades it, in the year %d',
  async (year) => {
    const database = await freshDatabase();
    const { h } = await openRounds(database, { begin: Date.UTC(year, 0, 2) / 1_000 });
    const { universe, clock } = h.exchange;
    const now = clock.now();
    const rounds = universe.list(now).filter(({ provider }) => provider === 'provider_d');
    expect(rounds).toHaveLength(17);
    for (const { eventId, markets } of rounds) {
      expect(universe.event(eventId, now)?.eventId).toBe(eventId);
      for (const { marketId } of markets) expect(universe.market(marketId, now)?.marketId).toBe(marketId);
    }
    const wallet = await h.wallet();
    const { positionPubkey } = await h.buy(wallet, { marketId: roundMarketId(roundAt(now), 'up') });
    await h.exchange.control.advance(1_000);
    expect(await h.position(positionPubkey)).toMatchObject({ settlementDate: expect.any(Number) });
    await database.close();
  },
);

it('takes back a result that was set, of both sides', async () => {
  const database = await freshDatabase();
  const { universe, clock } = (await openRounds(database)).h.exchange;
  const results = () => [UP, DOWN].map((side) => universe.state(side, clock.now()).result);
  const undo = universe.resolve(UP, 'yes', clock.now());
  expect(results()).toEqual(['yes', 'no']);
  expect(universe.resolve(DOWN, 'yes', clock.now())).toBeUndefined();
  undo?.();
  expect(results()).toEqual([null, null]);
  expect(universe.overrides()).toEqual([]);
  await database.close();
});

it('tells of the last day alone what was traded in it, and of a round that is long over nothing', async () => {
  const database = await freshDatabase();
  const { universe } = (await openRounds(database)).h.exchange;
  const eventId = universe.market(UP, ROUND)?.eventId ?? '';
  const { volumeUsd, volume24hr } = universe.eventVolume(eventId, CLOSE);
  expect(volumeUsd).toBeGreaterThan(0n);
  expect(volume24hr).toBe(volumeUsd);
  expect(universe.eventVolume(eventId, CLOSE + 86_400)).toEqual({ volumeUsd, volume24hr: 0n });
  await database.close();
});
