import type { Pubkey } from '@contract/ids.ts';
import { microContracts } from '@contract/money.ts';
import { expect, it } from 'vitest';
import { POSITION, STRANGER } from './fixtures.ts';
import { freeOf, holdingText } from './reserved.ts';

const contracts = (lots: bigint) => microContracts(lots * 1_000_000n);
const sale = (change: { isBuy?: boolean; status?: string; position?: Pubkey; filled?: bigint } = {}) => ({
  position: POSITION,
  isBuy: false,
  status: 'pending',
  contractsMicro: contracts(10n),
  filledContractsMicro: contracts(change.filled ?? 0n),
  ...change,
});

const position = { pubkey: POSITION, contractsMicro: contracts(100n) };

it('reserves of a position what its open sales have not sold yet, and nothing else', () => {
  const free = (...data: ReturnType<typeof sale>[]) => freeOf(position, { data });
  expect(free(sale(), sale({ filled: 4n }))).toBe(contracts(84n));
  expect(free(sale({ filled: 11n })), 'filled beyond what was asked').toBe(contracts(100n));
  expect(free(sale({ isBuy: true }))).toBe(contracts(100n));
  expect(free(sale({ position: STRANGER }))).toBe(contracts(100n));
  expect(free(sale({ status: 'filled' }))).toBe(contracts(100n));
  expect(free(...Array.from({ length: 11 }, () => sale())), 'more than is held').toBe(0n);
});

it('knows nothing of what is free while orders have not come, or what they have reserved is of before', () => {
  expect(freeOf(position, { data: undefined })).toBeUndefined();
  expect(freeOf(position, { data: [sale()], isError: true })).toBeUndefined();
  expect(freeOf(position, { data: [sale({ status: 'filled' })], isError: true })).toBe(contracts(100n));
});

it('says how much is held, and what of it is reserved', () => {
  expect(holdingText(contracts(100n), contracts(40n))).toBe(
    'You hold 100.00, of which 60.00 are in open sell orders',
  );
  expect(holdingText(contracts(100n), contracts(100n))).toBe('You hold 100.00');
  expect(holdingText(contracts(100n), undefined)).toBe('You hold 100.00. Your open orders are not known');
});
