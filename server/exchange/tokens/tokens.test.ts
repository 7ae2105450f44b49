import { existsSync, readFileSync } from 'node:fs';
import { pubkeyInput } from '@contract/ids.ts';
import { routes } from '@contract/routes.ts';
import { type Token, token } from '@contract/tokens/token.ts';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { NOW, testApp } from '../../testing.ts';
import { BTC, SOL } from '../ledger/mints.ts';
import { createStandingPrices } from '../triggers/prices.ts';
import { createTokenMarket, tokenReads } from './tokens.ts';

const market = createTokenMarket({ seed: 'tokens' });
const parsed = (t: number, limit = 100): Token[] =>
  routes.recentTokens.answer.parse(JSON.parse(JSON.stringify(market.recent(t, limit))));
const moment = fc.integer({ min: 0, max: 400 * 86_400 }).map((offset) => NOW + offset / 3);
const startOf = ({ firstPool }: Token): number => firstPool?.createdAt ?? Number.NaN;

describe('launches', () => {
  it('are the same for the same seed and moment, whatever was asked before', () => {
    fc.assert(
      fc.property(moment, (t) => {
        const other = createTokenMarket({ seed: 'tokens' });
        other.recent(t + 1_000, 10);
        expect(other.recent(t, 20)).toEqual(market.recent(t, 20));
      }),
      { numRuns: 20 },
    );
    expect(createTokenMarket({ seed: 'other' }).recent(NOW, 1)[0]?.id).not.toBe(market.recent(NOW, 1)[0]?.id);
  });

  it('come newest first, each once, none from the future, about one every five seconds', () => {
    const tokens = parsed(NOW);
    expect(tokens).toHaveLength(100);
    expect(new Set(tokens.map(({ id }) => id)).size).toBe(100);
    const starts = tokens.map(startOf);
    expect(starts).toEqual([...starts].sort((a, b) => b - a));
    expect(starts[0]).toBeLessThanOrEqual(NOW);
    const span = NOW - (starts.at(-1) ?? NOW);
    expect(span).toBeGreaterThan(300);
    expect(span).toBeLessThan(800);
  });

  it('never reorder or drop what stays in the window', () => {
    const before = parsed(NOW).map(({ id }) => String(id));
    const after = parsed(NOW + 60).map(({ id }) => String(id));
    const arrived = after.indexOf(before[0] ?? '');
    expect(arrived).toBeGreaterThan(3);
    expect(after.slice(arrived)).toEqual(before.slice(0, 100 - arrived));
  });

  it('have mints that are keys, and that lead back to their token', () => {
    for (const { id } of parsed(NOW)) {
      expect(pubkeyInput.safeParse(id).success).toBe(true);
      expect(createTokenMarket({ seed: 'tokens' }).token(id, NOW)?.decimals).toBeGreaterThan(0);
      expect(createTokenMarket({ seed: 'stranger' }).token(id, NOW)).toBeUndefined();
    }
    expect(market.token('', NOW)).toBeUndefined();
    expect(market.token('not base58 0OIl', NOW)).toBeUndefined();
  });
});

describe('a search', () => {
  it('answers the named tokens as the listing did, also long after they have left it, and no others', () => {
    const [newest, , old] = market.recent(NOW, 100);
    if (!newest || !old) throw new Error('nothing listed');
    expect(market.listed([old.id, newest.id, old.id], NOW)).toEqual([old, newest]);
    const later = NOW + 7_200;
    expect(market.recent(later, 100).some(({ id }) => id === old.id)).toBe(false);
    expect(market.listed([old.id], later)).toMatchObject([{ id: old.id, symbol: old.symbol }]);
    expect(market.listed([newest.id], NOW - 7_200)).toEqual([]);
    expect(market.listed(['1'.repeat(32)], NOW)).toEqual([]);
  });

  it('takes addresses, at most a hundred', () => {
    const { query } = routes.searchTokens;
    const ids = market.recent(NOW, 100).map(({ id }) => id);
    expect(query.parse({ query: ids.join(',') })).toEqual({ query: ids });
    for (const text of ['', 'SOL', `${ids[0]},`, [...ids, ids[0]].join(',')]) {
      expect(query.safeParse({ query: text }).success).toBe(false);
    }
  });
});

describe('a search by address', () => {
  const { searchTokens } = tokenReads({
    tokens: market,
    prices: createStandingPrices({
      sol: { price: () => 82_500_000n },
      btc: { price: () => 65_000_000_000n },
    }),
    clock: { now: () => NOW },
  });
  const found = (...mints: string[]) =>
    searchTokens({
      params: undefined,
      query: routes.searchTokens.query.parse({ query: mints.join(',') }),
      body: undefined,
    });

  it('finds what is listed, and what was there before any launch with its price', async () => {
    const [listed] = market.recent(NOW, 1);
    const id = listed?.id ?? '';
    const answer = z.array(token).parse(await found(SOL.address, id, SOL.address));
    expect(answer.map((one) => [one.id, one.symbol])).toEqual([
      [id, listed?.symbol],
      [SOL.address, 'SOL'],
    ]);
    expect(answer[1]).toMatchObject({ usdPrice: 82_500_000_000_000n, decimals: 9, liquidity: null });
  });

  it('prices Bitcoin by its feed, and says nothing of a mint that does not exist', async () => {
    const answer = z.array(token).parse(await found(BTC.address, '1'.repeat(32)));
    expect(answer.map(({ id, usdPrice }) => [id, usdPrice])).toEqual([
      [BTC.address, 65_000_000_000_000_000n],
    ]);
  });
});

describe('prices', () => {
  const { prices } = market;

  it('are what the listing says, positive, and null before the first trade', () => {
    const [listed] = parsed(NOW).filter(({ usdPrice }) => usdPrice !== null);
    const mint = listed?.id ?? '';
    expect(prices.priceAt(mint, NOW)).toBe(listed?.usdPrice);
    expect(prices.priceAt(mint, startOf(listed as Token) - 60)).toBeNull();
    expect(prices.priceAt('So11111111111111111111111111111111111111112', NOW)).toBeNull();
  });

  it('stay above zero for days', () => {
    const mints = parsed(NOW).map(({ id }) => id);
    fc.assert(
      fc.property(fc.constantFrom(...mints), fc.integer({ min: 10, max: 40 * 86_400 }), (mint, later) => {
        const price = prices.priceAt(mint, NOW + later);
        expect(price).not.toBeNull();
        expect((price ?? 0n) > 0n).toBe(true);
        expect(prices.priceAt(mint, Math.floor(NOW + later) + 0.99)).toBe(price);
      }),
    );
  });

  it('can be set, move the listing with them, fade, and survive being stored', () => {
    const fresh = createTokenMarket({ seed: 'tokens' });
    const before = parsed(NOW).find(({ usdPrice }) => usdPrice !== null);
    const mint = before?.id ?? '';
    const set = (before?.usdPrice ?? 0n) * 3n;
    expect(fresh.prices.setPrice(mint, set, NOW)).toBe(true);
    expect(fresh.prices.setPrice('unknown', set, NOW)).toBe(false);
    expect(fresh.prices.setPrice(mint, 0n, NOW)).toBe(false);
    const after = fresh.prices.priceAt(mint, NOW) ?? 0n;
    expect(Number(after) / Number(set)).toBeCloseTo(1, 6);
    const listed = fresh.recent(NOW, 100).find(({ id }) => id === mint);
    expect(token.parse(listed).usdPrice).toBe(after);
    const again = createTokenMarket({ seed: 'tokens' });
    again.prices.loadPins(JSON.parse(JSON.stringify(fresh.prices.pins())));
    expect(again.prices.priceAt(mint, NOW + 30)).toBe(fresh.prices.priceAt(mint, NOW + 30));
    const weekLater = NOW + 7 * 86_400;
    expect(fresh.prices.priceAt(mint, weekLater)).toBe(prices.priceAt(mint, weekLater));
  });
});

describe('records', () => {
  const many = Array.from({ length: 30 }, (_, k) => parsed(NOW + k * 601)).flat();

  it('say nothing they cannot know', () => {
    const newborn = many.filter((one) => (one.updatedAt ?? 0) - startOf(one) < 2);
    expect(newborn.length).toBeGreaterThan(0);
    for (const one of newborn) {
      expect(one).toMatchObject({ usdPrice: null, mcap: null, stats5m: null, holderCount: null });
    }
    const young = many.find((one) => startOf(one) > (one.updatedAt ?? 0) - 50 && one.stats24h !== null);
    expect(young?.stats24h).toMatchObject({ holderChange: null, volumeChange: null });
  });

  it('hold every kind: graduated, flagged, live authorities, unknown ones, missing links and names, hostile ones', () => {
    const some = (test: (one: Token) => boolean) => expect(many.some(test)).toBe(true);
    some(({ graduatedAt, graduatedPool }) => graduatedAt !== null && graduatedPool !== null);
    some(({ audit }) => audit?.isSus === true);
    some(({ mintAuthority, audit }) => mintAuthority !== null && audit?.mintAuthorityDisabled === null);
    some(({ mintAuthority, audit }) => mintAuthority === null && audit?.mintAuthorityDisabled === null);
    some(({ isVerified }) => isVerified === true);
    some(({ name }) => name === '');
    some(({ name }) => /\u202E/.test(name));
    some(({ website }) => website?.includes('javascript:') === true);
    some(({ launchpad }) => launchpad === null);
    expect(many.every(({ audit }) => audit?.isSus !== false)).toBe(true);
  });

  it('count within what they have counted: windows grow with their span', () => {
    for (const { stats5m, stats1h, stats6h, stats24h } of many) {
      if (!stats5m || !stats1h || !stats6h || !stats24h) continue;
      for (const [short, long] of [
        [stats5m, stats1h],
        [stats1h, stats6h],
        [stats6h, stats24h],
      ] as const) {
        expect((short.buyVolume ?? 0n) <= (long.buyVolume ?? 0n)).toBe(true);
        expect((short.sellVolume ?? 0n) <= (long.sellVolume ?? 0n)).toBe(true);
        expect(short.numBuys ?? 0).toBeLessThanOrEqual(long.numBuys ?? 0);
      }
      expect((stats5m.buyVolume ?? 0n) >= 0n).toBe(true);
      expect(stats5m.numTraders ?? 0).toBeLessThanOrEqual((stats5m.numBuys ?? 0) + (stats5m.numSells ?? 0));
    }
  });
});

describe('the listing on the wire', () => {
  const { app } = testApp([]);
  afterAll(() => app.close());
  const get = async (path: string, init?: RequestInit) => {
    const response = await app.request(path, init);
    return { status: response.status, body: (await response.json()) as unknown };
  };

  it('gives thirty, or as many as asked for', async () => {
    expect((await get('/tokens/v2/recent')).body).toHaveLength(30);
    expect((await get('/tokens/v2/recent?limit=1')).body).toHaveLength(1);
    expect((await get('/tokens/v2/recent?limit=100')).body).toHaveLength(100);
  });

  it.each(['0', '101', '-1', '1.5', 'x', '', '1e2', '0x10', '１０', '30&limit=30'])(
    'refuses limit=%s',
    async (limit) => {
      const { status, body } = await get(`/tokens/v2/recent?limit=${limit}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: 'Request validation failed',
        details: { limit: expect.any(String) },
      });
    },
  );

  it('refuses what it does not know, in its own form', async () => {
    expect(await get('/tokens/v2/recent?offset=2')).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    });
    expect(await get('/tokens/v2/recent', { method: 'POST' })).toMatchObject({
      status: 405,
      body: { error: expect.any(String) },
    });
  });

  it('is described, with its error', async () => {
    const { body } = await get('/openapi.json');
    const { paths } = body as { paths: Record<string, { get: { parameters: unknown[]; tags: string[] } }> };
    expect(paths['/tokens/v2/recent']?.get).toMatchObject({
      tags: ['tokens'],
      parameters: [{ name: 'limit', in: 'query', required: false }],
      responses: {
        '4XX': { content: { 'application/json': { schema: { $ref: expect.stringContaining('Plain') } } } },
      },
    });
  });
});

const FOLDER = new URL('../../../../shared/data/recorded/', import.meta.url);
const present = existsSync(FOLDER);
if (!present) console.warn('skipped: ../shared/data/recorded is not here, so no recorded token is parsed');

describe.skipIf(!present)('recorded tokens', () => {
  const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));

  it('a token of 22 seconds, to the last digit that counts', () => {
    const [young] = routes.recentTokens.answer.parse(read('token-recent.json'));
    expect(young).toMatchObject({
      symbol: 'AIBubble',
      usdPrice: 6_565_744n,
      mcap: 6_565_744_293n,
      graduatedAt: null,
    });
    expect(young?.stats5m).toMatchObject({ priceChange: -11.49923976004795, holderChange: null, numBuys: 2 });
    expect(young?.audit).toMatchObject({ mintAuthorityDisabled: true, isSus: null, devMints: null });
  });

  it('an old one and a graduated one', () => {
    const [sol] = routes.recentTokens.answer.parse(read('token-search.json'));
    expect(sol).toMatchObject({ symbol: 'SOL', decimals: 9, isVerified: true });
    const graduated = token.parse(read('token-graduated.json'));
    expect(graduated.graduatedAt).toBeGreaterThan(graduated.firstPool?.createdAt ?? 0);
  });
});
