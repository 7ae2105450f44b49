import { existsSync, readFileSync } from 'node:fs';
import { pubkeyInput } from '@contract/ids.ts';
import { routes } from '@contract/routes.ts';
import { BUSIEST, INTERVALS, type Token, token, tokenPrices } from '@contract/tokens/token.ts';
import bs58 from 'bs58';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { NOW, testApp } from '../../testing/stub-app.ts';
import { BTC, SOL } from '../ledger/mints.ts';
import { createStandingPrices, withListed } from '../triggers/prices.ts';
import { tokenReads } from './reads.ts';
import { findTokens, plain } from './search.ts';
import { createTokenMarket, type TokenMarket } from './tokens.ts';

const market = createTokenMarket({ seed: 'tokens' });
const reads = tokenReads({
  tokens: market,
  prices: withListed(
    createStandingPrices({ sol: { price: () => 82_500_000n }, btc: { price: () => 65_000_000_000n } }),
    market,
  ),
  clock: { now: () => NOW },
});
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

  it('are not looked for in text that is longer than any key, which would take seconds to decode', () => {
    const decode = vi.spyOn(bs58, 'decodeUnsafe');
    const tooLong = 'z'.repeat(45);
    expect(market.token(tooLong, NOW)).toBeUndefined();
    expect(market.prices.priceAt(tooLong, NOW)).toBeNull();
    expect(market.listed([tooLong], NOW)).toEqual([]);
    expect(decode).not.toHaveBeenCalled();
    expect(market.token('z'.repeat(44), NOW)).toBeUndefined();
    expect(decode).toHaveBeenCalledOnce();
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

  it('takes symbols, names and addresses, at most a hundred', () => {
    const { query } = routes.searchTokens;
    const ids = market.recent(NOW, 100).map(({ id }) => id);
    expect(query.parse({ query: ids.join(',') })).toEqual({ query: ids });
    expect(query.parse({ query: 'sol, Bitcoin', limit: '5' })).toEqual({
      query: ['sol', 'Bitcoin'],
      limit: 5,
    });
    for (const text of ['', `${ids[0]},`, 'x'.repeat(65), [...ids, ids[0]].join(',')]) {
      expect(query.safeParse({ query: text }).success).toBe(false);
    }
    for (const limit of ['0', '101', 'x']) {
      expect(query.safeParse({ query: 'sol', limit }).success).toBe(false);
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
      [SOL.address, 'SOL'],
      [id, listed?.symbol],
    ]);
    expect(answer[0]).toMatchObject({ usdPrice: 82_500_000_000_000n, decimals: 9, isVerified: true });
  });

  it('prices Bitcoin by its feed, and says nothing of a mint that does not exist', async () => {
    const answer = z.array(token).parse(await found(BTC.address, '1'.repeat(32)));
    expect(answer.map(({ id, usdPrice }) => [id, usdPrice])).toEqual([
      [BTC.address, 65_000_000_000_000_000n],
    ]);
  });
});

describe('a search by symbol and name', () => {
  const find = async (query: string, limit?: string) =>
    z.array(token).parse(
      await reads.searchTokens({
        params: undefined,
        query: routes.searchTokens.query.parse({ query, ...(limit !== undefined && { limit }) }),
        body: undefined,
      }),
    );
  const words = fc
    .constantFrom(...parsed(NOW), ...parsed(NOW - 3_000))
    .filter(
      ({ symbol, name }) => !`${symbol}${name}`.includes(',') && plain(symbol) !== '' && symbol.length <= 64,
    );

  it('puts the verified one first of all that call themselves alike', async () => {
    const [first, ...others] = await find('sol');
    expect(first).toMatchObject({ id: SOL.address, isVerified: true });
    expect(others.every(({ id }) => id !== SOL.address)).toBe(true);
    expect((await find('$Bitcoin'))[0]?.id).toBe(BTC.address);
    expect((await find('bitcoin,solana', '2')).map(({ id }) => id).sort()).toEqual(
      [BTC.address, SOL.address].sort(),
    );
  });

  it('finds every one of the newest by its whole symbol before any other, and keeps to the limit', async () => {
    await fc.assert(
      fc.asyncProperty(words, fc.integer({ min: 1, max: 100 }), async ({ symbol }, limit) => {
        const found = await find(symbol, String(limit));
        expect(found.length).toBeGreaterThan(0);
        expect(found.length).toBeLessThanOrEqual(limit);
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
        const whole = found.map((one) => plain(one.symbol) === plain(symbol));
        expect(whole[0]).toBe(true);
        expect(whole.lastIndexOf(true)).toBe(whole.filter(Boolean).length - 1);
      }),
      { numRuns: 30 },
    );
  });

  it('ranks what begins with a term before what holds it, and more liquidity before less', async () => {
    const one = (symbol: string, name: string, liquidity: number, verified = false) => ({
      names: { symbol, name },
      verified,
      liquidity: () => liquidity,
    });
    const given = [
      one('UNCAT', 'Uncle Tim', 9e6),
      one('DOG', 'The Cat Dog', 5),
      one('CATS', 'Cats', 10),
      one('CATX', 'Cat X', 900),
      one('MEOW', 'Cat', 1),
      one('CAT', 'False', 50),
      one('CAT', 'True', 1, true),
      one('FISH', 'Fish', 1e9),
    ];
    expect((await findTokens(given, ['$cat'])).map(({ names }) => names.name)).toEqual([
      'True',
      'False',
      'Cat',
      'Cat X',
      'Cats',
      'The Cat Dog',
      'Uncle Tim',
    ]);
    expect(await findTokens(given, ['nothing', ''])).toEqual([]);
  });

  it('answers 20 unless told, and nothing to what nobody is called', async () => {
    expect(await find('a')).toHaveLength(20);
    expect(await find('zzzzqqqq')).toEqual([]);
  });
});

describe('what looks through every known token', () => {
  const prices = createStandingPrices({
    sol: { price: () => 82_500_000n },
    btc: { price: () => 65_000_000_000n },
  });
  const of = (tokens: TokenMarket) => tokenReads({ tokens, prices, clock: { now: () => NOW } });
  const asked = (query: string[]) => ({ params: undefined, query: { query }, body: undefined });
  type Reads = ReturnType<typeof of>;

  it.each<[string, (reads: Reads) => unknown]>([
    ['a search', ({ searchTokens }) => searchTokens(asked(['a']))],
    [
      'a list by tag',
      ({ taggedTokens }) =>
        taggedTokens({ params: undefined, query: { query: 'verified' }, body: undefined }),
    ],
    [
      'a list of the busiest',
      ({ busiestTokens }) =>
        busiestTokens({
          params: { category: 'toptraded', interval: '5m' },
          query: {},
          body: undefined,
        }),
    ],
  ])('%s makes a few at a time where none has been made, and others go on in between', async (_, ask) => {
    const encoded = vi.spyOn(bs58, 'encode');
    // Every launch has a mint to encode, and up to four addresses besides.
    const most = 40 * 5;
    const made: number[] = [];
    let beating = true;
    const beat = () => {
      made.push(encoded.mock.calls.length);
      encoded.mockClear();
      if (beating) setImmediate(beat);
    };
    setImmediate(beat);
    await ask(of(createTokenMarket({ seed: 'never asked' })));
    beating = false;
    expect(made.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1_000);
    expect(Math.max(...made, encoded.mock.calls.length)).toBeLessThanOrEqual(most);
  });

  it('keeps the plain words of a token, and looks for a term once that is given many times', async () => {
    const { searchTokens } = of(market);
    const term = 'zzzzqqqq';
    await searchTokens(asked([term]));
    const normalized = vi.spyOn(String.prototype, 'normalize');
    const looked = vi.spyOn(String.prototype, 'includes');
    const begun = vi.spyOn(String.prototype, 'startsWith');
    const times = (spy: { mock: { calls: unknown[][] } }) =>
      spy.mock.calls.filter(([given]) => given === term).length;
    await searchTokens(asked([term]));
    expect(normalized).toHaveBeenCalledOnce();
    const once = times(looked);
    looked.mockClear();
    await searchTokens(asked([term, term.toUpperCase(), `$${term}`, term]));
    expect(once).toBeGreaterThan(1_000);
    expect(times(looked)).toBe(once);
    expect(times(begun), 'no word begins with what the whole name is without').toBe(0);
  });

  it('asks for the liquidity of what answers a search, and of nothing else', async () => {
    const standing = vi.fn(market.standing);
    const { searchTokens } = of({ ...market, standing });
    await searchTokens(asked(['zzzzqqqq']));
    expect(standing).not.toHaveBeenCalled();
    const [newest] = market.recent(NOW, 1);
    await searchTokens(asked([newest?.symbol ?? '']));
    expect(standing).toHaveBeenCalled();
  });
});

describe('lists of tokens', () => {
  const tagged = async (query: 'verified' | 'lst') =>
    z.array(token).parse(await reads.taggedTokens({ params: undefined, query: { query }, body: undefined }));
  const busiest = async (category: (typeof BUSIEST)[number], interval: (typeof INTERVALS)[number]) =>
    z
      .array(token)
      .parse(await reads.busiestTokens({ params: { category, interval }, query: {}, body: undefined }));

  it('by tag hold the verified ones alone', async () => {
    const verified = await tagged('verified');
    expect(verified.map(({ id }) => id)).toContain(SOL.address);
    expect(verified.length).toBeGreaterThan(4);
    for (const { isVerified } of verified) expect(isVerified).toBe(true);
    expect(await tagged('lst')).toEqual([]);
  });

  it.each(INTERVALS)(
    'of the busiest of %s are sorted by what they are called after, without SOL',
    async (interval) => {
      const volumes = ({ stats5m, stats1h, stats6h, stats24h }: Token) => {
        const stats = { '5m': stats5m, '1h': stats1h, '6h': stats6h, '24h': stats24h }[interval];
        return { bought: Number(stats?.buyVolume ?? 0n), sold: Number(stats?.sellVolume ?? 0n) };
      };
      const measures = {
        toporganicscore: ({ organicScore }: Token) => organicScore ?? 0,
        toptraded: (one: Token) => volumes(one).bought + volumes(one).sold,
        toptrending: (one: Token) => volumes(one).bought - volumes(one).sold,
      };
      for (const category of BUSIEST) {
        const tokens = await busiest(category, interval);
        expect(tokens).toHaveLength(50);
        expect(tokens.map(({ id }) => id)).not.toContain(SOL.address);
        const values = tokens.map(measures[category]);
        expect(values, category).toEqual([...values].sort((a, b) => b - a));
        expect(new Set(values).size, category).toBeGreaterThan(10);
      }
    },
  );

  it('of prices hold what has one, with its change of a day', async () => {
    const [listed] = parsed(NOW).filter(({ usdPrice }) => usdPrice !== null);
    const ids = [SOL.address, listed?.id ?? '', '1'.repeat(32)];
    const query = routes.tokenPrices.query.parse({ ids: ids.join(',') });
    const answer = tokenPrices.parse(await reads.tokenPrices({ params: undefined, query, body: undefined }));
    expect(Object.keys(answer).sort()).toEqual(ids.slice(0, 2).sort());
    expect(answer[SOL.address]).toMatchObject({
      usdPrice: 82_500_000_000_000n,
      decimals: 9,
      priceChange24h: 0,
    });
    expect(answer[listed?.id ?? '']).toMatchObject({
      usdPrice: listed?.usdPrice,
      liquidity: listed?.liquidity,
      priceChange24h: null,
    });
    const { query: input } = routes.tokenPrices;
    for (const bad of ['', 'SOL', Array.from({ length: 51 }, () => SOL.address).join(',')]) {
      expect(input.safeParse({ ids: bad }).success).toBe(false);
    }
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
    const own = fresh.prices.priceAt(mint, NOW);
    fresh.prices.setPrice(mint, set, NOW)?.();
    expect(fresh.prices.priceAt(mint, NOW), 'taken back').toBe(own);
    expect(fresh.prices.pins()).toEqual([]);
    expect(fresh.prices.setPrice(mint, set, NOW)).toBeDefined();
    expect(fresh.prices.setPrice('unknown', set, NOW)).toBeUndefined();
    expect(fresh.prices.setPrice(mint, 0n, NOW)).toBeUndefined();
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
    let counted = 0;
    for (const { stats5m, stats1h, stats6h, stats24h } of many) {
      if (!stats5m || !stats1h || !stats6h || !stats24h) continue;
      counted += 1;
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
    expect(counted).toBeGreaterThan(100);
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
        400: { content: { 'application/json': { schema: { $ref: expect.stringContaining('Plain') } } } },
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
