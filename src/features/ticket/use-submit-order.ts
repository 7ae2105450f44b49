import type { Pubkey } from '@contract/ids.ts';
import { useCallback } from 'react';
import { eventKeys } from '@/api/events.queries.ts';
import { orderIntent } from '@/orders/order-intent.ts';
import { type OrderSubject, orderTerms } from '@/orders/terms.ts';
import { isOpen } from '@/tx/types.ts';
import { useTx } from '@/tx/use-tx.ts';
import type { WalletSigner } from '@/wallet/index.ts';
import { noticeOf } from './refusal.ts';
import type { TicketEvent } from './ticket.reducer.ts';
import type { TicketSummary } from './ticket-state.ts';

export interface Submission extends OrderSubject {
  /** Mint that a purchase is paid in. */
  /** What is paid, or paid out, in. */
  mint: Pubkey;
  /** "Buy Yes · France". */
  title: string;
}

/** Sends a ticket. A rejection keeps what was typed; success clears it; a refusal is told in the panel. */
export function useSubmitOrder(signer: WalletSigner | null, dispatch: (event: TicketEvent) => void) {
  const { run } = useTx(signer);
  return useCallback(
    (summary: TicketSummary, submission: Submission) => {
      if (!summary.quote) return;
      const paid = { mint: submission.mint, byQuantity: summary.mode !== 'money' };
      const terms = orderTerms(summary.quote, submission, paid);
      if (!terms) return;
      dispatch({ type: 'submitted', summary });
      const labels = { title: submission.title, invalidates: [eventKeys.all] };
      const intent = orderIntent(terms, labels, {
        onRefused: (error) => dispatch({ type: 'refused', notice: noticeOf(error) }),
      });
      void run(intent).then(({ result }) =>
        dispatch({ type: 'settled', spent: result === 'done' || isOpen(result) }),
      );
    },
    [dispatch, run],
  );
}
