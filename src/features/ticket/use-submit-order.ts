import type { Pubkey } from '@contract/ids.ts';
import { type Dispatch, useCallback } from 'react';
import { eventKeys } from '@/api/events.queries.ts';
import type { PressedMid } from '@/domain/receipt.ts';
import { useSend } from '@/orders/form.ts';
import { orderIntent } from '@/orders/order-intent.ts';
import { type OrderSubject, orderTerms } from '@/orders/terms.ts';
import { orderKey } from '@/tx/under-way.ts';
import { useTx } from '@/tx/use-tx.ts';
import type { WalletSigner } from '@/wallet/index.ts';
import type { TicketEvent } from './ticket.reducer.ts';
import { noticeOf } from './ticket-labels.ts';
import type { Notice, TicketSummary } from './ticket-state.ts';

export interface Submission extends OrderSubject {
  /** What is paid, or paid out, in. */
  mint: Pubkey;
  /** "Buy Yes · France". */
  title: string;
  mid: PressedMid | undefined;
}

/** Sends a ticket. A rejection keeps what was typed; success clears it; a refusal is told in the panel. */
export function useSubmitOrder(signer: WalletSigner | null, dispatch: Dispatch<TicketEvent>) {
  const { run } = useTx(signer);
  const send = useSend<TicketSummary, Notice>({ run, dispatch });
  return useCallback(
    (shown: { summary: TicketSummary; turn: number }, submission: Submission) => {
      const { quote, mode } = shown.summary;
      const paid = { mint: submission.mint, byQuantity: mode !== 'money' };
      const terms = quote && orderTerms(quote, submission, paid);
      if (!terms) return;
      const labels = { title: submission.title, invalidates: [eventKeys.all], mid: submission.mid };
      void send(
        shown,
        (refused) =>
          orderIntent(terms, labels, { onRefused: (error) => refused(noticeOf(error, terms.action)) }),
        orderKey(submission.owner, submission.marketId),
      );
    },
    [send],
  );
}
