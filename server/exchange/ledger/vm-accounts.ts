import { createAccountBook } from './account-book.ts';
import { addressOf, associatedTokenAddress, isTokenProgram, keyOf, PROGRAMS } from './addresses.ts';
import type { Ledger, StoredAccount, TokenBalanceChange, TokenHolding } from './ledger.ts';
import type { NativeAccount, NativeModule, NativeVm } from './native.ts';
import { isMintData, mintDetails, tokenAmountOf } from './token-layout.ts';

/** The accounts of a VM, read through a book of those that were ever written. */
export interface VmAccounts
  extends Pick<
    Ledger,
    | 'account'
    | 'tokenBalance'
    | 'tokenAccountAmount'
    | 'tokenAccountsOf'
    | 'holdersOf'
    | 'supplyOf'
    | 'mints'
    | 'decimalsOf'
  > {
  fromNative(pubkey: string, account: NativeAccount): StoredAccount;
  /** Sets an account, or removes it. */
  write(pubkey: string, account: StoredAccount | null): void;
  /** Takes into the book what the VM has made of an account; undefined while that is the same as `was`. */
  takeOver(pubkey: string, was: StoredAccount | null): { after: StoredAccount | null } | undefined;
  /** Lamports as the book has them, or of an account outside it. */
  lamports(pubkey: string): bigint;
  /** What token accounts hold; null where there is none. */
  tokensAt(keys: readonly string[]): (TokenHolding | null)[];
  /** Token balances that stand now, or stood `before`, at the places of `keys`. */
  tokenChanges(keys: readonly string[], before: readonly (TokenHolding | null)[]): TokenBalanceChange[];
}

const sameAccount = (a: StoredAccount | null, b: StoredAccount | null): boolean => {
  if (a === null || b === null) return a === b;
  return a.lamports === b.lamports && a.owner === b.owner && Buffer.compare(a.data, b.data) === 0;
};

export function createVmAccounts(native: NativeModule, vm: NativeVm): VmAccounts {
  const book = createAccountBook();

  function fromNative(pubkey: string, account: NativeAccount): StoredAccount {
    return {
      pubkey,
      lamports: account.lamports(),
      owner: addressOf(account.owner()),
      executable: account.executable(),
      rentEpoch: account.rentEpoch(),
      data: account.data(),
    };
  }

  function readVm(pubkey: string): StoredAccount | null {
    const account = vm.getAccount(keyOf(pubkey).toBytes());
    return account === null || account.lamports() === 0n ? null : fromNative(pubkey, account);
  }

  function write(pubkey: string, account: StoredAccount | null): void {
    const { lamports, data, owner, executable, rentEpoch } = account ?? {
      lamports: 0n,
      data: new Uint8Array(),
      owner: PROGRAMS.system,
      executable: false,
      rentEpoch: 0n,
    };
    vm.setAccount(
      keyOf(pubkey).toBytes(),
      new native.Account(lamports, data, keyOf(owner).toBytes(), executable, rentEpoch),
    );
    book.put(pubkey, account);
  }

  const account = (pubkey: string): StoredAccount | null => book.get(pubkey) ?? readVm(pubkey);

  const fixed = new Map<string, bigint>();
  /** Lamports of an account outside the book: a program or sysvar (whose balance is constant), or nothing. */
  function lamportsOutsideBook(pubkey: string): bigint {
    const known = fixed.get(pubkey);
    if (known !== undefined) return known;
    const found = vm.getAccount(keyOf(pubkey).toBytes());
    if (found?.executable()) fixed.set(pubkey, found.lamports());
    return found?.lamports() ?? 0n;
  }

  function decimalsOf(mint: string): number | null {
    const found = account(mint);
    return found !== null && isTokenProgram(found.owner) && isMintData(found.data)
      ? mintDetails(found.data).decimals
      : null;
  }

  function tokenChanges(
    keys: readonly string[],
    before: readonly (TokenHolding | null)[],
  ): TokenBalanceChange[] {
    return keys.flatMap((pubkey, accountIndex) => {
      const was = before[accountIndex] ?? null;
      const is = book.token(pubkey);
      const token = is ?? was;
      if (token === null) return [];
      return [
        {
          accountIndex,
          mint: token.mint,
          owner: token.owner,
          program: token.program,
          decimals: decimalsOf(token.mint) ?? 0,
          before: was?.amount.toString() ?? null,
          after: is?.amount.toString() ?? null,
        },
      ];
    });
  }

  return {
    account,
    fromNative,
    write,
    takeOver(pubkey, was) {
      const after = readVm(pubkey);
      if (sameAccount(was, after)) return undefined;
      book.put(pubkey, after);
      return { after };
    },
    lamports: (pubkey) => book.get(pubkey)?.lamports ?? lamportsOutsideBook(pubkey),
    tokensAt: (keys) => keys.map((key) => book.token(key)),
    tokenChanges,
    tokenBalance(owner, mint) {
      const program = account(mint)?.owner;
      if (program === undefined || !isTokenProgram(program)) return null;
      return book.token(associatedTokenAddress(owner, mint, program))?.amount ?? null;
    },
    tokenAccountAmount: (pubkey) => book.token(pubkey)?.amount ?? null,
    tokenAccountsOf: (owner) => book.tokensOf(owner),
    holdersOf: (mint) =>
      book.holdersOf(mint).flatMap((token) => {
        const held = vm.getAccount(keyOf(token.pubkey).toBytes());
        return held === null ? [] : [{ ...token, amount: tokenAmountOf(held.data()) }];
      }),
    supplyOf(mint) {
      const found = readVm(mint);
      return found !== null && isMintData(found.data) ? mintDetails(found.data).supply : null;
    },
    mints: () => [...book.mints()],
    decimalsOf,
  };
}
