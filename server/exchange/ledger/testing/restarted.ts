import { genesisAddresses } from '../genesis.ts';
import { isPlatformAddress } from '../keys.ts';
import type { AccountChange, StoredAccount } from '../ledger.ts';
import { createLitesvmLedger } from '../litesvm-ledger.ts';
import { comesWith } from '../spent.ts';
import { createTestLedger } from './ledger.ts';

/** A ledger of which only the exchange's own accounts are in memory; `rows` is all that its database has. */
export function restarted() {
  const { ledger: former, keys, clock, genesisWall, genesis, wallet, funded } = createTestLedger();
  const rows = new Map<string, StoredAccount>();
  const commit = (changes: readonly AccountChange[]) => {
    for (const { pubkey, after } of changes) {
      if (after === null) rows.delete(pubkey);
      else rows.set(pubkey, after);
    }
  };
  commit([...genesis, ...funded.changes]);
  /** Accounts at these addresses and of these holders, each with all that its holder holds. */
  const around = (addresses: readonly string[]): StoredAccount[] => {
    const named = new Set(
      addresses.flatMap((key) => [key, ...[rows.get(key)].flatMap((row) => (row ? [comesWith(row)] : []))]),
    );
    return [...rows.values()].filter((row) => named.has(comesWith(row)));
  };
  const ledger = createLitesvmLedger({ clock, genesisWall, complete: false });
  ledger.load({ accounts: [], blockhashes: former.drainNewBlockhashes(), signatures: [] });
  const bring = (...asked: string[]) => ledger.admit({ asked, accounts: around(asked) });
  bring(...genesisAddresses(keys));
  /** Lets go of what nobody names in between, as often as it takes. */
  const pause = (name: () => unknown = () => undefined) => {
    for (let turn = 0; turn < 3; turn++) {
      name();
      Array.from(ledger.letGo((address) => isPlatformAddress(keys, address)));
    }
  };
  return { ledger, keys, wallet, rows, commit, around, bring, pause };
}
export type World = ReturnType<typeof restarted>;
