import type { Signature } from '@contract/ids.ts';
import type { Connection, VersionedTransaction } from '@solana/web3.js';
import { AppError, toAppError } from '@/api/app-error.ts';
import { newId } from '@/lib/id.ts';
import { checkTransaction } from './check.ts';
import type { JournalEntry, QueueRef } from './journal.ts';
import { knownSince, lastHeightOf } from './lifetime.ts';
import { livePlatform, paperRoles } from './live-platform.ts';
import type { TxPrompt } from './prompt.ts';
import type { ItemResult } from './submit.ts';
import type { BuiltTx, FollowedOrder, TxIntent, TxState } from './types.ts';

export interface TxPorts {
  connection: Connection;
  ask: (prompt: TxPrompt) => Promise<boolean>;
  /** Told of every step, and of the order once it has been followed. */
  onState: (state: TxState) => void;
  onDone: (order: FollowedOrder | null, signature: Signature, items: readonly ItemResult[]) => void;
  /** Aborted when the user no longer waits for the wallet. */
  userCancelled?: AbortSignal;
}

/** Ends a transaction before anything could land. */
export class TxAborted extends Error {
  constructor(readonly state: Extract<TxState, { step: 'failed' | 'rejected' }>) {
    super('stopped');
  }
}
export const refused = (message: string): TxAborted =>
  new TxAborted({ step: 'failed', error: new AppError('refused', message) });

/** What the service built, judged as what the user saw, and as what the chain would do. */
export interface Prepared {
  built: BuiltTx;
  tx: VersionedTransaction;
  /** What could not be checked and was agreed to. */
  agreed: readonly string[];
  /** Last block height it can land at, as a node says; null when none does. */
  lastValidBlockHeight: number | null;
}

/** Builds, and asks when the terms are worse than shown. Nothing can land yet, so every failure is a plain one. */
async function buildReviewed(intent: TxIntent, ports: TxPorts, accepted: Set<string>): Promise<BuiltTx> {
  const { built, review } = await intent.build().catch((cause: unknown) => {
    throw new TxAborted({ step: 'failed', error: toAppError(cause) });
  });
  if (review.verdict === 'refuse') throw refused(review.message);
  if (review.verdict === 'ask') {
    const key = review.lines.join('\n');
    if (!accepted.has(key)) {
      ports.onState({ step: 'asking' });
      const agreed = await ports.ask({
        id: newId(),
        tone: 'decision',
        title: review.title,
        lines: [`“${intent.title}”:`, ...review.lines],
        accept: 'Accept and continue',
        dismiss: 'Do not trade',
      });
      if (!agreed) throw new TxAborted({ step: 'rejected' });
      accepted.add(key);
    }
  }
  return built;
}

async function checked(
  built: BuiltTx,
  intent: TxIntent,
  ports: TxPorts,
): Promise<Pick<Prepared, 'tx' | 'agreed'>> {
  ports.onState({ step: 'checking' });
  const verdict = await checkTransaction(ports.connection, built, livePlatform(), paperRoles());
  switch (verdict.verdict) {
    case 'matches':
      return { tx: verdict.tx, agreed: [] };
    case 'would-fail':
      throw refused(`The chain would refuse this transaction: ${verdict.reason}. Nothing was signed.`);
    case 'differs':
      await ports.ask({
        id: newId(),
        tone: 'blocked',
        title: 'Blocked: this transaction is not what you asked for',
        lines: [`“${intent.title}” was stopped before your wallet opened, because:`],
        reasons: verdict.reasons,
        dismiss: 'Close',
      });
      throw refused(
        'Blocked before signing: the transaction does something else than shown. No funds moved.',
      );
    case 'unchecked': {
      ports.onState({ step: 'asking' });
      const agreed = await ports.ask({
        id: newId(),
        tone: 'danger',
        title: 'This transaction could not be checked completely',
        ...(verdict.seen?.length ? { seen: ['In a simulation of it:', ...verdict.seen] } : {}),
        lines: [`What could not be checked of “${intent.title}”:`],
        reasons: verdict.reasons,
        closing: 'Sign only if you trust this service.',
        accept: 'Sign anyway',
        dismiss: 'Do not sign',
      });
      if (!agreed) throw new TxAborted({ step: 'rejected' });
      return { tx: verdict.tx, agreed: verdict.reasons };
    }
  }
}

/**
 * Builds, reviews and checks one transaction, up to the moment before the wallet. `accepted` holds what the user has
 * agreed to so far.
 * @throws TxAborted
 */
export async function prepareTx(
  intent: TxIntent,
  ports: TxPorts,
  accepted: Set<string> = new Set(),
): Promise<Prepared> {
  ports.onState({ step: 'building' });
  const built = await buildReviewed(intent, ports, accepted);
  const checkedTx = await checked(built, intent, ports);
  const lastValidBlockHeight = await lastHeightOf(ports.connection, checkedTx.tx.message.recentBlockhash);
  if (lastValidBlockHeight === 'over') {
    throw refused('This transaction has expired. Nothing was signed.');
  }
  return { built, ...checkedTx, lastValidBlockHeight };
}

/** The first entry of a transaction in the journal. */
export function builtEntry(
  intent: TxIntent,
  { built, tx, lastValidBlockHeight }: Prepared,
  ref?: QueueRef,
): JournalEntry {
  const id = newId();
  knownSince(id);
  return {
    id,
    kind: intent.kind,
    title: intent.title,
    owner: intent.owner,
    ...(intent.about === undefined ? {} : { about: intent.about }),
    step: 'built',
    createdAt: Date.now(),
    updatedAt: Date.now(),
    lastValidBlockHeight,
    blockhash: tx.message.recentBlockhash,
    orderPubkey: built.orderPubkey,
    signedTransaction: null,
    signature: null,
    context: built.context,
    ...(built.via ? { via: built.via } : {}),
    ...(intent.quoted ? { quoted: intent.quoted } : {}),
    ...(ref ? { ref } : {}),
  };
}
