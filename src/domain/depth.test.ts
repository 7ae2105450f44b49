import { microContracts, microUsd } from '@contract/money.ts';
import { describe, expect, it } from 'vitest';
import { depthOf, priceMarks, reachAt, totalMarks } from './depth.ts';

const level = (cents: bigint, contracts: bigint) => ({
  price: microUsd(cents * 10_000n),
  size: microContracts(contracts * 1_000_000n),
});
const BOOK = { bids: [level(61n, 20n), level(60n, 10n)], asks: [level(65n, 5n), level(70n, 15n)] };

describe('the depth of a book', () => {
  it('sums each side from its best price on, with what it costs', () => {
    expect(depthOf(BOOK)).toEqual({
      bids: [
        { price: 610_000n, total: 20_000_000n, cost: 12_200_000n },
        { price: 600_000n, total: 30_000_000n, cost: 18_200_000n },
      ],
      asks: [
        { price: 650_000n, total: 5_000_000n, cost: 3_250_000n },
        { price: 700_000n, total: 20_000_000n, cost: 13_750_000n },
      ],
    });
  });

  it.each([
    [600_000n, { side: 'bid', total: 30_000_000n, average: 606_667n }],
    [605_000n, { side: 'bid', total: 20_000_000n, average: 610_000n }],
    [630_000n, undefined],
    [650_000n, { side: 'ask', total: 5_000_000n, average: 650_000n }],
    [990_000n, { side: 'ask', total: 20_000_000n, average: 687_500n }],
  ] as const)('to %d is all that is bid there or above, or asked there or below', (price, reach) => {
    expect(reachAt(depthOf(BOOK), price)).toEqual(reach);
  });

  it('has round marks on its axes, no more than asked for, the ends among them where they are round', () => {
    expect(priceMarks(microUsd(600_000n), microUsd(700_000n), 6)).toEqual([
      600_000n,
      620_000n,
      640_000n,
      660_000n,
      680_000n,
      700_000n,
    ]);
    expect(priceMarks(microUsd(123_000n), microUsd(125_000n), 6)).toEqual([123_000n, 124_000n, 125_000n]);
    expect(totalMarks(30_000_000n, 5)).toEqual([10_000_000n, 20_000_000n, 30_000_000n]);
    expect(totalMarks(12_575_000_000n, 5)).toEqual([5_000_000_000n, 10_000_000_000n]);
  });
});
