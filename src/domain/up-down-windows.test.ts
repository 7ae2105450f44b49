import type { MarketId } from '@contract/ids.ts';
import { type EventWire, event as eventSchema } from '@contract/prediction/event.ts';
import { type PicoUsd, picoUsd } from '@contract/triggers/price.ts';
import { describe, expect, it } from 'vitest';
import type { AssetHistory } from './asset-history.ts';
import type { PriceStep, PriceSteps } from './price-steps.ts';
import { type Round, roundOf } from './rounds.ts';
import { type AssetNow, scoreWindows, windowRow } from './up-down-windows.ts';

const BEGIN = 1_790_000_100;
const CLOSE = BEGIN + 900;
const usd = (dollars: number): PicoUsd => picoUsd(BigInt(Math.round(dollars * 1e6)) * 1_000_000n);

type MarketWire = NonNullable<EventWire['markets']>[number];
function round(more: Partial<MarketWire> = {}): Round {
  const market = (side: 'up' | 'down', buy: number): MarketWire => ({
    provider: 'provider_a',
    marketId: `R-${side}`,
    status: 'open',
    result: null,
    title: side === 'up' ? 'Up' : 'Down',
    closeTime: CLOSE,
    pricing: { buyYesPriceUsd: buy, sellYesPriceUsd: buy - 20_000, buyNoPriceUsd: 0, sellNoPriceUsd: 0 },
    ...more,
  });
  const parsed = roundOf(
    eventSchema.parse({
      eventId: 'R',
      isActive: true,
      isLive: true,
      category: 'crypto',
      subcategory: 'btc',
      tags: ['15m'],
      metadata: { eventId: 'R', title: 'Bitcoin Up or Down · 3 Oct' },
      markets: [market('up', 620_000), market('down', 400_000)],
      volumeUsd: '0',
      volume24hr: '0',
      closeCondition: '',
      beginAt: String(BEGIN),
      rulesPdf: '',
    } satisfies EventWire),
  );
  if (!parsed) throw new Error('no round');
  return parsed;
}

/** Minutes from half an hour before the window to its end; one in two a hundredth of a percent higher. */
const history: AssetHistory = (() => {
  const from = BEGIN - 1_860;
  const prices = Array.from({ length: 46 }, (_, k) => usd(k % 2 === 0 ? 60_000 : 60_006));
  return { from, step: 60, toldAt: from + prices.length * 60, since: 0, open: prices, close: prices };
})();
const asset = (more: Partial<AssetNow> = {}): AssetNow => ({
  price: usd(60_050),
  at: 1_790_000_000_000,
  isFresh: true,
  history,
  ...more,
});

describe('a window on the board', () => {
  it('has its strike from the history where the service does not say it', () => {
    const row = windowRow(round(), asset(), true, BEGIN + 600);
    expect(row).toMatchObject({ name: 'Bitcoin', length: '15m', phase: 'running', strike: usd(60_006) });
    expect(row.distance).toMatchObject({ difference: usd(44), ppm: 733n });
    expect(row.odds).toBe(610_000n);
    expect(row.why).toBeUndefined();
    expect(row.model).toBeGreaterThan(610_000n);
    expect(row.difference).toBe((row.model ?? 0n) - 610_000n);
  });

  it('has the strike that the service says', () => {
    const row = windowRow(round({ strikePriceUsd: '60050000000' }), asset(), true, BEGIN + 600);
    expect(row.strike).toBe(usd(60_050));
    expect(row.model).toBe(500_000n);
  });

  it.each([
    ['before it begins', round(), asset(), true, BEGIN - 1, 'Known when the window begins'],
    ['after its end', round(), asset(), true, CLOSE, 'The window is over'],
    ['without a price', round(), asset({ price: null }), true, BEGIN + 600, 'The price now is not known'],
    ['with an old price', round(), asset({ isFresh: false }), true, BEGIN + 600, 'The price is too old'],
    ['with old odds', round(), asset(), false, BEGIN + 600, 'The odds are too old'],
    [
      'without a strike',
      round(),
      asset({ history: undefined }),
      true,
      BEGIN + 600,
      'The price to beat is not known',
    ],
    [
      'without a past',
      round({ strikePriceUsd: '60000000000' }),
      asset({ history: undefined }),
      true,
      BEGIN + 600,
      'Too little is known of the last half hour',
    ],
  ] as const)('has no model %s, and says why', (_, one, now, isFresh, at, why) => {
    expect(windowRow(one, now, isFresh, at)).toMatchObject({ model: null, difference: null, why });
  });

  it('says when a price was told that is too old, and nothing of one that is not known', () => {
    const since = (more: Partial<AssetNow>) => windowRow(round(), asset(more), true, BEGIN + 600).oldFrom;
    expect(since({})).toBeNull();
    expect(since({ isFresh: false })).toBe(1_790_000_000_000);
    expect(since({ isFresh: false, price: null })).toBeNull();
  });

  it('has a model without odds, and no difference', () => {
    const row = windowRow(round({ pricing: null }), asset(), false, BEGIN + 600);
    expect(row.odds).toBeNull();
    expect(row.model).not.toBeNull();
    expect(row.difference).toBeNull();
  });
});

describe('windows that are over', () => {
  const assets = new Map([['BTC', history]]);
  const step = (close: bigint): PriceStep => {
    const price = close as PriceStep['close'];
    return { open: price, high: price, low: price, close: price, volume: null };
  };
  /** Steps of five minutes from the opening. */
  const market = (...prices: (bigint | null)[]) =>
    new Map<MarketId, PriceSteps>([
      [
        round().up.marketId,
        { from: BEGIN, step: 300, steps: prices.map((price) => (price === null ? null : step(price))) },
      ],
    ]);
  const over = (result: 'yes' | 'no' | null, status = 'closed') => round({ status, result });

  it('are scored by what was known with five minutes left', () => {
    const [scored] = scoreWindows([over('yes')], assets, market(100_000n, 700_000n, 990_000n));
    // The price stands where it stood at the opening.
    expect(scored).toEqual({ model: 0.5, market: 0.7, up: true });
    const below = round({ status: 'closed', result: 'no', strikePriceUsd: '60000000000' });
    const [missed] = scoreWindows([below], assets, market(null, 700_000n, null));
    expect(missed?.up).toBe(false);
    expect(missed?.model).toBeGreaterThan(0.5);
  });

  it('are left out without a result, a market or a past', () => {
    const known = market(100_000n, 700_000n, 990_000n);
    expect(scoreWindows([over(null), over('yes', 'cancelled')], assets, known)).toEqual([]);
    expect(scoreWindows([over('yes')], assets, market(100_000n, null, 990_000n))).toEqual([]);
    expect(scoreWindows([over('yes')], new Map(), known)).toEqual([]);
    expect(scoreWindows([over('yes')], assets, new Map())).toEqual([]);
  });
});
