import type { Pubkey } from '@contract/ids.ts';
import { create } from 'zustand';
import type { Queue } from './queue.ts';

interface QueueState {
  /** The last queue of each wallet, as far as this page knows. */
  queues: Readonly<Record<Pubkey, Queue | undefined>>;
  /** Wallets whose queue this tab is working on, or looking up. */
  mine: ReadonlySet<Pubkey>;
}

/** Mirror of the queues for the views; only `queue-desk.ts` writes it. */
export const useQueueStore = create<QueueState>(() => ({ queues: {}, mine: new Set() }));

export const useQueue = (owner: Pubkey): Queue | undefined => useQueueStore(({ queues }) => queues[owner]);
export const useIsQueueMine = (owner: Pubkey): boolean => useQueueStore(({ mine }) => mine.has(owner));
