import { microContracts, microUsd } from '@contract/money.ts';
import { describe, expect, it } from 'vitest';
import { filledOrder, filledTerms, type QuotedTerms, termsDifference } from './receipt.ts';

const fill = {
  eventType: 'order_filled',
  isBuy: true,
  filledContractsMicro: microContracts(10_000_000n),
  avgFillPriceUsd: microUsd(610_000n),
  totalCostUsd: microUsd(6_100_000n),
  feeUsd: microUsd(170_000n),
  grossProceedsUsd: microUsd(0n),
  netProceedsUsd: microUsd(0n),
};
const quoted: QuotedTerms = {
  average: microUsd(600_000n),
  contracts: microContracts(10_000_000n),
  fees: microUsd(170_000n),
  total: microUsd(6_170_000n),
};

describe('receipt', () => {
  it('adds up the fills of an order, fees included', () => {
    expect(filledTerms([fill])).toEqual({
      average: 610_000n,
      contracts: 10_000_000n,
      fees: 170_000n,
      total: 6_270_000n,
    });
    const second = { ...fill, avgFillPriceUsd: microUsd(630_000n), totalCostUsd: microUsd(6_300_000n) };
    expect(filledTerms([fill, second])).toEqual({
      average: 620_000n,
      contracts: 20_000_000n,
      fees: 340_000n,
      total: 12_740_000n,
    });
    const sale = { ...fill, isBuy: false, grossProceedsUsd: microUsd(6_100_000n) };
    expect(filledTerms([sale])?.total).toBe(5_930_000n);
  });

  it('received what a sale states that it brought, and never less than nothing', () => {
    const sale = { ...fill, isBuy: false, grossProceedsUsd: microUsd(6_100_000n) };
    const net = { ...sale, netProceedsUsd: microUsd(5_900_000n) };
    expect(filledTerms([net])).toMatchObject({ fees: 170_000n, total: 5_900_000n });
    expect(filledTerms([{ ...net, feeUsd: null }])).toMatchObject({ fees: null, total: 5_900_000n });
    expect(filledTerms([{ ...sale, feeUsd: null }])).toMatchObject({ fees: null, total: null });
    expect(filledTerms([{ ...sale, feeUsd: null }, net])).toMatchObject({ fees: null, total: null });
    const eaten = { ...sale, grossProceedsUsd: microUsd(4_000n), feeUsd: microUsd(10_000n) };
    expect(filledTerms([eaten])).toMatchObject({ fees: 10_000n, total: 0n });
    expect(filledTerms([net, eaten])).toMatchObject({ fees: 180_000n, total: 5_900_000n });
  });

  it('counts contracts at their price where a record tells no sum', () => {
    const odd = { filledContractsMicro: microContracts(3n), avgFillPriceUsd: microUsd(500_000n) };
    const none = { totalCostUsd: microUsd(0n), feeUsd: microUsd(0n) };
    expect(filledTerms([{ ...fill, ...odd, ...none }])?.total).toBe(2n);
    expect(filledTerms([{ ...fill, ...odd, ...none, isBuy: false }])?.total).toBe(1n);
    // Not what it would come to at the average of its record, which is rounded.
    expect(
      filledTerms([{ ...fill, ...odd, totalCostUsd: microUsd(9n), feeUsd: microUsd(0n) }]),
    ).toMatchObject({ average: 500_000n, total: 9n });
    const empty = { ...fill, filledContractsMicro: microContracts(0n), feeUsd: null };
    expect(filledTerms([empty, fill])).toEqual(filledTerms([fill]));
  });

  it('has no difference of what is not known', () => {
    const filled = filledOrder(fill);
    if (!filled) throw new Error('nothing filled');
    expect(termsDifference(true, quoted, filled)).toMatchObject({ fees: null, total: null, gain: -100_000n });
    const unstated = { ...fill, feeUsd: null };
    for (const fills of [
      [unstated, fill],
      [fill, unstated],
    ])
      expect(filledTerms(fills)).toMatchObject({ fees: null, total: null });
  });

  it('does not invent fees, or fills', () => {
    expect(filledTerms([{ ...fill, feeUsd: null }])).toMatchObject({ fees: null, total: null });
    expect(filledTerms([{ ...fill, eventType: 'order_created' }])).toBeNull();
    expect(
      filledOrder({ filledContractsMicro: microContracts(0n), avgFillPriceUsd: microUsd(0n) }),
    ).toBeNull();
    expect(filledOrder(fill)).toMatchObject({ average: 610_000n, fees: null, total: null });
  });

  it('counts a dearer purchase against its user, and a dearer sale for him', () => {
    const filled = filledTerms([fill]);
    if (!filled) throw new Error('nothing filled');
    expect(termsDifference(true, quoted, filled)).toEqual({
      average: 10_000n,
      contracts: 0n,
      fees: 0n,
      total: 100_000n,
      gain: -100_000n,
    });
    expect(termsDifference(false, quoted, filled).gain).toBe(100_000n);
  });
});
