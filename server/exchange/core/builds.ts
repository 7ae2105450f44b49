import type { VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { decodeSigned } from '../ledger/decode-signed.ts';
import { hashUnderGuards } from '../ledger/guarded.ts';
import type { OrderName, PlatformSigner } from '../ledger/keys.ts';
import { isUnsigned, messageAddresses, messageBytes, signerAddresses } from '../ledger/message-bytes.ts';
import {
  addServiceSignatures,
  addSignatures,
  messageHash,
  missingSigners,
  toBase64,
} from '../ledger/signers.ts';
import { withMemory } from '../memory/memory-source.ts';
import type { BuildRow } from '../writer/commit.store.ts';
import type { ExchangeContext } from './context.ts';
import type { ParlayIntent } from './intents/parlay.ts';
import type { SwapDraft } from './intents/swap.ts';
import type { TriggerIntent } from './intents/trigger.ts';

/** An order as it will be once its transaction lands. Plain JSON: amounts are digits. */
export interface OrderDraft {
  pubkey: string;
  seq: string;
  externalOrderId: string;
  owner: string;
  payer: string;
  marketId: string;
  eventId: string;
  position: string;
  isYes: boolean;
  isBuy: boolean;
  contracts: string;
  byQuantity: boolean;
  limitPrice: string;
  deposit: string;
  mint: string;
  escrow: string;
  integrator: string | null;
  integratorBps: number;
}

/** What a built transaction does when it lands. */
export type Intent = (
  | { kind: 'order'; draft: OrderDraft }
  | { kind: 'swap'; draft: SwapDraft }
  | { kind: 'close'; order: string }
  | { kind: 'claim'; position: string; payout: string }
  | ParlayIntent
  | TriggerIntent
) & {
  /** Whose signatures the transaction needs beside the exchange's own. */
  signers: string[];
  /** The order whose key signs too; null when none does. */
  orderKey: OrderName | null;
  /** The exchange signs on execute, not before. */
  skipSigning: boolean;
};

/** Builds are stored by this file alone, so what comes back is what went in. */
export const intentOf = (build: BuildRow): Intent => build.intent as Intent;

/**
 * The build that a transaction belongs to: the one of this very message, or the one whose wallet has put guards behind
 * it, where the wallet's owner alone signs it. Undefined for what was not built here, or too long ago.
 */
export function buildOf(
  context: Pick<ExchangeContext, 'state' | 'store'>,
  tx: VersionedTransaction,
): BuildRow | Promise<BuildRow | undefined> {
  // Without a wait where it is in memory, as nearly always.
  return context.state.builds.get(messageHash(tx)) ?? lookUpBuild(context, tx);
}

async function lookUpBuild(
  { state, store }: Pick<ExchangeContext, 'state' | 'store'>,
  tx: VersionedTransaction,
): Promise<BuildRow | undefined> {
  const find = async (hash: string) =>
    state.builds.get(hash) ?? (await store.memory.build(hash)) ?? undefined;
  const same = await find(messageHash(tx));
  if (same) return same;
  const hash = hashUnderGuards(tx);
  const guarded = hash === null ? undefined : await find(hash);
  const [only, other] = guarded ? intentOf(guarded).signers : [];
  return other === undefined && only === signerAddresses(tx)[0] ? guarded : undefined;
}

/**
 * Signature of a transaction that landed so long ago that its build is forgotten; null where none did, or where that is
 * forgotten too.
 */
export async function landedLongAgo(
  { keys, store }: Pick<ExchangeContext, 'keys' | 'store'>,
  tx: VersionedTransaction,
): Promise<string | null> {
  const [first] = tx.signatures;
  const [payer] = signerAddresses(tx);
  // The exchange's own may be missing, as it was asked to sign on execute; it signs alike every time.
  const own = keys.standing.find(({ address }) => address === payer);
  const signature = isUnsigned(first) ? own?.sign(messageBytes(tx)) : first;
  if (signature === undefined) return null;
  const stored = await store.transactions.bySignature(bs58.encode(signature));
  const decoded = stored && decodeSigned(stored.transaction);
  if (!stored || !decoded?.ok || messageHash(decoded.tx) !== messageHash(tx)) return null;
  const isSame = tx.signatures.every(
    (one, index) => isUnsigned(one) || Buffer.compare(one, decoded.tx.signatures[index] ?? one) === 0,
  );
  return isSame ? stored.signature : null;
}

/** Each kind for itself: of all at once, only what they have in common would be left. */
type WithoutSigning<I> = I extends unknown ? Omit<I, 'signers' | 'orderKey' | 'skipSigning'> : never;
/** What a transaction is built for: no order signs with it, and the exchange does at once, unless that is said. */
type NewIntent = WithoutSigning<Intent> & Partial<Pick<Intent, 'orderKey' | 'skipSigning'>>;

export interface Built {
  transaction: string;
  requiredSigners: string[];
}

/**
 * Signs a transaction for the exchange (unless that waits for execute) and remembers it: nothing else is ever
 * executed. `vault`: a key of its own that signs too. Answers once that is durable.
 */
export async function rememberBuild(
  context: Pick<ExchangeContext, 'keys' | 'writer' | 'clock' | 'state' | 'ledger' | 'memory'>,
  tx: VersionedTransaction,
  { orderKey = null, skipSigning = false, ...what }: NewIntent,
  vault?: PlatformSigner,
): Promise<Built> {
  const { keys, writer, clock, state, ledger, memory } = context;
  const own = new Set(keys.standing.map(({ address }) => address));
  if (orderKey !== null) own.add(orderKey.pubkey);
  if (vault) addSignatures(tx, [vault]);
  const signers = missingSigners(tx).filter((address) => !own.has(address));
  if (!skipSigning) addServiceSignatures(tx, keys, orderKey);
  const hash = messageHash(tx);
  const row: BuildRow = {
    hash,
    status: 'built',
    intent: { ...what, orderKey, skipSigning, signers },
    signature: null,
    error: null,
    builtAt: clock.wall(),
  };
  // Asked for now, so that the signed transaction finds all of them.
  await withMemory(memory, () => ledger.requireKnown(messageAddresses(tx)));
  await writer.submit((uow) => {
    // The same message may have been built a moment ago, and have landed since: its answer stays. One that waits is to
    // be signed on execute as soon as anybody was given it unsigned.
    const known = state.builds.get(hash);
    const isUnsignedNow = known?.status === 'built' && skipSigning && !intentOf(known).skipSigning;
    if (!known || isUnsignedNow) uow.put('builds', hash, row);
  });
  return { transaction: toBase64(tx), requiredSigners: signers };
}
