import type { Answer } from '@contract/routes.ts';
import type { OwnerTransaction } from '@contract/transactions/owner-transactions.ts';
import type { QueryKey } from '@tanstack/react-query';
import { AppError, toAppError } from '@/api/app-error.ts';
import type { PressedMid } from '@/domain/receipt.ts';
import type { BuiltTx, Expectation, Reviewed } from '@/tx/types.ts';

/** What a feature says of an intent beside its terms. */
export interface Labels {
  /** One line for the toast: "Buy Yes · France". */
  title: string;
  /** What the toast says once it is done; by default what the terms say. */
  done?: string;
  /** Queries to refetch beside those that the intent always changes. */
  invalidates?: readonly QueryKey[];
  /** The mid when the button was pressed, for the report of how it was executed. */
  mid?: PressedMid | undefined;
}

/** Tells a form why nothing was built, which is thrown on all the same. */
export const telling = async <T>(
  onRefused: ((error: AppError) => void) | undefined,
  build: () => Promise<T>,
): Promise<T> => {
  try {
    return await build();
  } catch (cause) {
    onRefused?.(toAppError(cause));
    throw cause;
  }
};

/** The transaction of an order's answer. @throws AppError where there is only a quote */
export function builtOrder(
  answer: Answer<'createOrder'>,
  expectation: Expectation,
  derived: OwnerTransaction | null,
): BuiltTx {
  const { transaction, txMeta, order, execution } = answer;
  if (!transaction || !txMeta) {
    throw new AppError('refused', 'The service gave a quote but no transaction', {
      code: 'INSUFFICIENT_FUNDS',
    });
  }
  return {
    transaction,
    expectation,
    derived,
    orderPubkey: order.orderPubkey,
    ...(execution?.context === undefined ? {} : { context: execution.context }),
  };
}

/** A transaction of an order that is over once it has landed. */
export const builtOnce = (
  { transaction }: { transaction: string },
  expectation: Expectation,
  derived: OwnerTransaction | null,
): BuiltTx => ({
  transaction,
  expectation,
  derived,
  orderPubkey: null,
});

/** An answer that the service has built together with others; null when there is none for this one. */
export type ReadyMade<T> = () => Promise<T | null>;

/** Built for all, a transaction may be of other terms than those accepted one by one: it is not used then. */
async function isAsDerived({ transaction, derived }: BuiltTx): Promise<boolean> {
  if (derived === null) return true;
  const { isDerived } = await import('@/tx/check.ts');
  return isDerived(transaction, derived);
}

/** What was built with others, where it is as shown; else one of its own. */
export async function firstAsShown<T>(
  ready: ReadyMade<T> | undefined,
  own: () => Promise<T>,
  judge: (answer: T) => Reviewed | Promise<Reviewed>,
): Promise<Reviewed> {
  const made = await ready?.();
  if (made) {
    const reviewed = await judge(made);
    if (reviewed.review.verdict === 'as-shown' && (await isAsDerived(reviewed.built))) return reviewed;
  }
  return judge(await own());
}
