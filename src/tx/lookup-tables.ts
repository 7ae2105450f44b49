import type { Connection, LoadedAddresses, PublicKey, VersionedTransaction } from '@solana/web3.js';

/** What the lookup tables of a transaction hold, as a node tells it; null when one of them cannot be read. */
export async function tablesOf(
  connection: Connection,
  tx: VersionedTransaction,
): Promise<LoadedAddresses | null> {
  const loaded: LoadedAddresses = { writable: [], readonly: [] };
  for (const { accountKey, writableIndexes, readonlyIndexes } of tx.message.addressTableLookups) {
    const table = await connection.getAddressLookupTable(accountKey).catch(() => null);
    const addresses = table?.value?.state.addresses;
    const pick = (indexes: readonly number[]): PublicKey[] | null => {
      const keys = indexes.map((index) => addresses?.[index]);
      return keys.every((key) => key !== undefined) ? keys : null;
    };
    const [writable, readonly] = [pick(writableIndexes), pick(readonlyIndexes)];
    if (!writable || !readonly) return null;
    loaded.writable.push(...writable);
    loaded.readonly.push(...readonly);
  }
  return loaded;
}
