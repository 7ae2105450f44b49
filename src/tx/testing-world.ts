import type { Pubkey, Signature } from '@contract/ids.ts';
import { memo } from '@contract/transactions/instruction.ts';
import {
  type Connection,
  Keypair,
  PublicKey,
  type SignatureStatus,
  type SignatureStatusConfig,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { vi } from 'vitest';
import type { JournalEntry } from './journal.ts';
import type { Signer } from './sign.ts';
import type { BuiltTx, TxState } from './types.ts';

/* A chain, a wallet and a service for tests of the runner: each does what the test says, and nothing else does. */

/** Nominal, in milliseconds. */
const SLOT_MS = 400;
const BLOCKHASH_BLOCKS = 150;
const FIRST_SLOT = 5_000;
/** Slots that were skipped so far: height and slot are never the same. */
const SKIPPED = 200;

export const LANDED: SignatureStatus = {
  slot: FIRST_SLOT,
  confirmations: null,
  err: null,
  confirmationStatus: 'confirmed',
};

/** Only what is confirmed is told: nothing may be reckoned from a block that can still be dropped. */
function mustBeConfirmed(commitment: unknown): void {
  if (commitment !== 'confirmed') throw new Error(`asked of what is ${commitment}`);
}

/** A chain whose slots go on with the clock of the test, behind a node that says what it is made to say. */
export class TestChain {
  private readonly start = performance.now();
  /** Where the chain was leapt ahead, in slots. */
  private leapt = 0;
  status: SignatureStatus | null = null;
  /** Another chain position than the true one, as a node behind or a lying one would name. */
  head: ((truth: { slot: number; height: number }) => { slot: number; height: number }) | undefined;
  /** Slot that the answer about a signature is for; the true one where it is not set. */
  statusSlot: ((truth: number) => number) | undefined;
  /** Answer about a blockhash; the true one where it is not set. */
  valid: ((truth: boolean) => boolean) | undefined;
  /** Methods that are not answered now. */
  readonly silent = new Set<string>();
  /** Names of the methods that were asked, oldest first. */
  readonly asked: string[] = [];
  private readonly born = new Map<string, number>();

  slot(): number {
    return FIRST_SLOT + this.leapt + Math.floor((performance.now() - this.start) / SLOT_MS);
  }
  leap(slots: number): void {
    this.leapt += slots;
  }
  /** A blockhash of now. */
  blockhash(): string {
    const made = Keypair.generate().publicKey.toBase58();
    this.born.set(made, this.slot());
    return made;
  }
  /** Last block height that a blockhash of now is good for. */
  lastValid(): number {
    return this.slot() - SKIPPED + BLOCKHASH_BLOCKS;
  }
  private isValid(blockhash: string): boolean {
    const born = this.born.get(blockhash);
    return born !== undefined && this.slot() - born <= BLOCKHASH_BLOCKS;
  }
  private position() {
    const truth = { slot: this.slot(), height: this.slot() - SKIPPED };
    return this.head?.(truth) ?? truth;
  }
  private async answer<T>(method: string, value: () => T): Promise<T> {
    this.asked.push(method);
    if (this.silent.has(method)) throw new Error(`${method}: no answer`);
    return value();
  }

  get connection(): Connection {
    return {
      getBlockHeight: () => this.answer('getBlockHeight', () => this.position().height),
      getLatestBlockhashAndContext: (commitment: unknown) =>
        this.answer('getLatestBlockhash', () => {
          mustBeConfirmed(commitment);
          const { slot, height } = this.position();
          return {
            context: { slot },
            value: { blockhash: '', lastValidBlockHeight: height + BLOCKHASH_BLOCKS },
          };
        }),
      isBlockhashValid: (blockhash: string, { commitment }: { commitment?: unknown }) =>
        this.answer('isBlockhashValid', () => {
          mustBeConfirmed(commitment);
          const truth = this.isValid(blockhash);
          return { context: { slot: this.position().slot }, value: this.valid?.(truth) ?? truth };
        }),
      getSignatureStatuses: (_: unknown, { searchTransactionHistory }: SignatureStatusConfig) =>
        this.answer('getSignatureStatuses', () => {
          // A node remembers what is as young as a blockhash; all else it finds where it is told to search.
          const { status } = this;
          const isRemembered = status !== null && this.slot() - status.slot <= BLOCKHASH_BLOCKS;
          return {
            context: { slot: this.statusSlot?.(this.slot()) ?? this.slot() },
            value: [isRemembered || searchTransactionHistory ? status : null],
          };
        }),
    } as unknown as Connection;
  }
}

export const keypair = Keypair.generate();
export const owner = keypair.publicKey.toBase58() as Pubkey;
/** All that the transaction of the test does: its owner signs a memo. */
const CONSENT = memo('claim', [owner]);

/** A transaction of the owner's on a blockhash. */
export function transactionOn(blockhash: string): VersionedTransaction {
  const { program, accounts, data } = CONSENT;
  const consent = new TransactionInstruction({
    programId: new PublicKey(program),
    keys: accounts.map(({ address, ...role }) => ({ pubkey: new PublicKey(address), ...role })),
    data: Buffer.from(data),
  });
  const message = new TransactionMessage({
    payerKey: new PublicKey(owner),
    recentBlockhash: blockhash,
    instructions: [consent],
  });
  return new VersionedTransaction(message.compileToV0Message());
}

export const toBase64 = (tx: VersionedTransaction): string => Buffer.from(tx.serialize()).toString('base64');

/** What the service builds on a blockhash. */
export const builtOn = (blockhash: string): BuiltTx => ({
  transaction: toBase64(transactionOn(blockhash)),
  expectation: {
    owner,
    feePayer: owner,
    pays: [],
    receives: [],
    maxLamports: 5_000n,
    memoIncludes: null,
  },
  derived: { payer: owner, instructions: [CONSENT] },
  orderPubkey: null,
});

/** A wallet that signs, counted. */
export function wallet(before: () => Promise<void> | void = () => undefined) {
  const signed = vi.fn();
  const signer: Signer = {
    pubkey: owner,
    async signTransaction(tx) {
      signed();
      await before();
      tx.sign([keypair]);
      return tx;
    },
  };
  return { signer, signed };
}

/** Listens to a run. */
export function listener(chain: TestChain) {
  const states: TxState[] = [];
  const done = vi.fn();
  return {
    states,
    steps: () => states.map(({ step }) => step),
    done,
    ports: {
      connection: chain.connection,
      onState: (state: TxState) => void states.push(state),
      onDone: done,
    },
  };
}

/**
 * What a promise comes to once everything it waits for has happened: the clock of the test goes on, in small steps,
 * and whatever needs turns of the event loop gets them. `meanwhile` is told how long it has been, in milliseconds.
 */
export async function passing<T>(
  what: Promise<T>,
  meanwhile: (passedMs: number) => void = () => undefined,
): Promise<T> {
  const start = performance.now();
  let over = false;
  const ended = what.finally(() => {
    over = true;
  });
  while (!over) {
    for (let turn = 0; turn < 8; turn++) await new Promise((next) => setImmediate(next));
    if (over) break;
    await vi.advanceTimersByTimeAsync(100);
    meanwhile(performance.now() - start);
  }
  return ended;
}

/** A claim as the journal has it; signed, unless it was only built. */
export const journalEntry = (
  id: string,
  step: JournalEntry['step'],
  ref?: JournalEntry['ref'],
): JournalEntry => ({
  id,
  kind: 'claim',
  title: 'Claim',
  owner,
  step,
  createdAt: 1,
  updatedAt: 1,
  lastValidBlockHeight: null,
  orderPubkey: null,
  signedTransaction: step === 'built' ? null : 'c2lnbmVk',
  signature: step === 'built' ? null : ('signature' as Signature),
  context: undefined,
  ...(ref && { ref }),
});
