import { existsSync, readFileSync } from 'node:fs';
import type { Answer, AnswerWire } from '@contract/routes.ts';
import { routes } from '@contract/routes.ts';
import { afterAll, describe, expect, it } from 'vitest';
import type { App } from '../../app.ts';
import { eventModel, NOW, type StubUniverse, testApp, WALLET } from '../../testing/stub-app.ts';
import { createFeeds } from '../simulation/feeds/feeds.ts';
import { createRecordedUniverse, createUniverse, type Universe } from '../simulation/universe.ts';

const BASE = '/prediction/v1';
type EventsAnswer = Answer<'listEvents'>;

async function get(app: App, path: string): Promise<unknown> {
  const response = await app.request(BASE + path);
  expect({ path, status: response.status }).toEqual({ path, status: 200 });
  return response.json();
}
const idsOf = (body: unknown): string[] =>
  (body as AnswerWire<'listEvents'>).data.map(({ eventId }) => eventId);

const DAY = 86_400;
const HOME = { name: 'Harbour FC', imageUrl: null, color: null, abbreviation: null };
const AWAY = { ...HOME, name: 'Weston Vale' };
const EVENTS = [
  eventModel({
    eventId: 'EV-VOTE',
    title: 'Who wins the election?',
    tags: ['vote', 'europe'],
    markets: [
      { marketId: 'MK-ONE', title: 'Party One' },
      { marketId: 'MK-TWO', title: 'Pärty Two' },
    ],
  }),
  eventModel({
    eventId: 'EV-GAME',
    provider: 'provider_b',
    category: 'sports',
    subcategory: 'npl',
    tags: ['soccer'],
    title: 'Harbour FC vs. Weston Vale',
    beginAt: NOW + 600,
    primaryMarketIds: ['MK-WIN'],
    game: {
      gameId: '77',
      sport: 'soccer',
      league: 'npl',
      home: HOME,
      away: AWAY,
      beginAt: NOW,
      endAt: NOW + 9_000,
    },
    markets: [
      {
        marketId: 'MK-WIN',
        title: 'Harbour FC',
        sportsMarketType: 'moneyline',
        providerB: {
          extMarketId: 'x-1',
          extEventId: 'x',
          betType: 1,
          marketCode: 'ML',
          category: 2,
          showCategory: 'Winner',
          sort: 1,
          combo: 0,
        },
      },
      { marketId: 'MK-TOTAL', title: 'Over 2.5', sportsMarketType: 'totals', sportsLine: '2.5' },
    ],
  }),
  eventModel({
    eventId: 'EV-ROUND',
    category: 'crypto',
    subcategory: 'btc',
    tags: ['5m', 'crypto'],
    title: 'Bitcoin Up or Down',
    openTime: NOW - 100,
    beginAt: NOW - 100,
    markets: [{ marketId: 'MK-UP', title: 'Up', oneSided: true }],
  }),
  eventModel({ eventId: 'EV-SETTLED', tags: ['1h'], markets: [{ marketId: 'MK-SETTLED', title: 'Up' }] }),
  eventModel({ eventId: 'EV-OVER', title: 'Already over', markets: [{ marketId: 'MK-OVER' }] }),
];

function setUp(): { app: App; universe: StubUniverse } {
  const { app, universe } = testApp(EVENTS, { exchange: { tradedEvents: async () => ['EV-ROUND'] } });
  universe.states.set('MK-SETTLED', { status: 'closed', result: 'yes', resolveAt: NOW - 60 });
  universe.states.set('MK-OVER', { status: 'closed', result: 'no', resolveAt: NOW - DAY });
  universe.live.add('EV-ROUND');
  universe.volumes.set('EV-VOTE', { volumeUsd: 9_000_000_000n, volume24hr: 1_000_000n });
  universe.volumes.set('EV-GAME', { volumeUsd: 5_000_000_000n, volume24hr: 3_000_000n });
  universe.volumes.set('EV-ROUND', { volumeUsd: 2_000_000n, volume24hr: 2_000_000n });
  return { app, universe };
}

describe('the list of events', () => {
  const { app } = setUp();
  afterAll(() => app.close());

  it.each([
    ['', ['EV-GAME', 'EV-ROUND', 'EV-VOTE']],
    ['?sortDirection=asc', ['EV-VOTE', 'EV-ROUND', 'EV-GAME']],
    ['?sortBy=volume', ['EV-VOTE', 'EV-GAME', 'EV-ROUND']],
    ['?sortBy=beginAt', ['EV-ROUND', 'EV-GAME', 'EV-VOTE']],
    ['?sortBy=beginAt&sortDirection=desc', ['EV-GAME', 'EV-ROUND', 'EV-VOTE']],
    ['?category=all', ['EV-GAME', 'EV-ROUND', 'EV-VOTE']],
    ['?category=sports', ['EV-GAME']],
    ['?subcategory=BTC', ['EV-ROUND']],
    ['?tags=5m', ['EV-ROUND']],
    ['?tags=1h', ['EV-SETTLED']],
    ['?tags=1h&filter=live', []],
    ['?tags=europe,soccer', ['EV-GAME', 'EV-VOTE']],
    ['?filter=live', ['EV-ROUND']],
    ['?filter=upcoming', ['EV-GAME']],
    ['?filter=new', ['EV-ROUND']],
    ['?filter=trending', ['EV-ROUND', 'EV-GAME', 'EV-VOTE']],
    ['?provider=provider_b', ['EV-GAME']],
    ['?provider=provider_d', []],
    ['?start=1&end=2', ['EV-ROUND']],
    ['?start=9', []],
    ['?limit=2', ['EV-GAME', 'EV-ROUND']],
    ['?start=1&limit=1', ['EV-ROUND']],
    ['?start=0&end=1&limit=3', ['EV-GAME']],
    ['?tag=5m', ['EV-ROUND']],
    ['?tag=1h', ['EV-SETTLED']],
    ['?tag=5m&tags=crypto,vote', ['EV-ROUND']],
    ['?tag=vote&tags=5m', []],
    ['?subcategories=btc,NPL', ['EV-GAME', 'EV-ROUND']],
    ['?subcategories=btc,npl&subcategory=npl', ['EV-GAME']],
    ['?includeClosed=true&sortBy=volume', ['EV-VOTE', 'EV-GAME', 'EV-ROUND', 'EV-OVER', 'EV-SETTLED']],
    ['?includeClosed=false', ['EV-GAME', 'EV-ROUND', 'EV-VOTE']],
    ['?includeClosed=true&tags=1h', ['EV-SETTLED']],
  ])('%s', async (query, expected) => {
    expect(idsOf(await get(app, `/events${query}`))).toEqual(expected);
  });

  it('pages by indexes, the end exclusive', async () => {
    const page = async (query: string) => ((await get(app, `/events${query}`)) as EventsAnswer).pagination;
    expect(await page('?start=0&end=2')).toEqual({ start: 0, end: 2, total: 3, hasNext: true });
    expect(await page('?start=2&end=50')).toEqual({ start: 2, end: 3, total: 3, hasNext: false });
    expect(await page('?start=7&end=9')).toEqual({ start: 7, end: 7, total: 3, hasNext: false });
  });

  it('comes with markets where asked: the winner of a game first, all of them on demand', async () => {
    const marketsOf = async (query: string) => {
      const { data } = (await get(app, `/events?category=sports${query}`)) as AnswerWire<'listEvents'>;
      return data[0]?.markets?.map(({ marketId }) => marketId);
    };
    expect(await marketsOf('')).toBeUndefined();
    expect(await marketsOf('&includeMarkets=true')).toEqual(['MK-WIN']);
    expect(await marketsOf('&includeMarkets=true&includeAllMarkets=true')).toEqual(['MK-WIN', 'MK-TOTAL']);
  });
});

describe('search', () => {
  const { app } = setUp();
  afterAll(() => app.close());

  it.each([
    ['election', ['EV-VOTE']],
    ['ELEC wins', ['EV-VOTE']],
    ['party', ['EV-VOTE']],
    ['itcoi', ['EV-ROUND']],
    ['harbour election', []],
    ['***', []],
  ])('for %s', async (text, expected) => {
    expect(idsOf(await get(app, `/events/search?query=${encodeURIComponent(text)}`))).toEqual(expected);
  });

  it.each([
    ['query=party&provider=provider_a', ['EV-VOTE']],
    ['query=party&provider=provider_b', []],
    ['query=o&start=1&end=2', ['EV-GAME']],
    ['query=o&start=1&limit=1', ['EV-GAME']],
  ])('does what its query says: %s', async (query, expected) => {
    expect(idsOf(await get(app, `/events/search?${query}`))).toEqual(expected);
  });

  it('brings the markets of what it finds where asked, and says how much there is', async () => {
    const found = async (query: string) =>
      (await get(app, `/events/search?query=harbour${query}`)) as AnswerWire<'searchEvents'>;
    expect((await found('')).data[0]).not.toHaveProperty('markets');
    expect((await found('&includeMarkets=false')).data[0]).not.toHaveProperty('markets');
    const { data, pagination } = await found('&includeMarkets=true');
    expect(data[0]?.markets?.map(({ marketId }) => marketId)).toEqual(['MK-WIN']);
    expect(pagination).toEqual({ start: 0, end: 1, total: 1, hasNext: false });
  });

  it('keeps to its limit, the best first', async () => {
    expect(idsOf(await get(app, '/events/search?query=v&limit=1'))).toHaveLength(1);
    expect(idsOf(await get(app, '/events/search?query=o'))[0]).toBeDefined();
  });
});

describe('the times of an event', () => {
  const { app } = setUp();
  afterAll(() => app.close());

  it('are those the platform sends', async () => {
    const close = new Date((NOW + 1_000_000) * 1_000).toISOString().replace('.000Z', 'Z');
    const own = await get(app, '/events/EV-GAME');
    const listed = ((await get(app, '/events?category=sports')) as { data: unknown[] }).data[0];
    const found = ((await get(app, '/events/search?query=harbour')) as { data: unknown[] }).data[0];
    for (const event of [own, listed, found]) {
      expect(event).toMatchObject({
        beginAt: String(NOW + 600),
        metadata: { beginAt: String(NOW + 600), closeTime: close },
      });
    }
    expect(await get(app, '/events/EV-VOTE')).toMatchObject({ beginAt: null, metadata: { beginAt: null } });
  });
});

describe('one of them', () => {
  const { app } = setUp();
  afterAll(() => app.close());

  it.each([
    ['', ['MK-WIN', 'MK-TOTAL']],
    ['?includeMarkets=true', ['MK-WIN', 'MK-TOTAL']],
    ['?includeAllMarkets=false', ['MK-WIN']],
    ['?includeMarkets=false', undefined],
    ['?includeMarkets=false&includeAllMarkets=true', undefined],
  ])('has the markets it is asked for: %s', async (query, expected) => {
    const { markets } = (await get(app, `/events/EV-GAME${query}`)) as AnswerWire<'getEvent'>;
    expect(markets?.map(({ marketId }) => marketId)).toEqual(expected);
  });

  it('an event has all its markets, also when it is over', async () => {
    const over = (await get(app, '/events/EV-OVER')) as AnswerWire<'getEvent'>;
    expect(over).toMatchObject({ isActive: false, metadata: { status: 'closed' } });
    const market = over.markets?.[0];
    expect(market).toMatchObject({ status: 'closed', result: 'no', pricing: { buyYesPriceUsd: null } });
    expect(market?.marketResultPubkey).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
    const game = (await get(app, '/events/EV-GAME')) as AnswerWire<'getEvent'>;
    expect(game.markets).toHaveLength(2);
  });

  it('a market is flat, in the shape of its provider', async () => {
    const one = await get(app, '/markets/MK-ONE');
    expect(one).toMatchObject({
      eventId: 'EV-VOTE',
      pricing: {
        buyYesPriceUsd: 620_000,
        sellYesPriceUsd: 610_000,
        buyNoPriceUsd: 390_000,
        sellNoPriceUsd: 380_000,
        volume: 12_345,
      },
      resolveAt: null,
      marketResultPubkey: null,
    });
    const b = await get(app, '/markets/MK-WIN');
    expect(b).toMatchObject({ extMarketId: 'x-1', marketCode: 'ML', isLive: false, category: 2 });
    expect(b).not.toHaveProperty('rulesSecondary');
    const up = (await get(app, '/markets/MK-UP')) as AnswerWire<'getMarket'>;
    expect(up.pricing).toMatchObject({ buyNoPriceUsd: 0, sellNoPriceUsd: 0 });
  });

  it('an order book is exact, and joins levels below a cent in its older form', async () => {
    const response = await app.request(`${BASE}/orderbook/MK-ONE`);
    expect(await response.text()).toBe(
      '{"yes":[[60,1.25],[60,2],[61,18546.98]],"no":[[38,0.01]],' +
        '"yes_dollars":[["0.6040",1.25],["0.6060",2],["0.6100",18546.98]],"no_dollars":[["0.3800",0.01]]}',
    );
    const over = await app.request(`${BASE}/orderbook/MK-OVER`);
    expect(over.status).toBe(400);
    expect(await over.json()).toMatchObject({ code: 'ORDERBOOK_BAD_STATUS' });
  });

  it('a score is there for games, left out of lists for others', async () => {
    expect(await get(app, '/events/EV-GAME/score')).toMatchObject({ score: '2-0', homeTeam: 'Harbour FC' });
    expect((await app.request(`${BASE}/events/EV-VOTE/score`)).status).toBe(404);
    expect((await app.request(`${BASE}/events/EV-404/score`)).status).toBe(404);
    const { data } = (await get(
      app,
      '/events/scores?eventIds=EV-VOTE,EV-GAME,EV-404,EV-GAME',
    )) as AnswerWire<'listScores'>;
    expect(data.map(({ eventId }) => eventId)).toEqual(['EV-GAME']);
    const ids = Array.from({ length: 101 }, (_, i) => `EV-${i}`).join(',');
    expect((await app.request(`${BASE}/events/scores?eventIds=${ids}`)).status).toBe(400);
  });

  it('suggestions follow what a wallet trades', async () => {
    expect(idsOf(await get(app, `/events/suggested/${WALLET}`))).toEqual(['EV-ROUND']);
    const suggested = `/events/suggested/${WALLET}`;
    expect(idsOf(await get(app, `${suggested}?provider=provider_a&limit=1`))).toEqual(['EV-ROUND']);
    expect(idsOf(await get(app, `${suggested}?provider=provider_b`))).toEqual([]);
    expect(idsOf(await get(app, `${suggested}?start=1&end=2`))).toEqual([]);
  });
});

describe('the tape', () => {
  it("holds the wallets' own trades among the simulated ones, newest first", async () => {
    const own = {
      id: 'order-7',
      ownerPubkey: WALLET,
      marketId: 'MK-ONE',
      message: '',
      timestamp: NOW - 1,
      action: 'buy',
      side: 'yes',
      eventTitle: '',
      marketTitle: '',
      amountUsd: '1',
      priceUsd: '1',
      eventImageUrl: '',
      eventId: 'EV-VOTE',
      isTeamMarket: false,
      marketOptions: null,
    };
    const { app } = testApp(EVENTS, { exchange: { recentTrades: () => [own] } });
    const { data } = (await get(app, '/trades')) as AnswerWire<'listTrades'>;
    expect(data.slice(0, 3).map(({ id }) => id)).toEqual(['sim-0', 'order-7', 'sim-1']);
    expect(data[0]?.message).toBe(`${WALLET} bought Yes for Party One at $0.62 ($6.20)`);
    app.close();
  });
});

const RECORDED = new URL('../../../../shared/data/universe/events.json', import.meta.url);
const universes: [string, () => Universe][] = [
  ['generated', () => createUniverse({ seed: 'reads', anchor: NOW, feeds: createFeeds({ seed: 'reads' }) })],
];
if (existsSync(RECORDED)) {
  const file: unknown = JSON.parse(readFileSync(RECORDED, 'utf8'));
  universes.push(['recorded', () => createRecordedUniverse({ file, seed: 'reads', anchor: NOW })]);
} else {
  console.warn('skipped: ../shared/data/universe is not here, so the recorded universe is not read');
}

describe.each(universes)('the %s universe', (_, make) => {
  const universe = make();
  const { app } = testApp([], { exchange: { universe } });
  afterAll(() => app.close());

  it('keeps the contract in every operation, page after page', async () => {
    const seen = new Set<string>();
    let start = 0;
    for (let more = true; more; ) {
      const query = `?includeMarkets=true&includeAllMarkets=true&start=${start}&end=${start + 100}`;
      const { data, pagination } = routes.listEvents.answer.parse(await get(app, `/events${query}`));
      for (const { eventId } of data) seen.add(eventId);
      start = pagination.end;
      more = pagination.hasNext;
    }
    expect(seen.size).toBe(start);
    expect(start).toBeGreaterThan(100);
  });

  it('quotes what its books hold', async () => {
    const query = '/events?includeMarkets=true&end=20';
    const { data } = routes.listEvents.answer.parse(await get(app, query));
    for (const { marketId, status } of data.flatMap(({ markets }) => markets.slice(0, 2))) {
      if (status !== 'open') continue;
      const { pricing } = routes.getMarket.answer.parse(await get(app, `/markets/${marketId}`));
      const book = routes.getOrderbook.answer.parse(await get(app, `/orderbook/${marketId}`));
      const bid = book?.yes_dollars.at(-1)?.price ?? null;
      const against = book?.no_dollars.at(-1)?.price;
      expect(pricing?.sellYesPriceUsd).toBe(bid);
      expect(pricing?.buyYesPriceUsd).toBe(against === undefined ? null : 1_000_000n - against);
    }
  });
});
