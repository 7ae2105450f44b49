import type { VersionedTransaction } from '@solana/web3.js';

/** An account as it is stored: all of it, so that a restart restores the VM exactly. Keys are base58. */
export interface StoredAccount {
  pubkey: string;
  lamports: bigint;
  owner: string;
  executable: boolean;
  rentEpoch: bigint;
  data: Uint8Array;
}

/** What one transaction did to one account; null means that the account does not exist. */
export interface AccountChange {
  pubkey: string;
  before: StoredAccount | null;
  after: StoredAccount | null;
}

/** A blockhash the ledger has issued, and the slot it belongs to. */
export interface IssuedBlockhash {
  blockhash: string;
  slot: number;
}

/** A token account, read from the bytes of the ledger. */
export interface TokenHolding {
  pubkey: string;
  mint: string;
  owner: string;
  amount: bigint;
  program: string;
}

/** A transaction error in the form of the Solana JSON-RPC: text, or an object such as {InstructionError: [2, {Custom: 1}]}. */
export type TransactionErrorJson = string | { [name: string]: unknown };

/** Balance of a token account before and after a transaction; absent accounts hold null. Amounts as integer text. */
export interface TokenBalanceChange {
  accountIndex: number;
  mint: string;
  owner: string;
  program: string;
  decimals: number;
  before: string | null;
  after: string | null;
}

/** What is kept of an executed transaction for lookups; plain JSON. */
export interface TransactionMeta {
  fee: number;
  computeUnits: number;
  logs: string[];
  /** Lamports of every account of the message, in its order, as integer text. */
  preBalances: string[];
  postBalances: string[];
  tokenBalances: TokenBalanceChange[];
}

interface ExecutedTransaction {
  ok: true;
  signature: string;
  slot: number;
  /** Accounts whose content changed: the rows to store with the business rows. */
  changes: AccountChange[];
  meta: TransactionMeta;
}

/** A refused transaction never lands: it costs no fee, changes no account, and may be tried again. */
export interface RefusedTransaction {
  ok: false;
  signature: string;
  slot: number;
  /** One sentence for people. */
  error: string;
  err: TransactionErrorJson;
  logs: string[];
}

export type ExecuteResult = ExecutedTransaction | RefusedTransaction;
export type { ExecutedTransaction };

export interface SimulateOptions {
  /** Whether signatures are checked; a transaction the wallet has not signed yet is simulated without. */
  sigVerify: boolean;
  /** Whether an expired blockhash is let pass. */
  replaceBlockhash?: boolean;
  /** Accounts wanted as they would be afterwards, in this order. */
  accounts?: readonly string[];
}

export interface SimulateResult {
  err: TransactionErrorJson | null;
  /** One sentence for people; null when it would succeed. */
  error: string | null;
  logs: string[];
  computeUnits: number;
  /** In the order asked for; null where the account would not exist, or where the simulation failed. */
  accounts: (StoredAccount | null)[];
}

/** Everything a restart needs to stand where the last commit left off. */
export interface LedgerSnapshot {
  accounts: Iterable<StoredAccount>;
  blockhashes: Iterable<IssuedBlockhash>;
  /** Signatures of at least the last 150 slots, against replays. */
  signatures: Iterable<{ signature: string; slot: number }>;
}

/** What the database has of some addresses, each account with all that its holder holds; spent ones by themselves. */
export interface Found {
  /** Known from now on, as are those with whom `accounts` come. */
  readonly asked: readonly string[];
  readonly accounts: readonly StoredAccount[];
}

/**
 * The Solana ledger of the paper exchange: synchronous, in memory, owned by the one writer. Durability is the
 * writer's: it stores `changes` and `drainNewBlockhashes()` in its own database transaction, and calls `rollback`
 * when that fails. Accounts that nobody names leave memory; whatever needs one throws NotInMemoryError before anything
 * has changed.
 */
export interface Ledger {
  /** Name of this ledger, as a chain's genesis hash. */
  readonly genesisHash: string;
  slot(): number;
  /** The blockhash of the current slot, random, issued on first demand; good for 150 slots. */
  latestBlockhash(): { blockhash: string; lastValidBlockHeight: number };
  isBlockhashValid(blockhash: string): boolean;
  /** Blockhashes issued since the last drain: they must be stored with the transactions built on them. */
  drainNewBlockhashes(): IssuedBlockhash[];
  /** Takes drained blockhashes back after a failed commit. */
  requeueBlockhashes(rows: readonly IssuedBlockhash[]): void;

  /** Takes what the database has into memory. What is in memory already is newer, and stays. */
  admit(found: Found): void;
  /**
   * The same in steps, an account with each, between which anything may happen. A holder is known with all that they
   * hold or not at all.
   */
  admission(found: Found): Iterator<void>;
  /**
   * To be called before it is looked up who holds a mint. @returns what says that all of them are in memory by now; it
   * says nothing where one has left since.
   */
  holdersCome(mint: string): () => void;
  /** Those of which only the database knows what they hold; the others count as named. */
  unknown(addresses: readonly string[]): string[];
  /**
   * Lets go of the accounts that nobody has named since the call before the last: the database has them. It takes a step
   * for each; what one holder holds goes at once, and what is spent by itself. A step only between two batches, when all of memory is committed.
   */
  letGo(isPinned: (address: string) => boolean): Iterable<void>;
  /** How many addresses have become known since the last such call, be there an account or not. */
  addressesCome(): number;

  /** @throws NotInMemoryError naming those of which it is not known whether they exist. */
  requireKnown(addresses: readonly string[]): void;
  /** Whether an account is in memory; says nothing of those that are not. */
  isInMemory(pubkey: string): boolean;
  /** Accounts that the VM has otherwise than they are stored: none, unless something is wrong here. */
  strays(): string[];
  account(pubkey: string): StoredAccount | null;
  /** 0 for an account that does not exist. */
  lamports(pubkey: string): bigint;
  /** Balance of the owner's associated token account; null when there is none. */
  tokenBalance(owner: string, mint: string): bigint | null;
  /** Balance of a token account by its own address; null when it is none. */
  tokenAccountAmount(account: string): bigint | null;
  /** Token accounts of an owner, for every mint, by mint; of those that are spent only some that were named lately. */
  tokenAccountsOf(owner: string): TokenHolding[];
  /** Every token account of a mint that is not spent, read from the VM itself. */
  holdersOf(mint: string): TokenHolding[];
  /** Issued supply of a mint, read from the VM itself; null when it is no mint. */
  supplyOf(mint: string): bigint | null;
  /** Decimals of a mint; null when it is no mint. */
  decimalsOf(mint: string): number | null;
  rentExemption(dataLength: number): bigint;

  /** Executes a fully signed transaction that the exchange built. Never throws for a refusal. */
  execute(tx: VersionedTransaction): ExecuteResult;
  /** Undoes executed transactions, newest first, so that the same signatures can be executed again. */
  rollback(executed: readonly Pick<ExecutedTransaction, 'changes' | 'signature'>[]): void;
  simulate(tx: VersionedTransaction, options: SimulateOptions): SimulateResult;

  /** Writes an account past all rules: for mints alone, and the SOL of the exchange's own wallets. */
  put(account: StoredAccount): AccountChange;
  load(snapshot: LedgerSnapshot): void;
}
