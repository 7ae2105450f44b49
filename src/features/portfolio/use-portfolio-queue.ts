import type { Pubkey } from '@contract/ids.ts';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useConfig } from '@/lib/config-context.ts';
import { fetchPart, isMissingCode } from '@/lib/part.ts';
import { canRetry, isOver, type QueueItem, type QueueKind } from '@/tx/queue.ts';
import type { QueueRequest } from '@/tx/queue-desk.ts';
import { useQueue } from '@/tx/queue-store.ts';
import type { WalletSigner } from '@/wallet/index.ts';
import { type PortfolioSubject, portfolioQueue } from './queue-items.ts';
import { useRowProblem } from './use-row-problem.ts';

export type NewItem = Pick<QueueItem<PortfolioSubject>, 'key' | 'title' | 'subject'>;

const desk = () => import('@/tx/queue-desk.ts');
const told = (going: Promise<unknown>): void => {
  going.then(
    (took) => {
      if (took === false) toast('This queue is under way in another tab, or has not ended yet.');
    },
    (cause: unknown) =>
      toast(
        isMissingCode(cause)
          ? 'A part of the desk did not load. Nothing was begun or changed: try again.'
          : 'The queue was left: this browser could not keep it. What was sent is still looked up.',
      ),
  );
};

/** Shows the queues that other tabs begin, from now on; without a place to keep them this browser has none. */
export const watchQueues = (): void =>
  void fetchPart(desk, ({ loadQueues }) => void loadQueues().catch(() => undefined), true);

/** The queue of the wallet, and what may be done with it. */
export function usePortfolioQueue(owner: Pubkey, signer: WalletSigner | null) {
  const client = useQueryClient();
  const { mints } = useConfig();
  const queue = useQueue(owner);
  const problem = useRowProblem(signer);
  const request = (by: WalletSigner): QueueRequest<PortfolioSubject> => ({
    owner,
    signer: by,
    client,
    subject: portfolioQueue(owner, mints),
  });
  const working = queue?.status === 'running' || queue?.status === 'pausing' || queue?.status === 'stopping';
  return {
    queue,
    /** Positions and orders that a running queue deals with, or has dealt with: theirs is no other press. */
    taken: new Set(
      working ? queue.items.flatMap((item) => (canRetry(item) ? [] : [item.key as Pubkey])) : [],
    ) as ReadonlySet<Pubkey>,
    /** Why no queue can be begun now; null when one can. */
    blocked: problem ?? (queue && !isOver(queue) ? 'Finish or stop the queue above first' : null),
    start: (kind: QueueKind, items: readonly NewItem[]) => {
      if (!signer || items.length === 0) return;
      told(desk().then(({ startQueue }) => startQueue(kind, items, request(signer))));
    },
    resume: () => {
      if (signer) told(desk().then(({ continueQueue }) => continueQueue(request(signer))));
    },
    pause: () => told(desk().then(({ pauseQueue }) => pauseQueue(owner))),
    leaveWallet: () => told(desk().then(({ leaveWallet }) => leaveWallet(owner))),
    stop: () => told(desk().then(({ stopQueue }) => stopQueue(owner))),
    skip: (key: string) => told(desk().then(({ skipItem }) => skipItem(owner, key))),
    retry: (keys: readonly string[]) => told(desk().then(({ retryItems }) => retryItems(owner, keys))),
    dismiss: () => told(desk().then(({ dismissQueue }) => dismissQueue(owner))),
  };
}
