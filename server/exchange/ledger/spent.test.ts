import type { Instruction } from '@contract/transactions/instruction.ts';
import { burnTokens } from '@contract/transactions/instruction.ts';
import { expect, it } from 'vitest';
import { associatedTokenAddress, PROGRAMS } from './addresses.ts';
import { mintAccount } from './genesis.ts';
import { isPlatformAddress } from './keys.ts';
import { addServiceSignatures, addSignatures } from './signers.ts';
import { createTestWallet, landed } from './testing/ledger.ts';
import { restarted } from './testing/restarted.ts';
import { assemble, ensureTokenAccount, issueTokens } from './transactions/parts.ts';

/* What is spent comes to memory and leaves it by itself, and is never taken for what it was. */

/** A wallet that held the token of an outcome, of which nothing is left. */
function spent() {
  const world = restarted();
  const { ledger, keys, wallet, commit, bring } = world;
  const mint = { address: createTestWallet().address, decimals: 6, program: PROGRAMS.token2022 };
  const account = associatedTokenAddress(wallet.address, mint.address, mint.program);
  const execute = (...instructions: Instruction[]) => {
    const tx = assemble('swap', keys.sponsor.address, ledger.latestBlockhash().blockhash, instructions);
    const keysOf = tx.message.staticAccountKeys.map((key) => key.toBase58());
    bring(...keysOf);
    return landed(ledger.execute(addSignatures(addServiceSignatures(tx, keys), [wallet])));
  };
  bring(mint.address);
  commit([ledger.put(mintAccount(ledger, keys, mint))]);
  const open = () => commit(execute(ensureTokenAccount(keys.sponsor.address, wallet.address, mint)).changes);
  /** Names neither who holds them nor where they come from. */
  const issue = (amount: bigint) =>
    execute(issueTokens(keys.mintAuthority.address, wallet.address, mint, amount));
  const burn = (amount: bigint) => execute(burnTokens(account, mint, wallet.address, amount));
  open();
  commit(issue(5n).changes);
  commit(burn(5n).changes);
  const held = () =>
    ledger
      .tokenAccountsOf(wallet.address)
      .filter((one) => one.mint === mint.address)
      .map(({ amount }) => amount);
  return { ...world, mint: mint.address, account, execute, issue, burn, held };
}

it('leaves while its holder stays, and comes back by its own name', () => {
  const { ledger, wallet, account, mint, pause, bring } = spent();
  expect(ledger.tokenBalance(wallet.address, mint)).toBe(0n);
  pause(() => ledger.lamports(wallet.address));
  expect([account, wallet.address].map(ledger.isInMemory)).toEqual([false, true]);
  bring(mint);
  expect(() => ledger.tokenBalance(wallet.address, mint)).toThrow(`Not in memory: accounts ${account}`);
  bring(account);
  expect(ledger.tokenBalance(wallet.address, mint)).toBe(0n);
  expect(ledger.strays()).toEqual([]);
});

it('stays while it is named, though nobody names its holder', () => {
  const { ledger, wallet, account, pause, bring } = spent();
  pause();
  bring(account);
  pause(() => ledger.tokenAccountAmount(account));
  expect([account, wallet.address].map(ledger.isInMemory)).toEqual([true, false]);
  pause();
  expect(ledger.isInMemory(account)).toBe(false);
});

it('does not come with its holder, nor the holder with it', () => {
  const { ledger, wallet, account, held, pause, bring } = spent();
  pause();
  bring(wallet.address);
  expect(held()).toEqual([]);
  expect(ledger.isInMemory(account)).toBe(false);
  pause();
  bring(account);
  expect([account, wallet.address].map(ledger.isInMemory)).toEqual([true, false]);
});

it('goes with its holder again once something lies in it, and by itself when that is taken back', () => {
  const { ledger, wallet, account, issue, commit, held, pause, bring } = spent();
  const taken = issue(7n);
  expect(held()).toEqual([7n]);
  ledger.rollback([taken]);
  pause(() => ledger.lamports(wallet.address));
  expect(ledger.isInMemory(account)).toBe(false);

  commit(issue(7n).changes);
  pause(() => ledger.lamports(wallet.address));
  expect(held()).toEqual([7n]);
  pause();
  expect(ledger.isInMemory(account)).toBe(false);
  bring(wallet.address);
  expect(held()).toEqual([7n]);
  expect(ledger.strays()).toEqual([]);
});

it('stays with its holder where what has spent it is taken back', () => {
  const { ledger, wallet, account, issue, burn, commit, held, pause } = spent();
  commit(issue(7n).changes);
  ledger.rollback([burn(7n)]);
  pause(() => ledger.lamports(wallet.address));
  expect(held()).toEqual([7n]);
  pause();
  expect([account, wallet.address].map(ledger.isInMemory)).toEqual([false, false]);
});

it('is not lost where a holder comes by an older word than what lies in it', () => {
  const { ledger, wallet, account, issue, commit, around, held, pause } = spent();
  pause();
  const older = around([wallet.address]);
  commit(issue(7n).changes);
  expect(() => held()).toThrow('Not in memory');
  pause();
  ledger.admit({ asked: [wallet.address], accounts: older });
  expect(held()).toEqual([7n]);
  pause();
  expect(ledger.isInMemory(account)).toBe(false);
});

it('is no holder of its mint: who is is known also when it has left', () => {
  const { ledger, mint, account, wallet, issue, burn, commit, pause } = spent();
  const name = () => [ledger.supplyOf(mint), ledger.lamports(wallet.address)];
  ledger.holdersCome(mint)();
  expect(ledger.holdersOf(mint)).toEqual([]);
  pause(name);
  expect(ledger.isInMemory(account)).toBe(false);
  expect(ledger.holdersOf(mint)).toEqual([]);
  commit(issue(7n).changes);
  expect(ledger.holdersOf(mint)).toMatchObject([{ owner: wallet.address, amount: 7n }]);
  commit(burn(7n).changes);
  expect(ledger.holdersOf(mint)).toEqual([]);
  // Nor is a mint remembered that has left itself.
  pause();
  expect(() => ledger.holdersOf(mint)).toThrow('Not in memory: holders');
});

it('takes a step for each of a holder’s that leave', () => {
  const { ledger, keys, wallet, account, rows, bring, pause } = spent();
  const row = rows.get(account);
  if (!row) throw new Error('nothing was stored');
  const all = Array.from({ length: 20 }, () => ({ ...row, pubkey: createTestWallet().address }));
  for (const one of all) rows.set(one.pubkey, one);
  const turn = () => Array.from(ledger.letGo((address) => isPlatformAddress(keys, address)));
  pause();
  const others = turn().length;
  bring(wallet.address, ...all.map(({ pubkey }) => pubkey));
  turn();
  const left: number[] = [];
  for (const _ of ledger.letGo((address) => isPlatformAddress(keys, address)))
    left.push(all.filter(({ pubkey }) => !ledger.isInMemory(pubkey)).length);
  // Himself with two accounts of dollars, and each of the others.
  expect(left).toHaveLength(others + 3 + all.length);
  expect(left.every((many, step) => many - (left[step - 1] ?? 0) <= 1)).toBe(true);
  expect(left.at(-1)).toBe(all.length);
});
