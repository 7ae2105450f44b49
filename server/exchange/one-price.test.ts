import { tokenPrices as pricesByMint, token as tokenRecord } from '@contract/tokens/token.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { BTC, SOL } from './ledger/mints.ts';
import { ASSET_SPECS, sigmaOf, specOf } from './simulation/asset-specs.ts';
import { createAssets, formatExactPrice, formatPrice } from './simulation/assets.ts';
import { createFeeds, type Feeds } from './simulation/feeds/feeds.ts';
import { createRecordedFeed } from './simulation/feeds/recorded-feed.ts';
import type { EventModel, MarketModel } from './simulation/model.ts';
import { roundMarketId } from './simulation/rounds-d/round-id.ts';
import { withRounds } from './simulation/rounds-d/with-rounds.ts';
import { createUniverse, type Universe } from './simulation/universe.ts';
import { tokenReads } from './tokens/reads.ts';
import { createTokenMarket } from './tokens/tokens.ts';
import { createStandingPrices, withListed } from './triggers/prices.ts';

const ANCHOR = 1_790_000_100;
const DAY = 86_400;
const ROUND = 900;
const MINTS = { btc: BTC.address, sol: SOL.address };

/** A day of prices, one every ten seconds, that begins at a midnight. */
const recording = (asset: string, base: number) =>
  createRecordedFeed(
    [
      'feed_ts_ms,value',
      ...Array.from(
        { length: DAY / 10 },
        (_, k) => `${(1_784_851_200 + k * 10) * 1000},${base * (1 + 0.02 * Math.sin(k / 70))}`,
      ),
    ].join('\n'),
    sigmaOf(specOf(asset)),
  );

const generated = () => createFeeds({ seed: 'one' });
const recorded = () =>
  createFeeds({ seed: 'one', given: { btc: recording('btc', 65_000), sol: recording('sol', 82) } });

/** A whole paper world on its feeds: what asks for a price, and what is told. */
function worldOf(feeds: Feeds) {
  const inner = createUniverse({ seed: 'one', anchor: ANCHOR, feeds });
  const universe = withRounds(inner, {
    feed: feeds.of('btc'),
    seed: 'one',
    tokenOf: (id) => ({ mint: id, program: '' }),
  });
  const tokens = createTokenMarket({ seed: 'one' });
  const prices = withListed(createStandingPrices({ btc: feeds.of('btc'), sol: feeds.of('sol') }), tokens);
  const listed = async (mint: string, t: number) => {
    const { searchTokens, tokenPrices } = tokenReads({ tokens, prices, clock: { now: () => t } });
    const input = { params: undefined, body: undefined };
    const [token] = z.array(tokenRecord).parse(await searchTokens({ ...input, query: { query: [mint] } }));
    const priced = pricesByMint.parse(await tokenPrices({ ...input, query: { ids: [mint] } }));
    return [token?.usdPrice, priced[mint]?.usdPrice];
  };
  return { feeds, assets: createAssets(feeds), universe, prices, listed };
}
type World = ReturnType<typeof worldOf>;

const micro = (usd: bigint): number => Number(usd) / 1e6;
const seconds = fc.integer({ min: ANCHOR + DAY, max: ANCHOR + 400 * DAY });

const isLadder = ({ tags, title }: EventModel): boolean => tags.includes('prices') && title.includes('above');
const isWindow = ({ tags }: EventModel): boolean => tags.includes('up-or-down');
/** The number in "Above $96,400" or "Above 1.1420". */
const strikeOf = ({ title }: MarketModel): number => Number(title.replace(/[^\d.]/g, ''));
const resultOf = (universe: Universe, { marketId }: MarketModel, t: number) => {
  const { status, result } = universe.state(marketId, t);
  return status === 'closed' && result !== null ? result : undefined;
};

/** Every consumer of a price at one second, against the one feed of its asset. */
async function expectOnePrice({ feeds, assets, universe, prices, listed }: World, t: number) {
  const seen = new Set<string>();
  for (const event of universe.list(t)) {
    const asset = assets.get(event.subcategory);
    if (asset === undefined) continue;
    const feed = feeds.of(asset.key);
    if (isLadder(event)) {
      seen.add(asset.key);
      const at = Math.min(t, event.closeTime);
      const price = t < event.closeTime ? feed.price(at) : feed.close(at);
      const show = t < event.closeTime ? formatPrice : formatExactPrice;
      expect(event.subtitleAt?.(t)).toContain(` ${show(asset, micro(price))}`);
      expect(event.subtitle).toContain(formatPrice(asset, micro(feed.opening(event.openTime))));
      for (const market of event.markets) {
        const result = resultOf(universe, market, t);
        if (result) expect(result).toBe(micro(feed.close(event.closeTime)) > strikeOf(market) ? 'yes' : 'no');
      }
    }
    if (isWindow(event)) {
      const [up] = event.markets;
      const begin = event.beginAt ?? 0;
      const result = up && resultOf(universe, up, t);
      if (result) {
        expect(result).toBe(feed.close(event.closeTime) >= feed.price(begin) ? 'yes' : 'no');
      }
    }
  }
  expect([...seen].sort()).toEqual(LADDERS);
  const begin = Math.floor(t / ROUND) * ROUND;
  expect(universe.state(roundMarketId(begin, 'up'), t).round).toMatchObject({
    strike: feeds.of('btc').price(begin),
    current: feeds.of('btc').price(t),
  });
  for (const [key, mint] of Object.entries(MINTS)) {
    const price = feeds.of(key).price(t);
    expect(prices.priceAt(mint, t)).toBe(price * 1_000_000n);
    expect(await listed(mint, t)).toEqual([price * 1_000_000n, price * 1_000_000n]);
  }
}

const LADDERS = ASSET_SPECS.map(({ key }) => key)
  .filter((key) => key !== 'ltc' && key !== 'ada')
  .sort();

describe.each([
  ['generated', generated],
  ['recorded', recorded],
])('with %s feeds', (_, open) => {
  it('ladders, windows, rounds, tokens and triggers have one price of one asset', async () => {
    const world = worldOf(open());
    await fc.assert(
      fc.asyncProperty(seconds, (t) => expectOnePrice(world, t)),
      { numRuns: 12 },
    );
  });

  it('and when the test control sets it, all of them follow, and a restart finds the same', async () => {
    const steps = fc.record({ t: seconds, usd: fc.integer({ min: 20_000, max: 200_000 }) });
    await fc.assert(
      fc.asyncProperty(steps, async ({ t, usd }) => {
        const feeds = open();
        const world = worldOf(feeds);
        const before = world.universe.list(t).filter(isLadder);
        feeds.of('btc').steer(String(usd), t);
        expect(world.prices.priceAt(BTC.address, t)).toBe(BigInt(usd) * 10n ** 12n);
        await expectOnePrice(world, t);
        await expectOnePrice(world, t + DAY);
        const again = open();
        again.of('btc').load(feeds.of('btc').marks());
        const restarted = worldOf(again);
        for (const { eventId, markets, closeTime } of before) {
          expect(restarted.universe.event(eventId, t)?.markets).toEqual(markets);
          for (const { marketId } of markets) {
            expect(restarted.universe.quote(marketId, t)).toEqual(world.universe.quote(marketId, t));
            const end = closeTime + 300;
            expect(restarted.universe.state(marketId, end)).toEqual(world.universe.state(marketId, end));
          }
        }
      }),
      { numRuns: 4 },
    );
  });
});
