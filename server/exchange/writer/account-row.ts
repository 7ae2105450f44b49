import { addressOf, isTokenProgram } from '../ledger/addresses.ts';
import type { StoredAccount } from '../ledger/ledger.ts';
import { isSpent } from '../ledger/spent.ts';
import {
  isMintData,
  isTokenAccountData,
  mintDetails,
  tokenAmountOf,
  tokenMintBytes,
  tokenOwnerBytes,
} from '../ledger/token-layout.ts';
import type { AccountRow } from './commit.store.ts';

/** An account as it is stored: with what its bytes say, so that the database can look it up and add it up. */
export function accountRow(account: StoredAccount): AccountRow {
  const { pubkey, owner, data } = account;
  const none = { holder: pubkey, mint: null, amount: null, supply: null, spent: false };
  if (!isTokenProgram(owner)) return { ...account, ...none };
  if (isTokenAccountData(data)) {
    const amount = tokenAmountOf(data);
    return {
      ...account,
      ...none,
      holder: addressOf(tokenOwnerBytes(data)),
      mint: addressOf(tokenMintBytes(data)),
      amount,
      spent: isSpent({ program: owner, amount }),
    };
  }
  return { ...account, ...none, supply: isMintData(data) ? mintDetails(data).supply : null };
}
