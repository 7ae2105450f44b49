import { type Connection, PublicKey, VersionedTransaction } from '@solana/web3.js';
import type { Ledger, StoredAccount } from '../../server/exchange/ledger/ledger.ts';
import type { Case } from './cases.ts';
import { compiled, lookupTable } from './compile.ts';
import { TABLES } from './world.ts';

/* What a desk may be connected to. */
export type NodeKind = 'honest' | 'lying' | 'silent';

const info = (account: StoredAccount | null) =>
  account && {
    lamports: Number(account.lamports),
    owner: account.owner,
    data: account.data,
    executable: account.executable,
  };

interface Simulated {
  err: unknown;
  logs: string[];
  accounts: (StoredAccount | null)[];
}

/** The VM takes malformed messages amiss, as the chain does, but not as quietly: they never get that far. */
function isSound({ message }: VersionedTransaction): boolean {
  const names = new Set(message.staticAccountKeys.map((key) => key.toBase58()));
  const count =
    message.staticAccountKeys.length +
    message.addressTableLookups.reduce(
      (sum, { readonlyIndexes, writableIndexes }) => sum + readonlyIndexes.length + writableIndexes.length,
      0,
    );
  return (
    names.size === message.staticAccountKeys.length &&
    message.compiledInstructions.every(
      ({ programIdIndex, accountKeyIndexes }) =>
        programIdIndex > 0 &&
        programIdIndex < names.size &&
        accountKeyIndexes.every((index) => index < count),
    )
  );
}

function execute(world: Ledger, tx: VersionedTransaction, addresses: string[]): Simulated {
  if (!isSound(tx)) return { err: 'SanitizeFailure', logs: [], accounts: [] };
  return world.simulate(tx, { sigVerify: false, replaceBlockhash: true, accounts: addresses });
}

const parsed = (transaction: string): VersionedTransaction =>
  VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));

/** Accounts as the honest transaction of this intent leaves them, whatever is simulated. */
function asPromised(world: Ledger, { honest }: Case, addresses: string[]): Simulated {
  const tx = parsed(compiled(honest));
  return { ...execute(world, tx, addresses), err: null };
}

export interface Node {
  connection: Connection;
  /** Whether it was asked anything: a verdict reached without it is the same with any other. */
  wasAsked: () => boolean;
}

/** A node of a kind, before a transaction that is said to be this intent's. */
export function nodeOf(kind: NodeKind, world: Ledger, intent: Case): Node {
  let asked = false;
  const simulate = (tx: VersionedTransaction, addresses: string[]): Simulated =>
    kind === 'lying' ? asPromised(world, intent, addresses) : execute(world, tx, addresses);
  const ask = async <T>(answer: () => T): Promise<T> => {
    asked = true;
    if (kind === 'silent') throw new Error('no answer');
    return answer();
  };
  const read = (keys: readonly PublicKey[]) =>
    keys.map((key) => {
      const found = info(world.account(key.toBase58()));
      return found && { ...found, owner: new PublicKey(found.owner) };
    });
  let slot = 100;
  const connection = {
    getMultipleAccountsInfo: (keys: PublicKey[]) => ask(() => read(keys)),
    getMultipleAccountsInfoAndContext: (keys: PublicKey[]) =>
      ask(() => ({ context: { slot: slot++ }, value: read(keys) })),
    simulateTransaction: (tx: VersionedTransaction, { accounts }: { accounts: { addresses: string[] } }) =>
      ask(() => {
        const { err, logs, accounts: after } = simulate(tx, accounts.addresses);
        const answers = after.map((account) => {
          const found = info(account);
          return found && { ...found, data: [Buffer.from(found.data).toString('base64'), 'base64'] };
        });
        return { context: { slot: slot++ }, value: { err, logs, accounts: answers } };
      }),
    getAddressLookupTable: (address: PublicKey) =>
      ask(() => {
        const entries = TABLES.get(address.toBase58());
        return { value: entries ? lookupTable(address.toBase58(), entries) : null };
      }),
  };
  return { connection: connection as unknown as Connection, wasAsked: () => asked };
}
