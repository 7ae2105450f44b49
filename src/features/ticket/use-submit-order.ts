import { formatCents } from '@contract/money.ts';
import { useCallback } from 'react';
import { AppError, toAppError } from '@/api/app-error.ts';
import { eventKeys } from '@/api/events.queries.ts';
import { bookKeys } from '@/api/orderbook.queries.ts';
import { orderKeys } from '@/api/orders.queries.ts';
import { createOrder } from '@/api/orders.writes.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import type { TicketQuote } from '@/domain/quote.ts';
import { quotedTerms } from '@/domain/receipt.ts';
import { isOpen, type Reviewed, type TxIntent } from '@/tx/types.ts';
import { useTx } from '@/tx/use-tx.ts';
import type { WalletSigner } from '@/wallet/index.ts';
import { type OrderSubject, orderBody, orderExpectation, reviewOrder } from './order-request.ts';
import { noticeOf } from './refusal.ts';
import type { TicketEvent } from './ticket.reducer.ts';
import type { TicketSummary } from './ticket-state.ts';

export interface Submission extends OrderSubject {
  /** "Buy Yes · France". */
  title: string;
  contractsText: string;
}

async function build(quote: TicketQuote, subject: OrderSubject, signal: AbortSignal): Promise<Reviewed> {
  const answer = await createOrder(orderBody(quote, subject), { signal });
  if (!answer.transaction || !answer.txMeta) {
    throw new AppError('refused', 'The service gave a quote but no transaction', {
      code: 'INSUFFICIENT_FUNDS',
    });
  }
  const context = answer.execution?.context;
  return {
    built: {
      transaction: answer.transaction,
      lastValidBlockHeight: answer.txMeta.lastValidBlockHeight,
      requiredSigners: answer.requiredSigners,
      expectation: orderExpectation(quote, subject, answer.order),
      orderPubkey: answer.order.orderPubkey,
      ...(context === undefined ? {} : { context }),
    },
    review: reviewOrder(quote, subject, answer.order),
  };
}

/** The order of a ticket as one intent of the transaction runner. */
export function orderIntent(
  quote: TicketQuote,
  subject: Submission,
  onRefused: (error: AppError) => void,
): TxIntent {
  return {
    kind: quote.action,
    title: subject.title,
    owner: subject.owner,
    quoted: quotedTerms(quote),
    build: async (signal) => {
      try {
        return await build(quote, subject, signal);
      } catch (cause) {
        onRefused(toAppError(cause));
        throw cause;
      }
    },
    describe: () => `${subject.contractsText} @ ${formatCents(quote.average, true)}`,
    invalidates: [
      positionKeys.of(subject.owner),
      orderKeys.of(subject.owner),
      bookKeys.one(subject.marketId),
      eventKeys.all,
    ],
  };
}

/** Sends a ticket. A rejection keeps what was typed; success clears it; a refusal is told in the panel. */
export function useSubmitOrder(signer: WalletSigner | null, dispatch: (event: TicketEvent) => void) {
  const { run } = useTx(signer);
  return useCallback(
    (summary: TicketSummary, submission: Submission) => {
      if (!summary.quote) return;
      dispatch({ type: 'submitted', summary });
      const intent = orderIntent(summary.quote, submission, (error) =>
        dispatch({ type: 'refused', notice: noticeOf(error) }),
      );
      void run(intent).then(({ result }) =>
        dispatch({ type: 'settled', spent: result === 'done' || isOpen(result) }),
      );
    },
    [dispatch, run],
  );
}
