import { createAccountBook } from './account-book.ts';
import { addressOf, associatedTokenAddress, isTokenProgram, keyOf, PROGRAMS } from './addresses.ts';
import { createKnownKeys } from './known-keys.ts';
import type { Found, Ledger, StoredAccount, TokenBalanceChange, TokenHolding } from './ledger.ts';
import type { NativeAccount, NativeModule, NativeVm } from './native.ts';
import { NotInMemoryError } from './not-in-memory.ts';
import { canBeSpent, comesWith, isSpent } from './spent.ts';
import { isMintData, mintDetails, tokenAmountOf } from './token-layout.ts';

/**
 * The accounts of a VM, read through a book of those that are in memory. Whatever reads one of which it is not known
 * whether it exists throws NotInMemoryError.
 */
export interface VmAccounts
  extends Pick<
    Ledger,
    | 'admit'
    | 'admission'
    | 'holdersCome'
    | 'unknown'
    | 'letGo'
    | 'addressesCome'
    | 'requireKnown'
    | 'isInMemory'
    | 'strays'
    | 'account'
    | 'tokenBalance'
    | 'tokenAccountAmount'
    | 'tokenAccountsOf'
    | 'holdersOf'
    | 'supplyOf'
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

/**
 * @param complete every account there is was loaded, or there is none: none ever leaves memory or is asked for
 */
export function createVmAccounts(native: NativeModule, vm: NativeVm, complete: boolean): VmAccounts {
  const book = createAccountBook();
  /**
   * Addresses whose account, and whose token accounts unless spent, are in the book or do not exist. Spent ones that are
   * in the book are among them, for they leave by themselves.
   */
  const known = createKnownKeys();
  /** Mints of which every holder is in the book; and those of which they are brought in, by who does. */
  const knownHolders = new Set<string>();
  const coming = new Map<string, symbol>();

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

  /** Programs and sysvars, which the VM brings along. */
  const builtIn = new Set<string>();
  function isBuiltIn(address: string): boolean {
    if (builtIn.has(address)) return true;
    if (book.get(address) !== null || readVm(address) === null) return false;
    builtIn.add(address);
    return true;
  }

  /** Whether nobody has to be asked about an account; it counts as named, and with it who holds it. */
  function isKnown(address: string): boolean {
    if (complete) return true;
    const token = book.token(address);
    if (token) known.has(token.owner);
    return known.has(address) || book.get(address) !== null || isBuiltIn(address);
  }

  function requireKnown(addresses: readonly string[]): void {
    const missing = addresses.filter((address) => !isKnown(address));
    if (missing.length > 0) throw new NotInMemoryError('accounts', missing);
  }

  function account(pubkey: string): StoredAccount | null {
    requireKnown([pubkey]);
    return book.get(pubkey) ?? readVm(pubkey);
  }

  /** Takes an account out of memory; the database has it. */
  function drop(pubkey: string): void {
    const token = book.token(pubkey);
    // Whose holders are no longer all here: the mint of what somebody holds, or one that leaves itself.
    const mint = token !== null && !isSpent(token) ? token.mint : pubkey;
    knownHolders.delete(mint);
    coming.delete(mint);
    if (book.get(pubkey) !== null) write(pubkey, null);
    known.forget(pubkey);
  }

  /** @returns how many accounts have left. */
  function leave(address: string): number {
    const token = book.token(address);
    // It goes with its holder: also with one who is on the way here, and of whom an older word does not tell of it.
    if (token !== null && !isSpent(token)) return 0;
    const held = book.tokensOf(address).filter((one) => !isSpent(one));
    for (const { pubkey } of held) drop(pubkey);
    drop(address);
    return 1 + held.length;
  }

  function* admission({ asked, accounts }: Found): Generator<void> {
    // What is known needs no word of the database, which may be older: it is here, or gone.
    const isNew = (stored: StoredAccount, holder: string) =>
      book.get(stored.pubkey) === null && !known.peek(stored.pubkey) && !known.peek(holder);
    const byHolder = new Map<string, StoredAccount[]>();
    for (const stored of accounts) {
      const holder = comesWith(stored);
      const held = byHolder.get(holder);
      if (held) held.push(stored);
      else byHolder.set(holder, [stored]);
      // Whose own account is here has no others than those that are: it comes last.
      if (holder !== stored.pubkey && isNew(stored, holder)) write(stored.pubkey, stored);
      yield;
    }
    for (const [holder, held] of byHolder) {
      // At once, and with what has left since its step: from here on, what is not in memory does not exist.
      for (const stored of held) if (isNew(stored, holder)) write(stored.pubkey, stored);
      known.add(holder);
      yield;
    }
    for (const address of asked) known.add(address);
  }

  /** Mints of which something is issued stay: they are few, and any wallet may hold them. */
  const isStanding = (pubkey: string): boolean => {
    const found = book.get(pubkey);
    return found !== null && isMintData(found.data) && mintDetails(found.data).supply > 0n;
  };

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
    requireKnown,
    admission,
    admit(found) {
      const steps = admission(found);
      while (!steps.next().done);
    },
    holdersCome(mint) {
      const own = Symbol();
      coming.set(mint, own);
      return () => {
        if (coming.get(mint) !== own) return;
        coming.delete(mint);
        knownHolders.add(mint);
      };
    },
    unknown: (addresses) => addresses.filter((address) => !known.has(address)),
    *letGo(isPinned) {
      for (const address of known.turn()) {
        const left = isPinned(address) || isStanding(address) ? 0 : leave(address);
        for (let steps = Math.max(1, left); steps > 0; steps--) yield;
      }
    },
    addressesCome: () => known.come,
    isInMemory: (pubkey) => book.get(pubkey) !== null,
    strays: () =>
      [...book.all()].flatMap((stored) =>
        sameAccount(stored, readVm(stored.pubkey)) ? [] : [stored.pubkey],
      ),
    fromNative,
    write,
    takeOver(pubkey, was) {
      const after = readVm(pubkey);
      if (sameAccount(was, after)) return undefined;
      book.put(pubkey, after);
      const token = book.token(pubkey);
      // Gone: also where its holder is not known, and the database has it until this is committed. Or on its own now.
      if (after === null || (token !== null && isSpent(token))) known.add(pubkey);
      return { after };
    },
    lamports: (pubkey) => book.get(pubkey)?.lamports ?? lamportsOutsideBook(pubkey),
    tokensAt: (keys) => keys.map((key) => book.token(key)),
    tokenChanges,
    tokenBalance(owner, mint) {
      const program = account(mint)?.owner;
      if (program === undefined || !isTokenProgram(program)) return null;
      const address = associatedTokenAddress(owner, mint, program);
      // Whose owner is known has no other accounts than those in the book, but for spent ones.
      if (book.token(address) === null) requireKnown([canBeSpent(program) ? address : owner]);
      return book.token(address)?.amount ?? null;
    },
    tokenAccountAmount(pubkey) {
      requireKnown([pubkey]);
      return book.token(pubkey)?.amount ?? null;
    },
    tokenAccountsOf(owner) {
      requireKnown([owner]);
      // In the order in which they came to memory they would change places with every restart.
      return book.tokensOf(owner).sort((a, b) => (a.mint < b.mint ? -1 : 1));
    },
    holdersOf(mint) {
      if (!complete && !knownHolders.has(mint)) throw new NotInMemoryError('holders', [mint]);
      return book.holdersOf(mint).flatMap((token) => {
        const account = vm.getAccount(keyOf(token.pubkey).toBytes());
        if (account === null) return [];
        const held = { ...token, amount: tokenAmountOf(account.data()) };
        return isSpent(held) ? [] : [held];
      });
    },
    supplyOf(mint) {
      requireKnown([mint]);
      const found = readVm(mint);
      return found !== null && isMintData(found.data) ? mintDetails(found.data).supply : null;
    },
    decimalsOf,
  };
}
