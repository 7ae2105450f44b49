import { expect, it } from 'vitest';
import { associatedTokenAddress, keyOf, PROGRAMS } from './addresses.ts';
import { isPlatformAddress } from './keys.ts';
import { STABLECOIN, USDC } from './mints.ts';
import { addServiceSignatures, addSignatures } from './signers.ts';
import { createTestWallet, landed } from './testing/ledger.ts';
import { restarted, type World } from './testing/restarted.ts';
import { buyTerms, testOrder } from './testing/terms.ts';
import { compileTransaction } from './transactions/compile.ts';
import { buildOwnerTransaction } from './transactions/owner-transactions.ts';
import { buildFailOrder } from './transactions/settlement-transactions.ts';

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

it('simulates nothing on accounts of which only the database knows', () => {
  const world = restarted();
  const { ledger, keys, wallet, bring } = world;
  const { blockhash } = ledger.latestBlockhash();
  const terms = buyTerms({ owner: wallet.address }, testOrder(keys, 1n), DEPOSIT);
  const tx = buildOwnerTransaction(keys, terms, blockhash);
  expect(() => ledger.simulate(tx, { sigVerify: false })).toThrow('Not in memory: accounts');
  bring(...tx.message.staticAccountKeys.map((key) => key.toBase58()));
  const asked = { sigVerify: false, accounts: [keys.orderAddress('nobody has named')] };
  expect(() => ledger.simulate(tx, asked)).toThrow('Not in memory: accounts');
  bring(...asked.accounts);
  expect(ledger.simulate(tx, asked)).toMatchObject({ err: null, accounts: [null] });
});

it('lists what a wallet holds in the same order, whatever came to memory first', () => {
  const listed = (order: 1 | -1) => {
    const { ledger, wallet, around } = restarted();
    const accounts = around([wallet.address]).sort((a, b) => (a.pubkey < b.pubkey ? -order : order));
    ledger.admit({ asked: [wallet.address], accounts });
    return ledger.tokenAccountsOf(wallet.address).map(({ mint }) => mint);
  };
  expect(listed(1)).toHaveLength(2);
  expect(listed(1)).toEqual([USDC.address, STABLECOIN.address].sort());
  expect(listed(-1)).toEqual(listed(1));
});

it('keeps the holder of what alone is named, with all that they hold', () => {
  const { ledger, wallet, bring, pause } = restarted();
  const [usdc, stablecoin] = [USDC, STABLECOIN].map(({ address }) =>
    associatedTokenAddress(wallet.address, address),
  ) as [string, string];
  bring(usdc);
  pause(() => ledger.tokenAccountAmount(usdc));
  expect([usdc, stablecoin, wallet.address].map(ledger.isInMemory)).toEqual([true, true, true]);
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
  const areHere = ledger.holdersCome(USDC.address);
  ledger.admit({ asked: [], accounts: [...rows.values()] });
  expect(owners).toThrow('Not in memory: holders');
  areHere();
  const all = [keys.vault.address, keys.fees.address, wallet.address].sort();
  expect(owners()).toEqual(all);
  pause();
  expect(owners).toThrow('Not in memory: holders');
  bring(wallet.address);
  expect(owners).toThrow('Not in memory: holders');
});

it('does not take the holders of a mint for all of them where one has left while others came', () => {
  const { ledger, wallet, bring, pause } = restarted();
  const owners = () => ledger.holdersOf(USDC.address).map(({ owner }) => owner);
  bring(wallet.address);
  const areHere = ledger.holdersCome(USDC.address);
  expect(ledger.unknown([wallet.address, 'nobody'])).toEqual(['nobody']);
  pause();
  areHere();
  expect(owners).toThrow('Not in memory: holders');
  // Whoever looks at the same time does not answer for who began before.
  const [first, second] = [ledger.holdersCome(USDC.address), ledger.holdersCome(USDC.address)];
  bring(wallet.address);
  first();
  expect(owners).toThrow('Not in memory: holders');
  second();
  expect(owners()).toContain(wallet.address);
});

it.each([1, -1])('brings a holder in with all that they hold or not at all, a step each (%s)', (order) => {
  const { ledger, wallet, around } = restarted();
  const accounts = around([wallet.address]).sort((a, b) => (a.pubkey < b.pubkey ? -order : order));
  const balances = () =>
    [USDC, STABLECOIN].map(({ address }) => {
      try {
        return ledger.tokenBalance(wallet.address, address);
      } catch {
        return 'unknown';
      }
    });
  const whole = () => {
    try {
      return [ledger.lamports(wallet.address), ledger.tokenAccountsOf(wallet.address).length];
    } catch {
      return 'unknown';
    }
  };
  const steps = ledger.admission({ asked: [wallet.address], accounts });
  let taken = 0;
  for (; !steps.next().done; taken++) {
    if (taken >= accounts.length) break;
    expect(whole()).toBe('unknown');
    for (const balance of balances()) expect(['unknown', FULL]).toContain(balance);
  }
  expect(taken).toBe(accounts.length);
  while (!steps.next().done);
  expect(balances()).toEqual([FULL, FULL]);
  expect(whole()).toEqual([10_000_000_000n, 2]);
  expect(ledger.strays()).toEqual([]);
});

it('brings in nothing older in steps between which somebody else was faster', () => {
  const world = restarted();
  const { ledger, keys, wallet, commit, around, bring, pause } = world;
  const { name, escrow } = open(world, DEPOSIT);
  pause();
  const slow = ledger.admission({
    asked: [wallet.address, name.pubkey],
    accounts: around([wallet.address, name.pubkey]),
  });
  // Of somebody of whom nothing else is known.
  while (ledger.isInMemory(escrow) === false) slow.next();
  expect(() => ledger.tokenAccountsOf(name.pubkey)).toThrow('Not in memory');
  bring(wallet.address, name.pubkey);
  const fail = buildFailOrder(keys, {
    ...{ owner: wallet.address, order: name.pubkey, mint: USDC, rentReceiver: wallet.address },
    ...{ amount: DEPOSIT, memo: 'fail', blockhash: ledger.latestBlockhash().blockhash },
  });
  commit(landed(ledger.execute(addServiceSignatures(fail, keys, name))).changes);
  while (!slow.next().done);
  expect(ledger.isInMemory(escrow)).toBe(false);
  expect(ledger.tokenBalance(wallet.address, USDC.address)).toBe(FULL);
  expect(ledger.strays()).toEqual([]);
});

it('brings nothing back that was closed by another than its holder before they were there', () => {
  const { ledger, keys, wallet, rows, around, bring } = restarted();
  const { vault, sponsor } = keys;
  const held = rows.get(associatedTokenAddress(wallet.address, USDC.address));
  if (!held) throw new Error('the wallet holds nothing');
  const [stranger, account] = [createTestWallet().address, createTestWallet().address];
  const data = Buffer.from(held.data);
  data.set(keyOf(stranger).toBytes(), 32);
  data.fill(0, 64, 72);
  // Who may close it.
  data.writeUInt32LE(1, 129);
  data.set(vault.publicKey.toBytes(), 133);
  rows.set(account, { ...held, pubkey: account, data });
  const steps = ledger.admission({ asked: [stranger], accounts: around([stranger]) });
  while (!ledger.isInMemory(account)) steps.next();
  expect(() => ledger.tokenAccountsOf(stranger)).toThrow('Not in memory');

  const close = compileTransaction(sponsor.address, ledger.latestBlockhash().blockhash, [
    {
      program: PROGRAMS.token,
      accounts: [
        { address: account, isSigner: false, isWritable: true },
        { address: vault.address, isSigner: false, isWritable: true },
        { address: vault.address, isSigner: true, isWritable: false },
      ],
      data: Uint8Array.of(9),
    },
  ]);
  landed(ledger.execute(addServiceSignatures(close, keys)));
  while (!steps.next().done);
  // Nor by who asks while the database does not know of it yet.
  bring(account, stranger);
  expect(ledger.isInMemory(account)).toBe(false);
  expect(ledger.tokenAccountsOf(stranger)).toEqual([]);
  expect(ledger.strays()).toEqual([]);
});

it('takes as many steps for a holder as accounts leave with them', () => {
  const { ledger, keys, wallet, bring, pause } = restarted();
  const turn = () => Array.from(ledger.letGo((address) => isPlatformAddress(keys, address))).length;
  pause();
  const others = turn();
  bring(wallet.address);
  expect(turn()).toBe(others);
  // Themselves and two accounts of tokens.
  expect(turn()).toBe(others + 3);
  expect(ledger.isInMemory(wallet.address)).toBe(false);
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
