import type { Pubkey } from '@contract/ids.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchWithRetry } from '@/lib/lazy-with-retry.ts';
import { isAtWork, takenBy } from './queue.ts';
import {
  loadQueues,
  lookUp,
  queueLock,
  useIsQueueMine,
  useQueue,
  useQueueWaiting,
  workAndChain,
} from './queue-service.ts';

/* Queues that were left in the middle: by this tab before its load, or by another one that was closed since. */

/** False when another tab is at it. Without its code it rests until that comes; where the disk fails, until its reader goes on with it. */
const lookUpLeft = (owner: Pubkey, client: QueryClient): Promise<boolean> =>
  lookUp(owner, client).catch(() => {
    fetchWithRetry(workAndChain, () => void lookUp(owner, client).catch(() => undefined));
    return true;
  });

/**
 * After a load: shows the queues on disk and finds out what became of those that were interrupted, whose ids it returns.
 * Starts nothing.
 */
export async function recoverQueues(client: QueryClient): Promise<ReadonlySet<string>> {
  const open = (await loadQueues()).filter(({ status }) => status !== 'ended');
  for (const { owner } of open) void lookUpLeft(owner, client);
  return new Set(open.map(({ id }) => id));
}

/** Wallets whose queue this tab waits for. */
const awaited = new Set<Pubkey>();

/** Waits until no tab is at the queue: one that is at work all the same was left in the middle, and is looked up here. */
async function follow(owner: Pubkey, client: QueryClient): Promise<void> {
  if (awaited.has(owner)) return;
  awaited.add(owner);
  try {
    for (let isOver = false; !isOver; ) {
      await navigator.locks.request(queueLock(owner), () => undefined);
      const last = (await loadQueues()).findLast((queue) => queue.owner === owner);
      isOver = !last || !isAtWork(last) || (await lookUpLeft(owner, client));
    }
  } finally {
    awaited.delete(owner);
  }
}

/**
 * Takes up what the tab that works on a wallet's queue leaves behind, if it does: before the next load nobody else would
 * ask what became of what it has sent.
 */
export function useQueueLeft(owner: Pubkey | null): void {
  const client = useQueryClient();
  const queue = useQueue(owner);
  const isMine = useIsQueueMine(owner);
  const isElsewhere = queue !== undefined && isAtWork(queue) && !isMine;
  useEffect(() => {
    // Where the disk fails, the next load does.
    if (owner !== null && isElsewhere) void follow(owner, client).catch(() => undefined);
  }, [owner, client, isElsewhere]);
}

/**
 * What the queue of a wallet has to do with rows that have a button of their own: those it has taken, whose press begins
 * nothing, and how long what it has sent of them could still land. On whatever page they are they are let go of once the
 * tab that works on it is gone.
 */
export function useQueuedRows(owner: Pubkey | null) {
  const taken = takenBy(useQueue(owner));
  useQueueLeft(owner);
  return { taken, waiting: useQueueWaiting() };
}
