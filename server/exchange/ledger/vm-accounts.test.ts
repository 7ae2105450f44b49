import { expect, it } from 'vitest';
import { associatedTokenAddress } from './addresses.ts';
import { genesisAddresses } from './genesis.ts';
import { isPlatformAddress } from './keys.ts';
import type { AccountChange, StoredAccount } from './ledger.ts';
import { createLitesvmLedger } from './litesvm-ledger.ts';
import { USDC } from './mints.ts';
import { addServiceSignatures, addSignatures } from './signers.ts';
import { createTestLedger, landed } from './testing/ledger.ts';
import { buyTerms, testOrder } from './testing/terms.ts';
import { buildOwnerTransaction } from './transactions/owner-transactions.ts';
import { buildFailOrder } from './transactions/settlement-transactions.ts';
import { holderOf } from './vm-accounts.ts';

/** A ledger of which only the exchange's own accounts are in memory; `rows` is all that its database has. */
function restarted() {
  const { ledger: former, keys, clock, genesisWall, genesis, wallet, funded } = createTestLedger();
  const rows = new Map<string, StoredAccount>();
  const commit = (changes: readonly AccountChange[]) => {
    for (const { pubkey, after } of changes) {
      if (after === null) rows.delete(pubkey);
      else rows.set(pubkey, after);
    }
  };
  commit([...genesis.changes, ...funded.changes]);
  /** Accounts at these addresses and of these holders, each with all that its holder holds. */
  const around = (addresses: readonly string[]): StoredAccount[] => {
    const named = new Set(
      addresses.flatMap((key) => [key, ...[rows.get(key)].flatMap((row) => (row ? [holderOf(row)] : []))]),
    );
    return [...rows.values()].filter((row) => named.has(holderOf(row)));
  };
  const ledger = createLitesvmLedger({ clock, genesisWall, complete: false });
  ledger.load({ accounts: [], blockhashes: former.drainNewBlockhashes(), signatures: [] });
  const bring = (...asked: string[]) => ledger.admit({ asked, accounts: around(asked) });
  bring(...genesisAddresses(keys));
  /** Lets go of what nobody names in between, as often as it takes. */
  const pause = (name: () => unknown = () => undefined) => {
    for (let turn = 0; turn < 3; turn++) {
      name();
      ledger.letGo((address) => isPlatformAddress(keys, address));
    }
  };
  return { ledger, keys, wallet, rows, commit, around, bring, pause };
}
type World = ReturnType<typeof restarted>;

/** Opens an order, whose deposit lies in its escrow. */
function open({ ledger, keys, wallet, commit, bring }: World, amount: bigint) {
  const name = testOrder(keys, 1n);
  const escrow = associatedTokenAddress(name.pubkey, USDC.address);
  bring(wallet.address, name.pubkey, escrow);
  const { blockhash } = ledger.latestBlockhash();
  const tx = buildOwnerTransaction(keys, buyTerms({ owner: wallet.address }, name, amount), blockhash);
  bring(...tx.message.staticAccountKeys.map((key) => key.toBase58()));
  commit(landed(ledger.execute(addSignatures(addServiceSignatures(tx, keys), [wallet]))).changes);
  return { name, escrow };
}
const FULL = 10_000_000_000n;
const DEPOSIT = 5_000_000n;

it('takes no older word of the database for what has changed or gone meanwhile', () => {
  const world = restarted();
  const { ledger, keys, wallet, commit, around, bring, pause } = world;
  const { name, escrow } = open(world, DEPOSIT);
  // As after a start: the escrow comes with whoever holds it.
  pause();
  bring(wallet.address, name.pubkey);
  const older = around([wallet.address, name.pubkey]);
  expect(ledger.tokenAccountAmount(escrow)).toBe(DEPOSIT);
  const fail = buildFailOrder(keys, {
    ...{ owner: wallet.address, order: name.pubkey, mint: USDC, rentReceiver: wallet.address },
    ...{ amount: DEPOSIT, memo: 'fail', blockhash: ledger.latestBlockhash().blockhash },
  });
  commit(landed(ledger.execute(addServiceSignatures(fail, keys, name))).changes);

  ledger.admit({ asked: [wallet.address, name.pubkey], accounts: older });
  expect(ledger.isInMemory(escrow)).toBe(false);
  expect(ledger.tokenBalance(name.pubkey, USDC.address)).toBeNull();
  expect(ledger.tokenBalance(wallet.address, USDC.address)).toBe(FULL);
  expect(ledger.strays()).toEqual([]);
});

it('keeps what a holder has for as long as the holder is named', () => {
  const { ledger, wallet, bring, pause } = restarted();
  const usdc = associatedTokenAddress(wallet.address, USDC.address);
  bring(usdc);
  pause(() => ledger.lamports(wallet.address));
  expect(ledger.isInMemory(usdc)).toBe(true);
  expect(ledger.tokenBalance(wallet.address, USDC.address)).toBe(FULL);
  pause();
  expect([wallet.address, usdc].map(ledger.isInMemory)).toEqual([false, false]);
  expect(() => ledger.tokenBalance(wallet.address, USDC.address)).toThrow('Not in memory');
  expect(() => ledger.tokenAccountAmount(usdc)).toThrow('Not in memory');
});

it('knows every holder of a mint no more once one of them has left memory', () => {
  const { ledger, keys, wallet, rows, bring, pause } = restarted();
  const owners = () =>
    ledger
      .holdersOf(USDC.address)
      .map(({ owner }) => owner)
      .sort();
  expect(owners).toThrow('Not in memory: holders');
  ledger.admit({ asked: [], mint: USDC.address, accounts: [...rows.values()] });
  const all = [keys.vault.address, keys.fees.address, wallet.address].sort();
  expect(owners()).toEqual(all);
  pause();
  expect(owners).toThrow('Not in memory: holders');
  bring(wallet.address);
  expect(owners).toThrow('Not in memory: holders');
});

it('keeps the mints of which something is issued, and the exchange’s own', () => {
  const { ledger, keys, pause } = restarted();
  pause();
  expect([USDC.address, keys.vault.address, keys.sponsor.address].map(ledger.isInMemory)).toEqual([
    true,
    true,
    true,
  ]);
  expect(ledger.tokenBalance(keys.vault.address, USDC.address)).toBeGreaterThan(0n);
});
