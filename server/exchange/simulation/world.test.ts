import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTokenMarket } from '../tokens/tokens.ts';
import { createFeeds } from './feeds/feeds.ts';
import { roundAt, roundMarketId } from './rounds-d/round-id.ts';
import { withRounds } from './rounds-d/with-rounds.ts';
import { createUniverse } from './universe.ts';
import { changeWorld, loadSettings, settingsOf, type World, type WorldChange } from './world.ts';

const NOW = 1_790_000_100;
const SEED = 'worlds';

function openWorld() {
  const feeds = createFeeds({ seed: SEED });
  const universe = withRounds(createUniverse({ seed: SEED, anchor: NOW, feeds }), {
    feed: feeds.of('btc'),
    seed: SEED,
    tokenOf: (mint) => ({ mint, program: '' }),
  });
  const tokens = createTokenMarket({ seed: SEED });
  const settable = new Map(['btc', 'sol'].map((key) => [key, feeds.of(key)]));
  const world: World = { universe, feeds: settable, listed: tokens.prices };
  return { world, universe, tokens, feeds };
}

const first = openWorld();
const bitcoin = first.universe.list(NOW).find(({ subcategory }) => subcategory === 'btc');
const MARKETS = [
  ...(bitcoin?.markets.slice(0, 3).map(({ marketId }) => marketId) ?? []),
  ...first.universe.list(NOW).flatMap(({ markets }) => markets.slice(0, 1).map(({ marketId }) => marketId)),
].slice(0, 6);
const ROUND = roundMarketId(roundAt(NOW), 'up');
const MINTS = first.tokens.recent(NOW, 3).map(({ id }) => id);

const anyMarket = fc.constantFrom(...MARKETS, ROUND);
const change: fc.Arbitrary<WorldChange> = fc.oneof(
  fc.record({
    kind: fc.constant('consume' as const),
    marketId: anyMarket,
    at: fc.constant(0),
    side: fc.constantFrom('yes' as const, 'no' as const),
    fills: fc.array(
      fc.record({
        price: fc.integer({ min: 1, max: 99 }).map((cents) => BigInt(cents) * 10_000n),
        size: fc.bigInt({ min: 1n, max: 900_000_000n }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc.record({
    kind: fc.constant('price' as const),
    marketId: anyMarket,
    at: fc.constant(0),
    probability: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
  }),
  fc.record({
    kind: fc.constant('resolve' as const),
    marketId: fc.constantFrom(...MARKETS.slice(0, 2), ROUND),
    at: fc.constant(0),
    result: fc.constantFrom('yes' as const, 'no' as const, 'cancelled' as const),
  }),
  fc.record({
    kind: fc.constant('steer' as const),
    mint: fc.constantFrom('btc', 'sol', 'nobody'),
    at: fc.constant(0),
    usd: fc.constantFrom('65000', '81.25', '0', 'text'),
  }),
  fc.record({
    kind: fc.constant('pin' as const),
    mint: fc.constantFrom(...MINTS, 'nobody'),
    at: fc.constant(0),
    pico: fc.bigInt({ min: 0n, max: 10n ** 15n }).map(String),
  }),
);
/** Changes a few seconds apart, each with whether it is taken back. */
const history = fc.array(fc.record({ change, isKept: fc.boolean(), wait: fc.integer({ min: 0, max: 40 }) }), {
  maxLength: 15,
});

/** All that can be read of what the changes are about. */
function told({ universe, tokens, feeds }: ReturnType<typeof openWorld>, t: number): unknown {
  return {
    markets: [...MARKETS, ROUND].map((marketId) => {
      const { volumeContracts, ...prices } = universe.quote(marketId, t);
      return [universe.state(marketId, t), universe.book(marketId, t), prices, volumeContracts];
    }),
    prices: ['btc', 'sol'].map((key) => feeds.of(key).price(t)),
    tokens: MINTS.map((mint) => tokens.prices.priceAt(mint, t)),
  };
}

it('comes to the same where what was kept is done again, without what was taken back', () => {
  expect(MARKETS).toHaveLength(6);
  fc.assert(
    fc.property(history, (steps) => {
      const [one, other] = [openWorld(), openWorld()];
      let t = NOW;
      for (const { change: made, isKept, wait } of steps) {
        t += wait;
        const dated = { ...made, at: t };
        const undo = changeWorld(one.world, dated);
        if (!isKept) undo?.();
        else if (undo) expect(changeWorld(other.world, dated)).toBeDefined();
        expect(told(other, t)).toEqual(told(one, t));
      }
      expect(told(other, t + 90)).toEqual(told(one, t + 90));
      expect(settingsOf(other.world)).toEqual(settingsOf(one.world));
    }),
    { numRuns: 25 },
  );
});

it('tells prices that were set in their order, without one between that was taken back', () => {
  const { world } = openWorld();
  const [first = '', second = ''] = MINTS;
  const pin = (mint: string) => changeWorld(world, { kind: 'pin', mint, at: NOW, pico: '1' });
  pin(first)?.();
  pin(second);
  pin(first);
  expect(settingsOf(world).pins.map(({ mint }) => mint)).toEqual([second, first]);
});

it('is opened anew with what had been set, as plain JSON', () => {
  fc.assert(
    fc.property(history, (steps) => {
      const [one, other] = [openWorld(), openWorld()];
      let t = NOW;
      // What users took is not kept; prices of feeds are loaded before what was computed from them.
      const kinds = ['steer', 'price', 'resolve', 'pin'] as const;
      const settings = kinds.flatMap((kind) => steps.filter(({ change: made }) => made.kind === kind));
      for (const { change: made, wait } of settings) {
        t += wait;
        changeWorld(one.world, { ...made, at: t });
      }
      loadSettings(other.world, JSON.parse(JSON.stringify(settingsOf(one.world))));
      expect(told(other, t)).toEqual(told(one, t));
    }),
    { numRuns: 15 },
  );
});
