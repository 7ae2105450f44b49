import type { Ledger, StoredAccount } from '../ledger/ledger.ts';
import { costOfBytes, type Spend } from './cost.ts';
import { RPC_CODES, RpcError } from './rpc-error.ts';

/** What the accounts of one call may hold: more than the largest program that the VM brings along. */
export const MOST_BYTES = 1024 * 1024;

/**
 * The accounts at addresses that a caller names, as far as one call may read: a program is half a megabyte, and may be
 * named again and again. @throws RpcError when they hold more, before the rest is read
 */
export function readAccounts(
  ledger: Ledger,
  addresses: readonly string[],
  spend: Spend,
): (StoredAccount | null)[] {
  ledger.requireKnown(addresses);
  const accounts: (StoredAccount | null)[] = [];
  let bytes = 0;
  for (const address of addresses) {
    const account = ledger.account(address);
    bytes += account?.data.length ?? 0;
    if (bytes > MOST_BYTES)
      throw new RpcError(RPC_CODES.limitExceeded, `These accounts hold more than ${MOST_BYTES} bytes`);
    accounts.push(account);
  }
  spend(costOfBytes(bytes));
  return accounts;
}
