import { addTo, removeFrom, type Sets } from '../../common/sets.ts';
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

/** The accounts the ledger knows, with token accounts by owner and by mint: reads cost no trip into the VM. */
export function createAccountBook(): AccountBook {
  const entries = new Map<string, Entry>();
  const byOwner: Sets<string, string> = new Map();
  const byMint: Sets<string, string> = new Map();

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

  const tokensAt = (keys: Iterable<string> = []): TokenHolding[] =>
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
          removeFrom(byOwner, old.owner, pubkey);
          removeFrom(byMint, old.mint, pubkey);
        }
        if (token) {
          addTo(byOwner, token.owner, pubkey);
          addTo(byMint, token.mint, pubkey);
        }
      }
      if (account === null) entries.delete(pubkey);
      else entries.set(pubkey, { account, token });
    },
    tokensOf: (owner) => tokensAt(byOwner.get(owner)),
    holdersOf: (mint) => tokensAt(byMint.get(mint)),
    *all() {
      for (const { account } of entries.values()) yield account;
    },
  };
}
