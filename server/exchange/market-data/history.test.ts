import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFeeds } from '../simulation/feeds/feeds.ts';
import type { MarketModel } from '../simulation/model.ts';
import { createRecordedUniverse, createUniverse, type Universe } from '../simulation/universe.ts';
import { createHistory } from './history.ts';

const ANCHOR = 1_790_000_123;
const SEED = 'history';

interface World {
  universe: Universe;
  feeds: ReturnType<typeof createFeeds>;
  clock: { now(): number; at: number };
  history: ReturnType<typeof createHistory>;
}
function world(): World {
  const feeds = createFeeds({ seed: SEED });
  const universe = createUniverse({ seed: SEED, anchor: ANCHOR, feeds });
  const clock = {
    at: ANCHOR + 4 * 86_400,
    now() {
      return this.at;
    },
  };
  const history = createHistory({
    universe,
    clock,
    asset: (symbol) =>
      symbol === 'BTC' ? { since: ANCHOR, priceAt: (t) => feeds.of('btc').price(t) * 1_000_000n } : undefined,
    token: () => undefined,
  });
  return { universe, feeds, clock, history };
}
/** Markets that stay open for hours to come: of Bitcoin's price, and others. */
function standing({ universe, clock }: World, others = 4): MarketModel[] {
  const t = clock.now();
  const lasting = universe
    .list(t)
    .flatMap(({ markets, subcategory }) => markets.map((market) => ({ market, subcategory })))
    .filter(({ market }) => market.endTime > t + 90_000 && market.openTime < t - 90_000);
  const of = (bitcoin: boolean) => lasting.filter(({ subcategory }) => (subcategory === 'btc') === bitcoin);
  return [...of(true).slice(0, 2), ...of(false).slice(0, others)].map(({ market }) => market);
}
const numberOf = (price: bigint | null): number | null => (price === null ? null : Number(price));

type Happening =
  | { kind: 'wait'; seconds: number }
  | { kind: 'price'; market: number; probability: number }
  | { kind: 'trade'; market: number; side: 'yes' | 'no' }
  | { kind: 'steer'; usd: string }
  | { kind: 'resolve'; market: number };
const market = fc.nat(5);
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait'), seconds: fc.integer({ min: 0, max: 40 }) }),
  },
  fc.record({
    kind: fc.constant('price'),
    market,
    probability: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
  }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('trade'), market, side: fc.constantFrom('yes', 'no') }),
  },
  fc.record({ kind: fc.constant('steer'), usd: fc.constantFrom('91000', '104000.5') }),
  fc.record({ kind: fc.constant('resolve'), market }),
) as fc.Arbitrary<Happening>;

function happen({ universe, feeds, clock }: World, ids: readonly string[], one: Happening): void {
  const t = clock.now();
  if (one.kind === 'steer') feeds.of('btc').steer(one.usd, t);
  if (one.kind === 'wait' || one.kind === 'steer') return;
  const id = ids[one.market] ?? '';
  if (one.kind === 'price') universe.setPrice(id, one.probability, t);
  if (one.kind === 'resolve') universe.resolve(id, 'yes', t);
  if (one.kind === 'trade') universe.consume(id, one.side, universe.book(id, t)[one.side].slice(-2), t);
}

describe('the series of a market', () => {
  it('is what the reads answered at those instants, whatever traders and the test control did', async () => {
    // The same in every world of this seed; to list them is what takes long.
    const ids = standing(world()).map(({ marketId }) => marketId);
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12 }), async (happenings) => {
        const made = world();
        const { universe, clock, history } = made;
        const from = clock.at;
        const seen = new Map<string, (number | null)[][]>(ids.map((id) => [id, []]));
        const look = () => {
          for (const id of ids) {
            const { sellYes, buyYes, volumeContracts } = universe.quote(id, clock.now());
            seen.get(id)?.push([numberOf(sellYes), numberOf(buyYes), Number(volumeContracts)]);
          }
        };
        for (const one of happenings) {
          const seconds = one.kind === 'wait' ? one.seconds : 1;
          for (let k = 0; k < seconds; k += 1) {
            look();
            // Nothing happens at the very instant of a read.
            clock.at += 0.5;
            if (k === 0) happen(made, ids, one);
            clock.at += 0.5;
          }
        }
        look();
        const query = { marketIds: ids, from, step: 1 };
        const answer = await history.seriesOfMarkets({ query, params: undefined, body: undefined });
        const { markets, count } = answer as Exclude<typeof answer, { text: string }>;
        expect(markets.map(({ marketId }) => marketId)).toEqual(ids);
        for (const { marketId, bid, ask, volume } of markets) {
          const reads = seen.get(marketId) ?? [];
          expect(count).toBe(reads.length);
          expect(bid).toEqual(reads.map((one) => one[0]));
          expect(ask).toEqual(reads.map((one) => one[1]));
          const total = (volume ?? []).slice(1).reduce<number>((sum, one) => sum + (one ?? 0), 0);
          expect(total).toBe((reads.at(-1)?.[2] ?? 0) - (reads[0]?.[2] ?? 0));
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is the same from what was kept, and after a restart with what the control had set', async () => {
    const made = world();
    const [first] = standing(made);
    const marketId = first?.marketId ?? '';
    made.universe.setPrice(marketId, 0.8, made.clock.at);
    made.clock.at += 20 * 3_600;
    const ask = async ({ history }: World) =>
      history.seriesOfMarkets({
        query: { marketIds: [marketId], from: made.clock.at - 86_400, step: 300 },
        params: undefined,
        body: undefined,
      });
    const before = await ask(made);
    expect(await ask(made)).toEqual(before);
    made.universe.setPrice(marketId, 0.3, made.clock.at);
    const next = world();
    next.clock.at = made.clock.at;
    next.universe.loadOverrides(made.universe.overrides());
    const after = await ask(next);
    const closes = (answer: typeof before) =>
      (answer as Exclude<typeof answer, { text: string }>).markets[0]?.close;
    expect(closes(after)?.slice(0, -1)).toEqual(closes(before)?.slice(0, -1));
    expect(closes(before)?.some((price) => price !== null)).toBe(true);
  });

  it('is the same whoever has asked before for an axis that ends within a step', async () => {
    const made = world();
    const [first] = standing(made);
    const marketId = first?.marketId ?? '';
    const start = Math.floor((made.clock.at - 7_200) / 3_600) * 3_600;
    made.universe.setPrice(marketId, 0.2, start + 10);
    made.universe.setPrice(marketId, 0.8, start + 1_800);
    const ask = async ({ history }: World, to: number) => {
      const query = { marketIds: [marketId], from: start, to, step: 3_600 };
      return history.seriesOfMarkets({ query, params: undefined, body: undefined });
    };
    const again = () => {
      const next = world();
      next.universe.loadOverrides(made.universe.overrides());
      return next;
    };
    const [whole, cut] = [await ask(again(), start + 3_600), await ask(again(), start + 900)];
    expect(cut).not.toEqual(whole);
    expect(await ask(made, start + 900)).toEqual(cut);
    expect(await ask(made, start + 3_600)).toEqual(whole);
    expect(await ask(made, start + 900)).toEqual(cut);
  });

  it('is a gap before the market opened and after it ended, and knows nothing of one nobody knows', async () => {
    const made = world();
    const { universe, clock, history } = made;
    const t = clock.now();
    const fresh = universe
      .list(t)
      .flatMap(({ markets }) => markets)
      .find(({ openTime, endTime }) => openTime > t - 3_000 && openTime < t - 300 && endTime > t + 60);
    const id = fresh?.marketId ?? '';
    clock.at = (fresh?.endTime ?? 0) + 600;
    const opened = fresh?.openTime ?? 0;
    const answer = await history.seriesOfMarkets({
      query: { marketIds: [id, 'MK-NOBODY'], from: opened - 1_800, to: opened + 1_800, step: 60 },
      params: undefined,
      body: undefined,
    });
    const { markets, from } = answer as Exclude<typeof answer, { text: string }>;
    const known = Math.floor((opened - Number(from)) / 60);
    expect(markets[0]?.since).toBe(Math.ceil(opened));
    expect(markets[0]?.volume?.slice(0, known)).toEqual(new Array(known).fill(null));
    expect(markets[0]?.volume?.[known + 1]).not.toBeNull();
    expect(markets[1]?.since).toBeNull();
    expect(new Set(markets[1]?.close)).toEqual(new Set([null]));
    const late = await history.seriesOfMarkets({
      query: { marketIds: [id], from: clock.at - 300, step: 60 },
      params: undefined,
      body: undefined,
    });
    expect((late as Exclude<typeof late, { text: string }>).markets[0]?.bid).not.toContain(0);
    expect(new Set((late as Exclude<typeof late, { text: string }>).markets[0]?.close)).toEqual(
      new Set([null]),
    );
  });

  it('has first, highest, lowest and last of what was quoted in each second of a step', async () => {
    const made = world();
    const { universe, clock, history } = made;
    const ids = standing(made).map(({ marketId }) => marketId);
    clock.at += 3_600;
    // No step is so long that seconds of it are left out.
    const step = 5;
    const from = Math.floor((clock.at - 3_000) / step) * step;
    const count = 400;
    const answer = await history.seriesOfMarkets({
      query: { marketIds: ids, from, to: from + count * step, step },
      params: undefined,
      body: undefined,
    });
    const { markets } = answer as Exclude<typeof answer, { text: string }>;
    const middle = (id: string, t: number) => {
      const { sellYes, buyYes } = universe.quote(id, t);
      return sellYes === null || buyYes === null ? null : Number((sellYes + buyYes) / 2n);
    };
    const wanted = ids.map((marketId) => {
      const steps = Array.from({ length: count }, (_, at) =>
        Array.from({ length: step }, (_, second) => middle(marketId, from + at * step + second)),
      );
      const known = steps.map((prices) => prices.filter((price) => price !== null));
      return {
        marketId,
        open: known.map(([first = null]) => first),
        high: known.map((prices) => (prices.length === 0 ? null : Math.max(...prices))),
        low: known.map((prices) => (prices.length === 0 ? null : Math.min(...prices))),
        close: steps.map((prices) => prices.at(-1) ?? null),
      };
    });
    expect(
      markets.map(({ marketId, open, high, low, close }) => ({ marketId, open, high, low, close })),
    ).toEqual(wanted);
    expect(wanted.some(({ high, low }) => high.some((price, at) => Number(price) > Number(low[at])))).toBe(
      true,
    );
  });
});

it('tells all markets of an event on one axis, and refuses one that is not there', async () => {
  const made = world();
  const event = made.universe.list(made.clock.at).find(({ markets }) => markets.length > 3);
  const ask = (eventId: string) =>
    made.history.seriesOfEvent({
      params: { eventId },
      query: { points: 20, columns: ['close'] },
      body: undefined,
    });
  const { markets, count } = (await ask(event?.eventId ?? '')) as Exclude<
    Awaited<ReturnType<typeof ask>>,
    { text: string }
  >;
  expect(markets.map(({ marketId }) => marketId)).toEqual(event?.markets.map(({ marketId }) => marketId));
  for (const { close } of markets) expect(close).toHaveLength(Number(count));
  await expect(ask('EV-NONE')).rejects.toMatchObject({ kind: 'not-found' });
});

it('is computed for so many questions of one client at once, and for another at the same time', async () => {
  const made = world();
  const [first] = standing(made);
  const query = { marketIds: [first?.marketId ?? ''], from: made.clock.at - 60, step: 60 };
  const ask = (client: string) =>
    made.history.seriesOfMarkets({ query, params: undefined, body: undefined, client: () => client });
  const asked = await Promise.allSettled(
    Array.from({ length: 60 }, () => ask('192.0.2.1')).concat(ask('192.0.2.2')),
  );
  const refused = asked.flatMap((one, at) => (one.status === 'rejected' ? [[at, one.reason.kind]] : []));
  expect(refused).toEqual(Array.from({ length: 10 }, (_, n) => [50 + n, 'rate-limited']));
});

it('names the markets that moved most, largest first, by what the reads answered then and now', async () => {
  const made = world();
  const { universe, clock, history } = made;
  const midAt = (marketId: string, t: number): number | undefined => {
    const { sellYes, buyYes } = universe.quote(marketId, t);
    return sellYes === null || buyYes === null ? undefined : Number(sellYes + buyYes) / 2;
  };
  const even = standing(made, 500).find(({ marketId }) => {
    const mid = midAt(marketId, clock.at) ?? 0;
    return mid > 150_000 && mid < 850_000;
  });
  const marketId = even?.marketId ?? '';
  clock.at += 3_600;
  universe.setPrice(marketId, 0.97, clock.at);
  clock.at += 10;
  const answer = await history.listMovers({
    query: { span: '1h', limit: 200 },
    params: undefined,
    body: undefined,
  });
  const { movers, now } = answer as Exclude<typeof answer, { text: string }>;
  expect(movers.map((one) => one.marketId)).toContain(marketId);
  const sizes = movers.map(({ change }) => Math.abs(Number(change)));
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  for (const one of movers) {
    expect(Number(one.toPrice)).toBe(midAt(one.marketId, Number(now)));
    expect(Number(one.fromPrice)).toBe(midAt(one.marketId, Number(now) - 3_600));
    expect(Number(one.toPrice) - Number(one.fromPrice)).toBe(Number(one.change));
  }
});

it('tells the price of an asset by its feed, and nothing of one that it does not know', async () => {
  const made = world();
  const answer = await made.history.seriesOfAssets({
    query: { symbols: ['BTC', 'NONE'], from: made.clock.at - 60, step: 1 },
    params: undefined,
    body: undefined,
  });
  const { assets, from } = answer as Exclude<typeof answer, { text: string }>;
  expect(assets[0]?.close?.[7]).toBe(Number(made.feeds.of('btc').price(Number(from) + 7)) / 1e6);
  expect(assets[1]?.since).toBeNull();
});

it('begins with the snapshot of a recorded universe, and says so', async () => {
  const recorded = {
    provider: 'provider_c',
    marketId: 'M1',
    status: 'open',
    result: null,
    title: 'Before April',
    openTime: 1_700_000_000,
    closeTime: 1_800_000_000,
    pricing: { buyYesPriceUsd: 640_000, sellYesPriceUsd: 620_000, volume: 1_000 },
  };
  const event = {
    eventId: 'E1',
    category: 'politics',
    subcategory: 'x',
    metadata: { title: 'Will it?' },
    markets: [recorded],
    volumeUsd: '640000000',
    volume24hr: '64000000',
  };
  const file = { snapshotAt: '2026-02-27T20:10:30.000Z', data: [event] };
  const universe = createRecordedUniverse({ file, seed: 's', anchor: ANCHOR });
  const clock = { now: () => ANCHOR + 600 };
  const history = createHistory({ universe, clock, asset: () => undefined, token: () => undefined });
  const answer = await history.seriesOfMarkets({
    query: { marketIds: ['M1'], from: ANCHOR - 600, step: 60 },
    params: undefined,
    body: undefined,
  });
  const { markets, from } = answer as Exclude<typeof answer, { text: string }>;
  const [series] = markets;
  const before = Math.floor((ANCHOR - Number(from)) / 60);
  expect(series?.since).toBe(ANCHOR);
  expect(series?.close?.slice(0, before)).toEqual(new Array(before).fill(null));
  expect(series?.open?.[before]).toBe(630_000);
});
