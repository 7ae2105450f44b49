import { microContracts, microUsd } from '@contract/money.ts';
import { feesOf } from '@contract/pricing.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  applyBuy,
  applyClaim,
  applySell,
  applySettlement,
  EMPTY_MONEY,
  saleMoney,
} from '../engine/position.ts';
import { applyReceived, reconcile } from './token-position.ts';

const LOT = 10_000n;
const lots = fc.bigInt({ min: 1n, max: 100_000n });
const step = fc.record({
  kind: fc.constantFrom('buy', 'sell', 'give', 'get'),
  lots,
  price: fc.bigInt({ min: 1n, max: 999n }).map((price) => price * 1_000n),
});

const fill = (contracts: bigint, price: bigint) => {
  const notional = (contracts * price) / 1_000_000n;
  return { contracts, notional, fees: feesOf(microContracts(contracts), microUsd(notional)) };
};

it('adds PnL up to the cash that moved, whoever sent tokens to whom', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 30 }),
      fc.constantFrom('yes' as const, 'no' as const, 'draw' as const, 'cancelled' as const),
      (steps, outcome) => {
        let position = { ...EMPTY_MONEY, isYes: true } as Parameters<typeof applyBuy>[0];
        let tokens = 0n;
        let cash = 0n;
        for (const { kind, lots: many, price } of steps) {
          const contracts = many * LOT;
          const most = contracts < tokens ? contracts : tokens;
          if (kind === 'buy') {
            const bought = fill(contracts, price);
            cash -= bought.notional + bought.fees.total;
            position = applyBuy(position, bought);
            tokens += contracts;
          } else if (kind === 'sell' && most > 0n) {
            // As a swap books it: tokens that came from elsewhere come into the position with their sale.
            const more = most - position.contracts;
            const before = more > 0n ? applyReceived(position, more) : position;
            const sale = fill(most, price);
            cash += saleMoney(before, sale).net;
            position = applySell(before, sale, 0n);
            tokens -= most;
          } else if (kind === 'give') tokens -= most;
          else if (kind === 'get') tokens += contracts;
        }
        const real = reconcile(position, tokens);
        expect(real.contracts).toBe(tokens);
        expect(real.totalCost >= 0n && real.entryNotional >= 0n).toBe(true);
        const settled = applySettlement(real, outcome);
        const ended = settled.status === 'lost' ? settled : applyClaim(settled);
        expect(ended.realized).toBe(cash + settled.payout);
        expect(ended.boughtContracts - ended.soldContracts >= tokens).toBe(true);
      },
    ),
  );
});
