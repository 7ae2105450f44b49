import type { VersionedTransaction } from '@solana/web3.js';
import type { Ledger, StoredAccount, TransactionErrorJson, TransactionMeta } from '../ledger/ledger.ts';
import type { MemorySource } from '../memory/memory-source.ts';

/** What lists tell of a transaction that landed. */
export interface LandedSignature {
  signature: string;
  slot: number;
  /** Unix seconds, whole. */
  blockTime: number;
  memo: string | null;
  err: TransactionErrorJson | null;
}

/** A transaction that landed, as it is kept. */
export interface StoredTransaction extends LandedSignature {
  /** The signed transaction, base64. */
  transaction: string;
  meta: TransactionMeta;
}

export interface SignaturePage {
  /** At most 1000. */
  limit: number;
  /** Only transactions older than this signature; none where it is not known. */
  before?: string;
  /** Only transactions newer than this signature. */
  until?: string;
}

export interface SubmitAnswer {
  status: 'Success' | 'Failed';
  signature: string | null;
  error: string | null;
}

export type AirdropAnswer = { ok: true; signature: string } | { ok: false; error: string };

/** What the JSON-RPC needs from the rest of the exchange. */
export interface RpcDeps {
  ledger: Ledger;
  /** Where accounts come from that are not in memory. */
  memory: MemorySource;
  /** Looks at the ledger when all of it is committed: what a batch under way has done may still be taken back. */
  read<T>(look: () => T): Promise<T>;
  /** Takes a signed transaction (base64) the way execute does: once, and answered only when it is durable. */
  submit(signedTransaction: string): Promise<SubmitAnswer>;
  /** Whether the exchange built this transaction, guards of the owner's wallet aside, and remembers it or that it landed. */
  isKnown(tx: VersionedTransaction): boolean | Promise<boolean>;
  transactions: {
    bySignature(signature: string): Promise<StoredTransaction | null>;
    /** Slots of those that landed, by signature; only what succeeded lands. */
    slotsOf(signatures: readonly string[]): Promise<ReadonlyMap<string, number>>;
    /** Newest first. */
    byAddress(address: string, page: SignaturePage): Promise<LandedSignature[]>;
  };
  /** As they are committed, whether or not they are in memory. */
  accounts: {
    /** Addresses of the accounts of a holder that are spent: memory has none of them that nobody has named. */
    spentOf(holder: string, mint?: string): Promise<string[]>;
    /** Those there are at these addresses. */
    at(addresses: readonly string[]): Promise<StoredAccount[]>;
  };
  airdrop(pubkey: string, lamports: bigint): Promise<AirdropAnswer>;
}

/** What a batch has done to the chain. It is in the database: nothing takes it back any more. */
export interface CommittedBatch {
  readonly slot: number;
  /** In the order in which they landed. `addresses`: all that a transaction names. */
  readonly transactions: readonly {
    readonly signature: string;
    readonly slot: number;
    readonly addresses: readonly string[];
    readonly logs: readonly string[];
  }[];
  /** Whose records it has changed. */
  readonly owners: ReadonlySet<string>;
  /** By address, as they are after the batch; null for one that is gone. */
  readonly accounts: ReadonlyMap<string, StoredAccount | null>;
}

/** Hears that a batch is committed, and may ask what it has done. */
export type CommitListener = (batch: () => CommittedBatch) => void;

/** What subscriptions need from the rest of the exchange. */
export interface SubscriptionDeps extends Pick<RpcDeps, 'ledger' | 'memory'> {
  readonly transactions: Pick<RpcDeps['transactions'], 'slotsOf'>;
  /** @returns what ends it. */
  onCommit(listener: CommitListener): () => void;
}
