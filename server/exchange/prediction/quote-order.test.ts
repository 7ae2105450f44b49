import { type MicroUsd, microContracts, microUsd } from '@contract/money.ts';
import { MAX_PRICE, MIN_PRICE } from '@contract/pricing.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillSell } from '../engine/order.ts';
import { quoteSell } from './quote-order.ts';

type Level = { price: bigint; size: bigint };

/** An exchange of which only the book of Yes is asked. */
const quoting = (bids: readonly Level[]) =>
  ({ universe: { book: () => ({ yes: bids, no: [] }) }, clock: { now: () => 0 } }) as unknown as Parameters<
    typeof quoteSell
  >[0];
const sale = (bids: readonly Level[], contracts: bigint, floor?: MicroUsd, slippageBps?: number) =>
  quoteSell(quoting(bids), 'MK-A', true, contracts, floor, 0, slippageBps);

/** Ascending, as a book holds them, from a tenth of a cent. */
const books = fc
  .uniqueArray(fc.tuple(fc.bigInt(1n, 60n), fc.bigInt(1n, 500n)), {
    selector: ([tenths]) => tenths,
    minLength: 1,
    maxLength: 10,
  })
  .map((levels) =>
    levels
      .map(([tenths, size]): Level => ({ price: tenths * 1_000n, size: size * 1_000_000n }))
      .sort((a, b) => Number(a.price - b.price)),
  );

describe('a sale that is built', () => {
  it('is quoted by what its own limit reaches, as it is filled', () => {
    fc.assert(
      fc.property(
        books,
        fc.bigInt(1n, 1_000n),
        fc.option(fc.bigInt(MIN_PRICE, MAX_PRICE), { nil: undefined }),
        fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: undefined }),
        (bids, whole, own, slippageBps) => {
          const contracts = whole * 1_000_000n;
          const floor = own === undefined ? undefined : microUsd(own);
          if (!bids.some(({ price }) => price >= (floor ?? MIN_PRICE))) {
            expect(() => sale(bids, contracts, floor, slippageBps)).toThrow(/nobody buys this side at/);
            return;
          }
          const { walk, limitPrice } = sale(bids, contracts, floor, slippageBps);
          expect(limitPrice >= MIN_PRICE).toBe(true);
          for (const { price } of walk.fills) expect(price >= limitPrice).toBe(true);
          const dearestFirst = bids
            .map(({ price, size }) => ({ price: microUsd(price), size: microContracts(size) }))
            .reverse();
          expect(fillSell(dearestFirst, { contracts, limitPrice, integratorBps: 0 })).toEqual(walk);
        },
      ),
    );
  });

  it('is refused where all that is bid is below the least price of an order', () => {
    const low = [{ price: 4_000n, size: 100_000_000n }];
    expect(() => sale(low, 100_000_000n)).toThrow(
      'nobody buys this side at 1¢ or more: the best price is 0.4¢',
    );
  });
});
