import type { Pubkey } from '@contract/ids.ts';
import { create } from 'zustand';
import type { Queue } from './queue.ts';

/*
 * What the views know of the queues: state, and no work. It stays apart from `queue-desk.ts`, its only writer, which
 * brings the journal, the check and the chain: a portfolio shows its queue with the first load, and fetches the desk
 * when something is to be done with it.
 */

interface QueueState {
  /** The last queue of each wallet, as far as this page knows. */
  queues: Readonly<Record<Pubkey, Queue | undefined>>;
  /** Wallets whose queue this tab is working on, or looking up. */
  mine: ReadonlySet<Pubkey>;
}

const useQueueStore = create<QueueState>(() => ({ queues: {}, mine: new Set() }));

export const useQueue = (owner: Pubkey): Queue | undefined => useQueueStore(({ queues }) => queues[owner]);
export const useIsQueueMine = (owner: Pubkey): boolean => useQueueStore(({ mine }) => mine.has(owner));

export const queueStore = {
  get: (owner: Pubkey): Queue | undefined => useQueueStore.getState().queues[owner],
  isMine: (owner: Pubkey): boolean => useQueueStore.getState().mine.has(owner),
  /** Null: the wallet has none any more. */
  show: (owner: Pubkey, queue: Queue | null): void =>
    useQueueStore.setState(({ queues }) => ({ queues: { ...queues, [owner]: queue ?? undefined } })),
  /** Shows what is on disk, the newest of each wallet last; what this tab works on is newer in memory, and stays. */
  showAll: (onDisk: readonly Queue[]): void =>
    useQueueStore.setState(({ queues, mine }) => {
      const kept = [...mine].flatMap((owner) => queues[owner] ?? []);
      return { queues: Object.fromEntries([...onDisk, ...kept].map((queue) => [queue.owner, queue])) };
    }),
  hold: (owner: Pubkey, held: boolean): void =>
    useQueueStore.setState(({ mine }) => {
      const next = new Set(mine);
      if (held) next.add(owner);
      else next.delete(owner);
      return { mine: next };
    }),
};
