import type { Pubkey } from '@contract/ids.ts';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { useConfig } from '@/config.ts';
import { isMissingCode } from '@/lib/fetch-code.ts';
import { isOver, type Queue, type QueueKind } from '@/tx/queue.ts';
import { useQueueLeft } from '@/tx/queue-left.ts';
import {
  dismissQueue,
  leaveItem,
  leaveWallet,
  loadQueues,
  pauseQueue,
  retryItems,
  skipItem,
  stopQueue,
  useIsQueueMine,
  useQueue,
  useQueueStart,
  useQueueWaiting,
} from '@/tx/queue-service.ts';
import type { WalletSigner } from '@/wallet/index.ts';
import { type NewItem, type PortfolioSubject, portfolioQueue } from './intents.ts';
import { QueueView } from './queue-panel.view.tsx';
import { useRowProblem } from './row-actions.ts';

const told = (going: Promise<unknown>): void => {
  going.then(
    (took) => {
      if (took === false) toast('This queue is running in another tab, or has not ended yet.');
    },
    (cause: unknown) =>
      toast(
        isMissingCode(cause)
          ? 'Part of the app failed to load. Nothing was begun or changed: try again.'
          : 'The queue stopped: this browser could not save it. What was sent is still looked up.',
      ),
  );
};

/** Shows the queues on disk; without a place to keep them this browser has none. */
const showQueues = (): void => void loadQueues().catch(() => undefined);

/** The queue of the wallet, and what may be done with it. */
export function usePortfolioQueue(owner: Pubkey, signer: WalletSigner | null) {
  const { mints } = useConfig();
  // The portfolio begins all queues there are.
  const queue = useQueue(owner) as Queue<PortfolioSubject> | undefined;
  const queues = useQueueStart();
  const problem = useRowProblem(signer);
  const request = (by: WalletSigner) => ({ owner, signer: by, subject: portfolioQueue(owner, mints) });
  return {
    queue,
    /** Why no queue can be begun now; null when one can. */
    blocked: problem ?? (queue && !isOver(queue) ? 'Finish or stop the queue above first' : null),
    start: (kind: QueueKind, items: readonly NewItem[]) => {
      if (!signer || items.length === 0) return;
      told(queues.start(kind, items, request(signer)));
    },
    resume: () => {
      if (signer) told(queues.resume(request(signer)));
    },
    pause: () => told(pauseQueue(owner)),
    leaveWallet: () => leaveWallet(owner),
    stop: () => told(stopQueue(owner)),
    skip: (key: string) => told(skipItem(owner, key)),
    leave: (key: string) => told(leaveItem(owner, key)),
    retry: (keys: readonly string[]) => told(retryItems(owner, keys)),
    dismiss: () => told(dismissQueue(owner)),
  };
}

/** The queue of the wallet, where it has one. */
export function QueuePanel({ owner, signer }: { owner: Pubkey; signer: WalletSigner | null }) {
  const { queue, resume, pause, stop, leaveWallet, skip, leave, retry, dismiss } = usePortfolioQueue(
    owner,
    signer,
  );
  useQueueLeft(owner);
  const waiting = useQueueWaiting();
  const mine = useIsQueueMine(owner);
  const blocked = useRowProblem(signer);
  useEffect(showQueues, []);
  if (!queue) return null;
  return (
    <QueueView
      queue={queue}
      mine={mine}
      waiting={waiting}
      blocked={blocked}
      onPause={pause}
      onContinue={resume}
      onStop={stop}
      onLeaveWallet={leaveWallet}
      onSkip={skip}
      onLeave={leave}
      onRetry={retry}
      onDismiss={dismiss}
    />
  );
}
