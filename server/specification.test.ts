import { setImmediate } from 'node:timers/promises';
import { DEFAULT_BASES } from '@contract/config.ts';
import { type RouteId, routes } from '@contract/routes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from './common/errors.ts';
import { freshDatabase } from './db/testing/database.ts';
import { TestFeed } from './exchange/rounds/testing/rounds.ts';
import { createFeeds } from './exchange/simulation/feeds/feeds.ts';
import { createUniverse } from './exchange/simulation/universe.ts';
import { type Answered, expectSpecified } from './exchange/testing/answers.ts';
import { expectAllSettled, expectBooksAgree, expectConserved } from './exchange/testing/books.ts';
import { Harness } from './exchange/testing/exchange.ts';
import { Life } from './exchange/testing/life.ts';
import { LifeUniverse } from './exchange/testing/life-universe.ts';
import type { AppExchange } from './paper-deps.ts';
import { openPaperApp } from './testing/paper-app.ts';
import { specificationFaults, specified } from './testing/specification.ts';
import { eventModel, NOW, testApp } from './testing/stub-app.ts';

/* Every answer of every operation is what the interface says, whatever happened before. */

interface Answering {
  request(path: string): Response | Promise<Response>;
}

/** Asks for one read and looks at what comes; a refusal has to be one that is described. */
async function read(
  app: Answering,
  answered: Answered,
  id: RouteId,
  params: Record<string, string>,
  query = '',
): Promise<unknown> {
  const { base, path } = routes[id];
  const address =
    DEFAULT_BASES[base] + path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') + query;
  const response = await app.request(address);
  const json: unknown = await response.json();
  if (response.status >= 500) throw new Error(`${address}: ${response.status} ${JSON.stringify(json)}`);
  if (response.status === 200) expectSpecified(id, json, answered);
  return response.status === 200 ? json : undefined;
}

type Wire = { readonly data?: readonly Record<string, unknown>[] } | undefined;
const fieldOf = (answer: unknown, name: string): string =>
  String((answer as Wire)?.data?.[0]?.[name] ?? '11111111111111111111111111111111');

/** Every read that needs no sign-in, for one wallet. */
async function readAll(app: Answering, answered: Answered, owner: string): Promise<void> {
  const ask = (id: RouteId, params: Record<string, string> = {}, query = '') =>
    read(app, answered, id, params, query);
  const by = `?ownerPubkey=${owner}&end=100`;
  await ask('listEvents', {}, '?includeMarkets=true&includeClosed=true&end=100');
  const events = await ask('listEvents', {}, '?includeMarkets=true');
  const eventId = fieldOf(events, 'eventId');
  const { markets } = ((events as Wire)?.data?.[0] ?? {}) as { markets?: { marketId: string }[] };
  const marketId = markets?.[0]?.marketId ?? 'L0';
  await ask('searchEvents', {}, '?query=le&includeMarkets=true');
  await ask('suggestedEvents', { pubkey: owner });
  await ask('generalSuggestions', {}, '?limit=50');
  await ask('listEventTags', {}, '?category=all');
  await ask('listCategories', {}, '?includeClosed=true');
  await ask('listClosedEvents', {}, '?end=100');
  await ask('listTimedEvents', {}, '?subcategory=btc&tags=15m');
  await ask('listEvents', {}, '?provider=provider_d&includeMarkets=true&includeAllMarkets=true');
  await ask('getEvent', { eventId });
  await ask('listEventMarkets', { eventId });
  await ask('getEventMarket', { eventId, marketId });
  await ask('getMarket', { marketId });
  await ask('getOrderbook', { marketId });
  await ask('getTradingStatus');
  await ask('getVaultInfo');
  await ask('listTrades');
  await ask('listScores', {}, `?eventIds=${eventId}`);
  const orders = await ask('listOrders', {}, by);
  const orderPubkey = fieldOf(orders, 'pubkey');
  await ask('getOrder', { orderPubkey });
  await ask('orderStatus', { orderPubkey });
  const positions = await ask('listPositions', {}, by);
  await ask('getPosition', { positionPubkey: fieldOf(positions, 'pubkey') });
  await ask('listPositionsV2', {}, `?ownerPubkey=${owner}`);
  await ask('listHistory', {}, by);
  await ask('listHistoryV2', {}, by);
  await ask('listSlips', {}, `?walletAddress=${owner}`);
  await ask('parlayStats');
  await ask('recentTokens', {}, '?limit=100');
}

const refusedOnly = (error: unknown): undefined => {
  if (isRefusal(error)) return undefined;
  throw error;
};

/** Builds for a wallet what its life does not: one sale, which nobody signs, and one return. */
async function buildOthers({ services }: Harness<LifeUniverse>, ownerPubkey: string): Promise<void> {
  const query = { ownerPubkey, end: 100 };
  const positions = await services.listPositions({ query });
  const held = positions.data.find(({ contractsMicro, claimable }) => contractsMicro !== '0' && !claimable);
  const positionPubkey = String(held?.pubkey);
  const sale =
    held && (await services.closePosition({ params: { positionPubkey }, body: {} }).catch(refusedOnly));
  // Nobody has signed it: it fails, and says so.
  if (sale) await services.executeAlias({ body: { signedTransaction: String(sale.transaction) } });
  const orders = await services.listOrders({ query });
  const orderPubkey = String(orders.data.find(({ status }) => status === 'pending')?.pubkey);
  await services.closeOrder({ body: { orderPubkey } }).catch(refusedOnly);
}

/** What only who has signed in, or the first version, is asked for: `triggers/` holds its own lives to the same. */
const OF_TRIGGERS: readonly RouteId[] = [
  ...(['getVault', 'registerVault', 'craftDeposit', 'createPriceOrder', 'updatePriceOrder'] as const),
  ...(['cancelPriceOrder', 'confirmCancelPriceOrder', 'listTriggerOrders'] as const),
];
/** Asked for below: games, and tokens by their address. */
const ELSEWHERE: readonly RouteId[] = ['getScore', 'searchTokens'];

describe('the answers of an exchange', () => {
  it('are as specified all through random lives, which keep every unit', { timeout: 300_000 }, async () => {
    const answered: Answered = new Map();
    for (const seed of [20_261_123, 11]) {
      const database = await freshDatabase();
      const feed = new TestFeed();
      const h = await Harness.openOn(database, new LifeUniverse(), {
        feed,
        fillDelayMs: 3_000,
        forgetSeconds: 20,
      });
      const life = await Life.begin(h, (t, usd) => feed.set(t, usd), seed);
      const log: unknown[] = [];
      for (let step = 1; step <= 300; step++) {
        const name = await life.step();
        if (step % 30 !== 0) continue;
        const paper = openPaperApp(h.exchange, log);
        try {
          const { wallet } = life.players[step % life.players.length] ?? {};
          await readAll(paper.app, answered, wallet?.address ?? '');
          await buildOthers(h, wallet?.address ?? '');
          await expectConserved(h, life.players);
        } catch (cause) {
          throw new Error(`seed ${seed}, step ${step} (${name})`, { cause });
        } finally {
          paper.close();
        }
      }
      await life.settle();
      await expectBooksAgree(h, life.players);
      await life.end();
      const paper = openPaperApp(h.exchange, log);
      for (const { wallet } of life.players) await readAll(paper.app, answered, wallet.address);
      paper.close();
      await expectConserved(h, life.players);
      await expectAllSettled(h, life.players);
      expect([...log, ...h.log]).toEqual([]);
      for (const [id, count] of h.answered) answered.set(id, (answered.get(id) ?? 0) + count);
      await database.close();
    }
    const missing = specified.filter((id) => !answered.has(id));
    expect(missing.filter((id) => !OF_TRIGGERS.includes(id) && !ELSEWHERE.includes(id))).toEqual([]);
  });

  it('are as specified for every event of the generated universe, at any time', async () => {
    const answered: Answered = new Map();
    const universe = createUniverse({
      seed: 'specification',
      anchor: NOW,
      feeds: createFeeds({ seed: 'specification' }),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 6 * 86_400 }), fc.nat(40), async (later, start) => {
        // All of this computes: the lock of a database that the tests of this process are lent needs its turns.
        await setImmediate();
        const t = NOW + later;
        const clock = { now: () => t, wall: () => t } as AppExchange['clock'];
        const { app } = testApp([], { exchange: { universe, clock } });
        const events = universe.list(t);
        const games = events.filter(({ game }) => game !== null);
        const ask = (id: RouteId, params: Record<string, string> = {}, query = '') =>
          read(app, answered, id, params, query);
        const page = `?includeMarkets=true&includeAllMarkets=true&includeClosed=true&start=${start}&limit=60`;
        await ask('listEvents', {}, page);
        await ask('listScores', {}, `?eventIds=${games.slice(0, 100).map(({ eventId }) => eventId)}`);
        for (const { eventId, markets } of events.slice(start * 3, start * 3 + 6)) {
          await ask('getEvent', { eventId });
          await ask('getScore', { eventId });
          for (const { marketId } of markets.slice(0, 3)) {
            await ask('getMarket', { marketId });
            await ask('getOrderbook', { marketId });
          }
        }
        const [game] = games.slice(start % Math.max(1, games.length));
        if (game) await ask('getScore', { eventId: game.eventId });
        await ask('listTrades');
        await ask('listClosedEvents');
        app.close();
      }),
      { numRuns: 25, seed: 20_261_123, endOnFailure: true },
    );
    expect([...answered.keys()]).toEqual(expect.arrayContaining(['getScore', 'listScores', 'getOrderbook']));
  });

  it('are as specified of the tokens of the listing, by whatever way', async () => {
    const answered: Answered = new Map();
    const { app } = testApp([]);
    const recent = (await read(app, answered, 'recentTokens', {}, '?limit=100')) as { id: string }[];
    expect(recent.length).toBeGreaterThan(0);
    const ids = recent.slice(0, 20).map(({ id }) => id);
    await read(app, answered, 'searchTokens', {}, `?query=${ids.join()}`);
    expect(answered.get('searchTokens')).toBe(1);
    app.close();
  });
});

describe('the tables of the specification', () => {
  const { app } = testApp([eventModel({ eventId: 'EV-1', beginAt: NOW, markets: [{ marketId: 'MK-1' }] })]);
  it.each<[string, (event: Record<string, unknown>) => void]>([
    ['a field is missing', (event) => delete event.volumeUsd],
    ['a number stands for text', (event) => Object.assign(event, { volumeUsd: 5 })],
    ['a time is in another form', (event) => Object.assign(event, { beginAt: '2027-01-15T08:00:00Z' })],
    ['a close is in another form', (event) => Object.assign(event.metadata as object, { closeTime: NOW })],
    ['a picture is empty', (event) => Object.assign(event.metadata as object, { imageUrl: '' })],
    ['a choice is another', (event) => Object.assign(event, { category: 'weather' })],
    ['a list holds something else', (event) => Object.assign(event, { tags: [5] })],
    ['a market lacks its result', (event) => delete (event.markets as Record<string, unknown>[])[0]?.result],
  ])('notice when %s', async (_, change) => {
    const response = await app.request('/prediction/v1/events/EV-1');
    const event = (await response.json()) as Record<string, unknown>;
    expect(specificationFaults('getEvent', event)).toEqual([]);
    change(event);
    expect(specificationFaults('getEvent', event)).not.toEqual([]);
  });
});
