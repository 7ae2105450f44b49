import { describe, expect, it } from 'vitest';
import { mintAccount } from '../ledger/genesis.ts';
import { BTC, USDC } from '../ledger/mints.ts';
import { addServiceSignatures } from '../ledger/signers.ts';
import { createTestLedger, createTestWallet } from '../ledger/testing/ledger.ts';
import { buildFaucet } from '../ledger/transactions/faucet-transactions.ts';
import { ExchangeState } from './state.ts';
import { Batch } from './unit-of-work.ts';

function begin() {
  const { ledger, keys, clock, wallet } = createTestLedger();
  const state = new ExchangeState();
  const batch = new Batch(state, ledger, clock);
  const give = (memo: string, amount = 1_000_000n) => {
    const { blockhash } = ledger.latestBlockhash();
    const grants = [{ mint: USDC, amount }];
    const tx = buildFaucet(keys, { receiver: wallet.address, lamports: 0n, grants, memo, blockhash });
    return addServiceSignatures(tx, keys);
  };
  const held = () => ledger.tokenBalance(wallet.address, USDC.address) ?? 0n;
  /** What would be stored of the wallet's USDC. */
  const stored = () =>
    [...batch.changes.accounts.values()].find((row) => row?.holder === wallet.address && row.mint)?.amount;
  return { ledger, keys, clock, state, batch, wallet, give, held, stored };
}
const grant = (pubkey: string, grantedAt: number) => ({ pubkey, grantedAt });

describe('a job that is undone', () => {
  it('leaves in the batch what a job before it has written in the same places', () => {
    const { batch, state, give, held, stored } = begin();
    const before = held();
    expect(batch.execute(give('first')).ok).toBe(true);
    batch.put('faucetGrants', 'W', grant('W', 1));

    const savepoint = batch.savepoint();
    const second = give('second');
    expect(batch.execute(second).ok).toBe(true);
    batch.put('faucetGrants', 'W', grant('W', 2));
    batch.put('faucetGrants', 'W', grant('W', 3));
    batch.put('faucetGrants', 'V', grant('V', 3));
    expect(stored()).toBe(before + 2_000_000n);
    batch.rollbackTo(savepoint);

    expect([held(), stored()]).toEqual([before + 1_000_000n, before + 1_000_000n]);
    expect([...batch.changes.faucetGrants]).toEqual([['W', grant('W', 1)]]);
    expect([...state.faucetGrants]).toEqual([['W', grant('W', 1)]]);
    expect(batch.changes.transactions.size).toBe(1);
    // It has not landed, so that it may be sent again.
    expect(batch.execute(second).ok).toBe(true);
    expect(stored()).toBe(before + 2_000_000n);
  });

  it('leaves nothing of a batch that was not committed', () => {
    const { batch, state, give, held, stored } = begin();
    const before = held();
    batch.execute(give('first'));
    batch.execute(give('second'));
    batch.put('faucetGrants', 'W', grant('W', 1));
    batch.rollbackTo(0);
    expect([held(), stored()]).toEqual([before, undefined]);
    expect(Object.values(batch.changes).map(({ size }) => size)).toEqual(
      Object.values(batch.changes).map(() => 0),
    );
    expect(state.faucetGrants.size).toBe(0);
    expect(batch.isEmpty).toBe(true);
  });

  it('takes its mint off the ledger, its time back, its follow-up out, and tells of nothing', () => {
    const { batch, ledger, keys, clock } = begin();
    expect(batch.advance(10)).toBe(clock.wall() + 10);
    const told = () => undefined;
    batch.onCommitted(told);
    const savepoint = batch.savepoint();
    const mint = { ...BTC, address: createTestWallet().address };
    batch.install(mintAccount(ledger, keys, mint));
    expect(ledger.supplyOf(mint.address)).toBe(0n);
    expect(batch.advance(600), 'after both').toBe(clock.wall() + 610);
    batch.followUp(() => undefined);
    batch.onCommitted(() => undefined);
    batch.rollbackTo(savepoint);
    expect(ledger.supplyOf(mint.address)).toBeNull();
    expect(ledger.account(mint.address)).toBeNull();
    expect(batch.changes.accounts.size).toBe(0);
    expect(batch.advanced).toBe(10);
    expect(batch.followUps).toEqual([]);
    expect(batch.told).toEqual([told]);
  });
});
