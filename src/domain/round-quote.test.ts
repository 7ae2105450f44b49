import { microContracts, microUsd } from '@contract/money.ts';
import { type EventWire, event as eventSchema } from '@contract/prediction/event.ts';
import { picoUsd } from '@contract/triggers/price.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  distanceOf,
  isTradable,
  type LinePoint,
  loneOnes,
  marketOf,
  mostToSpend,
  quotedMid,
  quoteRoundBuy,
  quoteRoundSell,
  roundLine,
  roundPhase,
  roundPrices,
} from './round-quote.ts';
import { type Round, roundOf } from './rounds.ts';

const BEGIN = 1_790_000_100;
const CLOSE = BEGIN + 900;
const usd = (dollars: number) => microUsd(BigInt(Math.round(dollars * 1e6)));

type MarketWire = NonNullable<EventWire['markets']>[number];
function round(more: Partial<MarketWire> = {}): Round {
  const market = (side: 'up' | 'down', buy: number): MarketWire => ({
    provider: 'provider_d',
    marketId: `R-${side}`,
    status: 'open',
    result: null,
    title: side === 'up' ? 'Up' : 'Down',
    closeTime: CLOSE,
    outcomeSide: side,
    outcomeMint: 'mint',
    tradable: true,
    strikePriceUsd: '65000000000',
    currentPriceUsd: '65027410000',
    pricing: { buyYesPriceUsd: buy, sellYesPriceUsd: buy - 20_000, buyNoPriceUsd: 0, sellNoPriceUsd: 0 },
    ...more,
  });
  const event = eventSchema.parse({
    eventId: 'R',
    isActive: true,
    isLive: true,
    category: 'crypto',
    subcategory: 'btc',
    tags: ['15m'],
    markets: [market('up', 620_000), market('down', 400_000)],
    volumeUsd: '0',
    volume24hr: '0',
    closeCondition: '',
    beginAt: String(BEGIN),
    rulesPdf: '',
  } satisfies EventWire);
  const parsed = roundOf(event);
  if (!parsed) throw new Error('no round');
  return parsed;
}

describe('a round', () => {
  it('stands where the clock and the service say', () => {
    expect(roundPhase(round(), BEGIN - 1)).toBe('upcoming');
    expect(roundPhase(round(), BEGIN)).toBe('running');
    expect(roundPhase(round(), CLOSE)).toBe('settling');
    expect(roundPhase(round({ status: 'closed' }), CLOSE - 1)).toBe('settling');
    expect(roundPhase(round({ status: 'closed', result: 'yes' }), CLOSE + 9)).toBe('settled');
  });

  it('takes orders until its close, where the service does not say otherwise', () => {
    expect(isTradable(round(), 'up', CLOSE - 1)).toBe(true);
    expect(isTradable(round(), 'down', CLOSE)).toBe(false);
    expect(isTradable(round({ tradable: false }), 'up', BEGIN)).toBe(false);
    expect(isTradable(round({ status: 'closed' }), 'up', BEGIN)).toBe(false);
    expect(marketOf(round(), 'down')?.marketId).toBe('R-down');
  });

  it('has a close as its last price once there is one', () => {
    expect(roundPrices(round())).toEqual({ strike: usd(65_000), last: usd(65_027.41) });
    expect(roundPrices(round({ closePriceUsd: '64000000000' })).last).toBe(usd(64_000));
  });
});

describe('the distance from the strike', () => {
  it.each([
    [65_000, 65_027.41, 27.41, 422n, 'up'],
    [65_000, 64_990, -10, -154n, 'down'],
    [65_000, 65_000, 0, 0n, 'up'],
    [0.000003, 0.000004, 0.000001, 333_333n, 'up'],
    [0.000001, 1_000_000, 999_999.999999, 999_999_999_999_000_000n, 'up'],
  ] as const)('of %d and %d', (strike, last, difference, ppm, leading) => {
    expect(distanceOf({ strike: usd(strike), last: usd(last) })).toEqual({
      difference: usd(difference),
      ppm,
      leading,
    });
  });

  it('is unknown until both are known', () => {
    expect(distanceOf({ strike: null, last: usd(1) })).toBeNull();
    expect(distanceOf({ strike: usd(1), last: null })).toBeNull();
    expect(distanceOf({ strike: usd(0), last: usd(1) })).toBeNull();
  });
});

describe('the mid of a quote', () => {
  const mid = (buyYesPriceUsd: number | null, sellYesPriceUsd: number | null) =>
    quotedMid(
      round({ pricing: { buyYesPriceUsd, sellYesPriceUsd, buyNoPriceUsd: 0, sellNoPriceUsd: 0 } }).up,
    );
  it('is known where both of its prices are', () => {
    expect(mid(620_000, 600_000)).toBe(610_000n);
    expect([mid(620_000, null), mid(null, 600_000), mid(null, null)]).toEqual([null, null, null]);
  });
});

describe('a quote without a book', () => {
  const { up } = round();
  it('spends no more than was asked and pays fees out of it', () => {
    fc.assert(
      fc.property(fc.bigInt(5_000_000n, 250_000_000n), fc.bigInt(30n, 980n), (deposit, tenths) => {
        const price = tenths * 1_000n;
        const market = round({
          pricing: { buyYesPriceUsd: Number(price), sellYesPriceUsd: 0, buyNoPriceUsd: 0, sellNoPriceUsd: 0 },
        }).up;
        const quote = quoteRoundBuy(market, microUsd(deposit), 250n);
        if (quote.action !== 'buy') throw new Error('no quote');
        expect(quote.spent).toBeLessThanOrEqual(deposit);
        expect(quote.average).toBeGreaterThanOrEqual(price);
        expect(quote.payout).toBe(quote.contracts);
        expect(quote.cap >= quote.worst && quote.cap <= 999_999n).toBe(true);
      }),
    );
  });

  it('leaves room for two cents, or for the slippage where that is more', () => {
    const buy = quoteRoundBuy(up, usd(10), 250n);
    expect(buy.action === 'buy' && buy.cap).toBe(usd(0.64));
    const wide = quoteRoundBuy(up, usd(10), 1_000n);
    expect(wide.action === 'buy' && wide.cap).toBe(usd(0.682));
    const sell = quoteRoundSell(up, microContracts(10_000_000n), 250n);
    expect(sell.action === 'sell' && sell.cap).toBe(usd(0.58));
  });

  it('names a limit as it is shown, in whole tenths of a cent on the near side of what the slippage allows', () => {
    const at = (buyYesPriceUsd: number, sellYesPriceUsd: number) =>
      round({ pricing: { buyYesPriceUsd, sellYesPriceUsd, buyNoPriceUsd: 0, sellNoPriceUsd: 0 } }).up;
    const bought = (price: number) => quoteRoundBuy(at(price, 0), usd(10), 250n);
    const sold = (price: number) => quoteRoundSell(at(0, price), microContracts(10_000_000n), 250n);
    // 2.5% of 81 cents are 2.025.
    expect(bought(810_000)).toMatchObject({ cap: 830_000n });
    expect(sold(810_000)).toMatchObject({ cap: 790_000n });
    expect(bought(930_000)).toMatchObject({ cap: 953_000n });
    expect(sold(930_000)).toMatchObject({ cap: 907_000n });
    // A price in hundredths of a cent.
    expect(bought(512_340)).toMatchObject({ cap: 532_000n });
    expect(sold(512_340)).toMatchObject({ cap: 493_000n });
  });

  it('is none where nobody quotes', () => {
    const none = round({ pricing: null }).up;
    expect(quoteRoundBuy(none, usd(10), 250n)).toEqual({ action: 'none', reason: 'no-liquidity' });
    expect(quoteRoundSell(none, microContracts(1_000_000n), 250n)).toEqual({
      action: 'none',
      reason: 'no-liquidity',
    });
  });

  it('is none of a bid below the least price of an order, and keeps its limit within it', () => {
    const sale = (sellYesPriceUsd: number) =>
      quoteRoundSell(
        round({ pricing: { buyYesPriceUsd: 0, sellYesPriceUsd, buyNoPriceUsd: 0, sellNoPriceUsd: 0 } }).up,
        microContracts(100_000_000n),
        250n,
      );
    expect(sale(4_000)).toEqual({ action: 'none', reason: 'below-least' });
    expect(sale(12_000)).toMatchObject({ action: 'sell', worst: 12_000n, cap: 10_000n });
  });

  it('never spends more than the wallet holds or the provider takes', () => {
    expect(mostToSpend(10n, null)).toBe(10n);
    expect(mostToSpend(1_000n, usd(0.00025))).toBe(250n);
  });
});

describe('the line of a round', () => {
  const seen = [
    { time: BEGIN - 30, price: usd(1) },
    { time: BEGIN + 61, price: usd(65_010) },
    { time: BEGIN + 63, price: usd(65_011) },
  ];
  /** A history of the first steps of the round, in dollars. */
  const told = (step: number, close: (number | null)[], toldAt = BEGIN + close.length * step) => ({
    from: BEGIN,
    step,
    toldAt,
    since: 0,
    open: [],
    close: close.map((price) => (price === null ? null : picoUsd(BigInt(Math.round(price * 1e12))))),
  });
  const known = (line: readonly LinePoint[]) => line.filter(({ value }) => value !== undefined);

  it('spans the whole round and knows only what was seen', () => {
    const line = roundLine(round(), undefined, seen);
    expect(line).toHaveLength(181);
    expect(line[180]).toEqual({ time: CLOSE });
    expect(known(line)).toEqual([
      { time: BEGIN, value: 65_000, gapAfter: true },
      { time: BEGIN + 60, value: 65_011 },
    ]);
  });

  it('begins at the opening where the history does, and goes on with what was seen after it', () => {
    const line = roundLine(round(), told(5, [65_001, 65_002, 65_003]), [
      { time: BEGIN + 10, price: usd(1) },
      { time: BEGIN + 16, price: usd(65_004) },
    ]);
    expect(known(line)).toEqual([
      { time: BEGIN, value: 65_000 },
      { time: BEGIN + 5, value: 65_002 },
      { time: BEGIN + 10, value: 65_003 },
      { time: BEGIN + 15, value: 65_004 },
    ]);
  });

  it('has a gap where the history knows nothing, however short', () => {
    const line = roundLine(round(), told(5, [65_001, null, 65_003, 65_004]), []);
    expect(known(line).map(({ gapAfter }) => gapAfter === true)).toEqual([true, false, false]);
  });

  it('has what was seen where the history knows nothing', () => {
    const line = roundLine(round(), told(5, [65_001, null, 65_003]), [
      { time: BEGIN + 2, price: usd(1) },
      { time: BEGIN + 7, price: usd(65_002) },
    ]);
    expect(known(line)).toEqual([
      { time: BEGIN, value: 65_000 },
      { time: BEGIN + 5, value: 65_002 },
      { time: BEGIN + 10, value: 65_003 },
    ]);
  });

  it('tells which of its points stand alone', () => {
    const times = (line: LinePoint[]) => loneOnes(line).map(({ time }) => time - BEGIN);
    expect(times(roundLine(round(), told(5, [null, null, 65_003, null]), []))).toEqual([0, 10]);
    expect(times(roundLine(round(), told(5, [65_001, 65_002, null, 65_003, 65_004]), []))).toEqual([]);
    expect(times(roundLine(round(), told(5, [65_001, 65_002, null, 65_003, null]), []))).toEqual([15]);
  });

  it('never leads from the price to beat to the first price known', () => {
    const line = roundLine(round(), told(5, [null, null, 65_003]), []);
    expect(known(line)).toEqual([
      { time: BEGIN, value: 65_000, gapAfter: true },
      { time: BEGIN + 10, value: 65_003 },
    ]);
  });

  it('is one line where the history is told in longer steps', () => {
    const line = roundLine(round(), told(60, [65_001, 65_002, null, 65_004]), []);
    expect(known(line)).toEqual([
      { time: BEGIN, value: 65_000 },
      { time: BEGIN + 55, value: 65_001 },
      { time: BEGIN + 115, value: 65_002, gapAfter: true },
      { time: BEGIN + 235, value: 65_004 },
    ]);
  });

  it('has a gap wherever nothing was seen for half a minute, and is one line elsewhere', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 899 }), { maxLength: 30 }), (seconds) => {
        const times = seconds.map((second) => ({ time: BEGIN + second, price: usd(65_001) }));
        const line = known(roundLine(round(), undefined, times));
        for (const [index, { time, gapAfter }] of line.entries()) {
          const next = line[index + 1];
          expect(gapAfter === true).toBe(next !== undefined && next.time - time > 30);
        }
      }),
    );
  });

  it('ends with the closing price', () => {
    const line = roundLine(round({ status: 'closed', closePriceUsd: '64990000000' }), undefined, []);
    expect(line[180]).toEqual({ time: CLOSE, value: 64_990 });
    expect(known(line)).toHaveLength(2);
  });

  it('has no price to beat before the round begins', () => {
    const line = roundLine(round({ strikePriceUsd: null }), undefined, seen);
    expect(known(line).map(({ time }) => time)).toEqual([BEGIN + 60]);
  });
});
