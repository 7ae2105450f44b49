import { picoUsd } from '@contract/triggers/price.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeBps,
  distanceWords,
  formatChange,
  formatChangeFixed,
  formatPartOf,
  formatPercent,
  formatPrice,
  marketCapAt,
  priceAtChange,
  priceAtMarketCap,
  priceText,
  roundPrice,
  worthOf,
} from './trigger-price.ts';

const usd = (cents: bigint) => picoUsd(cents * 10_000_000_000n);
const price = fc.bigInt(1n, 10n ** 18n);

describe('prices of tokens', () => {
  it.each([
    [usd(7637n), '$76.37'],
    [usd(6_421_000n), '$64,210.00'],
    [1_053_249_000_000n, '$1.0532'],
    [12_345_678n, '$0.000012346'],
    [500_000_000_000n, '$0.50'],
    [7n, '$0.000000000007'],
    [0n, '$0.00'],
  ])('%d is read as %s', (value, text) => {
    expect(formatPrice(value)).toBe(text);
  });

  it('keep every digit where they are exact', () => {
    expect(formatPrice(76_372_900_000_000n, true)).toBe('$76.3729');
    expect(formatPrice(usd(7_600n), true)).toBe('$76.00');
    expect(priceText(usd(7_650n))).toBe('76.5');
  });

  it('are rounded to what a person would name, by less than a twentieth of a percent', () => {
    fc.assert(
      fc.property(price, (value) => {
        const rounded = roundPrice(value);
        expect(roundPrice(rounded)).toBe(rounded);
        const off = rounded > value ? rounded - value : value - rounded;
        expect(off * 2_000n).toBeLessThanOrEqual(value);
      }),
    );
  });
});

describe('changes', () => {
  it.each([
    [-1_000n, '\u221210.0 %'],
    [525n, '+5.25 %'],
    [0n, '0.0 %'],
    [5n, '+0.05 %'],
  ])('of %d basis points read %s', (bps, text) => {
    expect(formatChange(bps)).toBe(text);
  });
  it('are named from now, and not at all while the price is unknown', () => {
    expect(distanceWords(usd(10_000n), usd(9_000n))).toBe('\u221210.0 % from now');
    expect(distanceWords(null, usd(9_000n))).toBe('');
    expect(formatPercent(500n)).toBe('5.0 %');
  });
  it('have one precision in a column, as the dollars beside them', () => {
    expect([-1_000n, 5n, 0n].map(formatChangeFixed)).toEqual(['\u221210.00 %', '+0.05 %', '0.00 %']);
    expect([963_780n, 2_036_000n].map((micros) => formatPartOf(usd(9_000n), micros * 10_000_000n))).toEqual([
      '$9.64',
      '$20.36',
    ]);
    expect(formatPartOf(1_053_200_000_000n, 500_000_000_000n)).toBe('$0.5000');
    expect(formatPartOf(12_346_000n, 7_000n)).toBe('$0.000000007');
    expect(formatPartOf(usd(9_000n), 2_624_000_000n)).toBe('$0.002624');
  });
  it('lead to a price and back, as far as rounding lets them', () => {
    fc.assert(
      fc.property(fc.bigInt(10n ** 6n, 10n ** 17n), fc.bigInt(-9_900n, 50_000n), (from, bps) => {
        const to = priceAtChange(from, bps);
        if (to === undefined) return;
        const back = changeBps(from, to) ?? 0n;
        expect(back - bps <= 30n && bps - back <= 30n).toBe(true);
      }),
    );
  });
  it('leave nothing at minus a hundred percent', () => {
    expect(priceAtChange(usd(100n), -10_000n)).toBeUndefined();
    expect(changeBps(0n, usd(1n))).toBeUndefined();
  });
});

describe('market capitalisation', () => {
  it('grows and shrinks with the price', () => {
    fc.assert(
      fc.property(fc.bigInt(10n ** 9n, 10n ** 15n), fc.bigInt(10n ** 9n, 10n ** 15n), (mcap, now) => {
        expect(priceAtMarketCap(mcap, mcap, now)).toBe(now);
        expect(priceAtMarketCap(mcap * 2n, mcap, now)).toBe(now * 2n);
        expect(marketCapAt(now * 3n, mcap, now)).toBe(mcap * 3n);
      }),
    );
  });
  it('is no price while it is unknown', () => {
    expect(priceAtMarketCap(1n, 0n, 5n)).toBeUndefined();
    expect(marketCapAt(1n, 1n, 0n)).toBeUndefined();
    expect(priceAtMarketCap(1_000n, 1_000n, 0n)).toBeUndefined();
  });
  it('is no price of nothing, nor of so little that none is left', () => {
    for (const cap of [0n, -1_000n]) expect(priceAtMarketCap(cap, 1_000n, 5_000n)).toBeUndefined();
    expect(priceAtMarketCap(1n, 10n ** 12n, 5n)).toBeUndefined();
    expect(priceAtMarketCap(1n, 10n, 10n)).toBe(1n);
  });
});

it('tells what an amount is worth in micro-USD', () => {
  expect(worthOf(2_000_000_000n, 9, usd(10_000n))).toBe(200_000_000n);
});
