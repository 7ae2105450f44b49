import { readError } from '@contract/error.ts';
import type { AnswerWire, RouteId } from '@contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../app.ts';
import { eventModel, NOW, type TestApp, testApp } from '../../testing/stub-app.ts';
import { createFeeds } from '../simulation/feeds/feeds.ts';
import { createUniverse } from '../simulation/universe.ts';

const BASE = '/prediction/v1';
const HOUR = 3_600;
const round = (eventId: string, closeTime: number, subcategory = 'btc', tag = '15m') =>
  eventModel({
    eventId,
    category: 'crypto',
    subcategory,
    tags: [tag, 'crypto'],
    closeTime,
    markets: [{ marketId: `MK-${eventId}`, endTime: closeTime }],
  });
const EVENTS = [
  eventModel({
    eventId: 'EV-CUP',
    provider: 'provider_b',
    category: 'sports',
    subcategory: 'world-cup',
    tags: ['soccer', 'world-cup'],
    markets: [{ marketId: 'MK-X' }, { marketId: 'MK-Y' }, { marketId: 'MK-Z' }],
  }),
  eventModel({
    eventId: 'EV-LEAGUE',
    category: 'sports',
    subcategory: 'npl',
    tags: ['soccer'],
    markets: [{ marketId: 'MK-L' }],
  }),
  round('EV-NEXT', NOW + 2 * HOUR),
  round('EV-NOW', NOW + HOUR),
  round('EV-LATE', NOW - 4 * HOUR),
  round('EV-GONE', NOW - 6 * HOUR),
  round('EV-ETH', NOW + HOUR, 'eth'),
  round('EV-FIVE', NOW + HOUR, 'btc', '5m'),
];

let stub: TestApp;
let app: App;
beforeAll(() => {
  stub = testApp(EVENTS);
  app = stub.app;
  const over = (at: number) => ({ status: 'closed' as const, result: 'yes' as const, resolveAt: at });
  stub.universe.states.set('MK-EV-LATE', over(NOW - 4 * HOUR));
  stub.universe.states.set('MK-EV-GONE', over(NOW - 30 * HOUR));
  stub.universe.states.set('MK-Y', over(NOW - HOUR));
  stub.universe.volumes.set('EV-CUP', { volumeUsd: 10n, volume24hr: 10n });
  stub.universe.volumes.set('EV-LEAGUE', { volumeUsd: 8n, volume24hr: 8n });
});
afterAll(() => app.close());

async function get<Id extends RouteId>(_: Id, path: string): Promise<AnswerWire<Id>> {
  const response = await app.request(BASE + path);
  expect({ path, status: response.status }).toEqual({ path, status: 200 });
  return (await response.json()) as AnswerWire<Id>;
}
const idsOf = ({ data }: { data: readonly { eventId: unknown }[] }) => data.map(({ eventId }) => eventId);
async function refusal(path: string) {
  const response = await app.request(BASE + path);
  const { param } = readError(await response.json()) ?? {};
  return { status: response.status, param };
}

describe('tags', () => {
  it('are those of a category, the most frequent first', async () => {
    const { data } = await get('listEventTags', '/events/tags?category=sports');
    expect(data).toEqual([
      { label: 'Soccer', tag: 'soccer', eventCount: 2 },
      { label: 'World Cup', tag: 'world-cup', eventCount: 1 },
    ]);
    const ofB = await get('listEventTags', '/events/tags?category=all&provider=provider_b');
    expect(ofB.data.map(({ tag }) => tag)).toEqual(['soccer', 'world-cup']);
  });

  it('count the events that the list finds by them', async () => {
    for (const { tag, eventCount } of (await get('listEventTags', '/events/tags?category=all')).data) {
      const { data } = await get('listEvents', `/events?tag=${tag}&filter=trending`);
      expect(data).toHaveLength(Number(eventCount));
    }
  });

  it('need a category', async () => {
    expect(await refusal('/events/tags')).toEqual({ status: 400, param: 'category' });
    expect(await refusal('/events/tags?category=weather')).toEqual({ status: 400, param: 'category' });
  });
});

describe('categories', () => {
  it('hold their subcategories and how many events are in each', async () => {
    const { data } = await get('listCategories', '/events/categories');
    expect(data).toEqual([
      {
        category: 'crypto',
        eventCount: 4,
        subcategories: [
          { subcategory: 'btc', label: 'Btc', eventCount: 3, filterSubcategories: ['btc'] },
          { subcategory: 'eth', label: 'Eth', eventCount: 1, filterSubcategories: ['eth'] },
        ],
      },
      {
        category: 'sports',
        eventCount: 2,
        subcategories: [
          { subcategory: 'npl', label: 'Npl', eventCount: 1, filterSubcategories: ['npl'] },
          { subcategory: 'world-cup', label: 'World Cup', eventCount: 1, filterSubcategories: ['world-cup'] },
        ],
      },
    ]);
    const all = await get('listCategories', '/events/categories?includeClosed=true');
    expect(all.data[0]?.eventCount).toBe(6);
    const ofB = await get('listCategories', '/events/categories?provider=provider_b');
    expect(ofB.data.map(({ category }) => category)).toEqual(['sports']);
  });

  it('lead to the events they count', async () => {
    for (const { subcategories } of (await get('listCategories', '/events/categories')).data) {
      for (const { eventCount, filterSubcategories } of subcategories) {
        const { pagination } = await get('listEvents', `/events?subcategories=${filterSubcategories.join()}`);
        expect(pagination.total).toBe(eventCount);
      }
    }
  });
});

describe('closed events', () => {
  it('are those of which a market closed within a day, the latest first, with all their markets', async () => {
    const { data, pagination, timestamp } = await get('listClosedEvents', '/events/closed');
    expect(idsOf({ data })).toEqual(['EV-CUP', 'EV-LATE']);
    expect(data[0]?.markets?.map(({ marketId }) => marketId)).toEqual(['MK-X', 'MK-Y', 'MK-Z']);
    expect(pagination).toEqual({ start: 0, end: 2, total: 2, hasNext: false });
    expect(Date.parse(String(timestamp))).toBe(NOW * 1_000);
  });

  it.each([
    [`?since=${NOW - 2 * HOUR}`, ['EV-CUP']],
    [`?since=${NOW - 40 * HOUR}`, ['EV-CUP', 'EV-LATE', 'EV-GONE']],
    ['?provider=provider_a', ['EV-LATE']],
    ['?start=1&end=2', ['EV-LATE']],
  ])('%s', async (query, expected) => {
    expect(idsOf(await get('listClosedEvents', `/events/closed${query}`))).toEqual(expected);
  });
});

describe('timed events', () => {
  it('are those of an asset and a span, the last five hours and all to come', async () => {
    const timed = (query: string) => get('listTimedEvents', `/events/crypto/timed?${query}`);
    const { data } = await timed('subcategory=btc&tags=15m');
    expect(idsOf({ data })).toEqual(['EV-LATE', 'EV-NOW', 'EV-NEXT']);
    expect(data[0]?.markets).toHaveLength(1);
    expect(idsOf(await timed('subcategory=btc&tags=5m'))).toEqual(['EV-FIVE']);
    expect(idsOf(await timed('subcategory=eth&tags=15m'))).toEqual(['EV-ETH']);
    expect(idsOf(await timed('subcategory=doge&tags=15m'))).toEqual([]);
    expect(idsOf(await timed('subcategory=btc&tags=15m&provider=provider_d'))).toEqual([]);
  });

  it.each([
    ['tags=15m', 'subcategory'],
    ['subcategory=btc', 'tags'],
    ['subcategory=gold&tags=15m', 'subcategory'],
    ['subcategory=btc&tags=1h', 'tags'],
  ])('need both: %s', async (query, param) => {
    expect(await refusal(`/events/crypto/timed?${query}`)).toEqual({ status: 400, param });
  });
});

describe('suggestions to anybody', () => {
  it.each([
    ['?category=sports', ['EV-CUP', 'EV-LEAGUE']],
    ['?category=sports&excludedEventId=EV-CUP', ['EV-LEAGUE']],
    ['?category=sports&provider=provider_b', ['EV-CUP']],
    ['?limit=1', ['EV-CUP']],
    ['?start=1&limit=1', ['EV-LEAGUE']],
  ])('%s', async (query, expected) => {
    expect(idsOf(await get('generalSuggestions', `/events/suggested${query}`))).toEqual(expected);
  });

  it('are five where nothing is said, and fifty at most', async () => {
    expect((await get('generalSuggestions', '/events/suggested')).data).toHaveLength(5);
    expect(await refusal('/events/suggested?limit=51')).toEqual({ status: 400, param: 'limit' });
  });
});

describe('the markets of one event', () => {
  it('come page by page, open and closed', async () => {
    const all = await get('listEventMarkets', '/events/EV-CUP/markets');
    expect(all.data.map(({ marketId, status, eventId }) => [marketId, status, eventId])).toEqual([
      ['MK-X', 'open', 'EV-CUP'],
      ['MK-Y', 'closed', 'EV-CUP'],
      ['MK-Z', 'open', 'EV-CUP'],
    ]);
    const page = await get('listEventMarkets', '/events/EV-CUP/markets?start=1&end=2');
    expect(page.data.map(({ marketId }) => marketId)).toEqual(['MK-Y']);
    expect(page.pagination).toEqual({ start: 1, end: 2, total: 3, hasNext: true });
    expect(await refusal('/events/EV-NONE/markets')).toEqual({ status: 404, param: 'eventId' });
  });

  it('are each what they are on their own, and of no other event', async () => {
    const one = await get('getEventMarket', '/events/EV-CUP/markets/MK-Y');
    expect(one).toEqual(await get('getMarket', '/markets/MK-Y'));
    for (const path of ['/events/EV-CUP/markets/MK-L', '/events/EV-CUP/markets/MK-NONE']) {
      expect(await refusal(path)).toEqual({ status: 404, param: 'marketId' });
    }
    expect(await refusal('/events/EV-NONE/markets/MK-L')).toEqual({ status: 404, param: 'eventId' });
  });
});

it('holds for the generated universe too', async () => {
  const { app: generated } = testApp([], {
    exchange: {
      universe: createUniverse({ seed: 'discovery', anchor: NOW, feeds: createFeeds({ seed: 'discovery' }) }),
    },
  });
  const ask = async (path: string) => {
    const response = await generated.request(BASE + path);
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
    return (await response.json()) as { data: { eventId: string }[] };
  };
  for (const path of [
    '/events/tags?category=all',
    '/events/categories',
    '/events/closed',
    '/events/suggested',
  ]) {
    expect((await ask(path)).data.length, path).toBeGreaterThan(0);
  }
  const { data } = await ask('/events/crypto/timed?subcategory=btc&tags=15m');
  expect(data.length).toBeGreaterThan(0);
  const [first] = data;
  expect((await ask(`/events/${first?.eventId}/markets`)).data.length).toBeGreaterThan(0);
  generated.close();
});
