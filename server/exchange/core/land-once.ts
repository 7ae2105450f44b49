import type { VersionedTransaction } from '@solana/web3.js';
import type { ExecutedTransaction } from '../ledger/ledger.ts';
import type { BuildRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import type { ExchangeContext } from './context.ts';

/** What became of a signed transaction. */
export type Landing =
  | { status: 'Success'; signature: string; error: null }
  | { status: 'Failed'; signature: null; error: string };

export const failed = (error: string): Landing => ({ status: 'Failed', signature: null, error });

/** The same for interfaces that number what became of it. */
export const numbered = ({ status, signature, error }: Landing) => ({
  ...{ status, signature },
  code: status === 'Success' ? 0 : -1,
  ...(error !== null && { error }),
});

export const EXPIRED =
  'The transaction has expired: its blockhash is too old. Nothing moved; build it again.';

interface Steps {
  /** Why a transaction that was fine when it was built may not land any more; null when it may. */
  objection: () => string | null;
  /** Adds signatures that wait for this moment. */
  sign?: () => void;
  /** Books what the landed transaction has done. */
  apply: (executed: ExecutedTransaction, landed: BuildRow) => void;
}

/**
 * Lands a transaction whose signatures have been checked: once. The answer is stored with its effects, so that the
 * same transaction gets the same answer for as long as it is remembered.
 */
export function landOnce(
  { state, ledger }: Pick<ExchangeContext, 'state' | 'ledger'>,
  uow: UnitOfWork,
  known: BuildRow,
  tx: VersionedTransaction,
  steps: Steps,
): Landing {
  const build = state.builds.get(known.hash) ?? known;
  if (build.status === 'landed' && build.signature !== null) {
    return { status: 'Success', signature: build.signature, error: null };
  }
  if (build.status === 'failed') return failed(build.error ?? 'The transaction failed.');
  if (!ledger.isBlockhashValid(tx.message.recentBlockhash)) return failed(EXPIRED);

  const refuse = (error: string): Landing => {
    uow.put('builds', build.hash, { ...build, status: 'failed', error });
    return failed(error);
  };
  const objection = steps.objection();
  if (objection !== null) return refuse(`${objection} Nothing moved.`);
  steps.sign?.();
  const result = uow.execute(tx);
  if (!result.ok) return refuse(result.error);

  const landed: BuildRow = { ...build, status: 'landed', signature: result.signature };
  uow.put('builds', build.hash, landed);
  steps.apply(result, landed);
  return { status: 'Success', signature: result.signature, error: null };
}
