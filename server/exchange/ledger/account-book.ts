import { addressOf, isTokenProgram } from './addresses.ts';
import type { StoredAccount, TokenHolding } from './ledger.ts';
import { isTokenAccountData, tokenAmountOf, tokenMintBytes, tokenOwnerBytes } from './token-layout.ts';

interface Entry {
  account: StoredAccount;
  token: TokenHolding | null;
}

export interface AccountBook {
  get(pubkey: string): StoredAccount | null;
  token(pubkey: string): TokenHolding | null;
  /** Records an account as it is now; null: gone. */
  put(pubkey: string, account: StoredAccount | null): void;
  tokensOf(owner: string): TokenHolding[];
  holdersOf(mint: string): TokenHolding[];
  all(): IterableIterator<StoredAccount>;
}

/** Keys under each value of one field; a value without any is forgotten. */
function createIndex() {
  const members = new Map<string, Set<string>>();
  return {
    of: (value: string): Iterable<string> => members.get(value) ?? [],
    add(value: string, key: string): void {
      const keys = members.get(value);
      if (keys) keys.add(key);
      else members.set(value, new Set([key]));
    },
    remove(value: string, key: string): void {
      const keys = members.get(value);
      keys?.delete(key);
      if (keys?.size === 0) members.delete(value);
    },
  };
}

/** The accounts the ledger knows, with token accounts by owner and by mint: reads cost no trip into the VM. */
export function createAccountBook(): AccountBook {
  const entries = new Map<string, Entry>();
  const byOwner = createIndex();
  const byMint = createIndex();

  function readToken(account: StoredAccount, previous: Entry | undefined): TokenHolding | null {
    if (!isTokenProgram(account.owner) || !isTokenAccountData(account.data)) return null;
    const { data } = account;
    const old = previous?.token;
    const sameHolder =
      old &&
      previous !== undefined &&
      Buffer.compare(previous.account.data.subarray(0, 64), data.subarray(0, 64)) === 0;
    const amount = tokenAmountOf(data);
    if (sameHolder) return { ...old, amount };
    return {
      pubkey: account.pubkey,
      mint: addressOf(tokenMintBytes(data)),
      owner: addressOf(tokenOwnerBytes(data)),
      amount,
      program: account.owner,
    };
  }

  const tokensAt = (keys: Iterable<string>): TokenHolding[] =>
    [...keys].flatMap((pubkey) => entries.get(pubkey)?.token ?? []);

  return {
    get: (pubkey) => entries.get(pubkey)?.account ?? null,
    token: (pubkey) => entries.get(pubkey)?.token ?? null,
    put(pubkey, account) {
      const previous = entries.get(pubkey);
      const token = account === null ? null : readToken(account, previous);
      const old = previous?.token ?? null;
      if (old?.owner !== token?.owner || old?.mint !== token?.mint) {
        if (old) {
          byOwner.remove(old.owner, pubkey);
          byMint.remove(old.mint, pubkey);
        }
        if (token) {
          byOwner.add(token.owner, pubkey);
          byMint.add(token.mint, pubkey);
        }
      }
      if (account === null) entries.delete(pubkey);
      else entries.set(pubkey, { account, token });
    },
    tokensOf: (owner) => tokensAt(byOwner.of(owner)),
    holdersOf: (mint) => tokensAt(byMint.of(mint)),
    *all() {
      for (const { account } of entries.values()) yield account;
    },
  };
}
