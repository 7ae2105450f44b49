import type { Pubkey } from '@contract/ids.ts';
import { microContracts } from '@contract/money.ts';
import { expect, it } from 'vitest';
import { POSITION, STRANGER } from './fixtures.ts';
import { freeOf, holdingText, knownFree, lockedBySales } from './reserved.ts';

const contracts = (lots: bigint) => microContracts(lots * 1_000_000n);
const sale = (change: { isBuy?: boolean; status?: string; position?: Pubkey; filled?: bigint } = {}) => ({
  position: POSITION,
  isBuy: false,
  status: 'pending',
  contractsMicro: contracts(10n),
  filledContractsMicro: contracts(change.filled ?? 0n),
  ...change,
});

it('reserves of a position what its open sales have not sold yet, and nothing else', () => {
  const locked = (...orders: ReturnType<typeof sale>[]) => lockedBySales(orders, { pubkey: POSITION });
  expect(locked(sale(), sale({ filled: 4n }))).toBe(contracts(16n));
  expect(locked(sale({ filled: 11n })), 'filled beyond what was asked').toBe(0n);
  expect(locked(sale({ isBuy: true }))).toBe(0n);
  expect(locked(sale({ position: STRANGER }))).toBe(0n);
  expect(locked(sale({ status: 'filled' }))).toBe(0n);
});

it('leaves free what they have not reserved, and knows nothing of it while they have not come', () => {
  const position = { contractsMicro: contracts(100n) };
  expect(freeOf(position, contracts(60n))).toBe(contracts(40n));
  expect(freeOf(position, contracts(101n))).toBe(0n);
  expect(knownFree(position, contracts(60n))).toBe(contracts(40n));
  expect(knownFree(position, undefined)).toBeUndefined();
  expect(holdingText(contracts(100n), contracts(40n))).toBe(
    'You hold 100.00, of which 60.00 are in open sell orders',
  );
  expect(holdingText(contracts(100n), contracts(100n))).toBe('You hold 100.00');
  expect(holdingText(contracts(100n), undefined)).toBe('You hold 100.00. Your open orders are not known');
});
