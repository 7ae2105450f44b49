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
