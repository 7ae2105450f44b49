import { triggerOrder } from '@contract/triggers/order.ts';
import { expect, it } from 'vitest';
import { BTC, SOL, USDC } from '../ledger/mints.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';
import { eventOf } from './context.ts';
import { triggerOrderWire } from './order-wire.ts';

const WALLET = createTestWallet().address;
const row = (fields: Partial<TriggerOrderRow>): TriggerOrderRow => ({
  ...{ id: 'one', seq: 1n, owner: WALLET, payer: WALLET, vault: WALLET, orderType: 'single' as const },
  ...{ state: 'open' as const, rawState: 'open', condition: 'below' as const, parentId: null },
  ...{ inputMint: SOL.address, outputMint: USDC.address, triggerMint: SOL.address },
  ...{ initialInput: 3_000n, remainingInput: 3_000n, output: 0n, held: 0n, taking: 0n },
  ...{ triggerPrice: 90n * 10n ** 12n, trailingBps: null, slippageBps: 100, mark: null, markAt: 0 },
  ...{ tpPrice: null, slPrice: null, tpSlippageBps: null, slSlippageBps: null, firedLeg: null },
  ...{ expiresAt: 9, createdAt: 1, updatedAt: 2, triggeredAt: null, nextFillAt: 0, events: [] },
  ...fields,
});
const told = (fields: Partial<TriggerOrderRow>) => triggerOrder.parse(triggerOrderWire(row(fields)));
/** A line as it was written down before events said how they ended. */
const former = (
  type: 'deposit' | 'fill' | 'withdrawal' | 'cancelled' | 'expired',
  state: string,
  leg?: string,
) => eventOf(type, 5, { state, orderContext: leg ?? null });

it.each([
  ['filled', 'filled', 'filled', 'fill_success'],
  ['executing', 'partial_fill_success', 'executing', 'partial_fill_success'],
  ['executing', 'ready_to_cancel', 'pending_withdraw', 'ready_to_cancel'],
  ['pending_withdraw', 'pending_withdraw', 'pending_withdraw', 'ready_to_cancel'],
  ['failed', 'no_liquidity', 'failed', 'fill_failed'],
  ['failed', 'no_price', 'failed', 'fill_failed'],
  ['expired', 'expired', 'expired', 'expired'],
  ['cancelled', 'cancelled', 'cancelled', 'cancelled'],
] as const)('an order that was %s (%s) is told as %s (%s)', (state, rawState, orderState, raw) => {
  expect(told({ state, rawState })).toMatchObject({ orderState, rawState: raw });
});

it('what was written down before is told in the words of the documentation', () => {
  const { events } = told({
    orderType: 'oco',
    condition: null,
    events: [
      former('deposit', 'open'),
      former('fill', 'partial_fill_success', 'tp'),
      former('fill', 'filled', 'sl'),
      former('withdrawal', 'filled', 'sl'),
      former('cancelled', 'oco_cancelled', 'tp'),
      former('expired', ''),
      former('fill', 'failed', 'sl'),
    ],
  });
  expect(events.map(({ type, state, orderContext }) => [type, state, orderContext])).toEqual([
    ['deposit', 'success', null],
    ['fill', 'success', 'take_profit'],
    ['fill', 'success', 'stop_loss'],
    ['withdrawal', 'success', null],
    ['cancelled', 'success', 'take_profit'],
    ['expired', 'success', null],
    ['fill', 'failed', 'stop_loss'],
  ]);
});

it.each([
  [SOL.address, 'above', 'take_profit'],
  [SOL.address, 'below', 'stop_loss'],
  [BTC.address, 'above', 'buy_above'],
  [BTC.address, 'below', 'buy_below'],
] as const)('a fill of %s %s is %s', (triggerMint, condition, context) => {
  const outputMint = BTC.address;
  const { events } = told({ triggerMint, outputMint, condition, events: [former('fill', 'success')] });
  expect(events[0]?.orderContext).toBe(context);
});

it('1 is a whole fill', () => {
  const part = (remainingInput: bigint) => told({ remainingInput }).fillPercent;
  expect([part(3_000n), part(2_000n), part(0n)]).toEqual([0, 0.333333, 1]);
});
