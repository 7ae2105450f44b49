import type { Pubkey } from '@contract/ids.ts';
import { fetchEvents } from '@/api/history.queries.ts';
import { fetchOrderStatus } from '@/api/orders.queries.ts';
import { fetchSlips } from '@/api/parlays.queries.ts';
import { pause } from '@/lib/pause.ts';
import type { JournalEntry } from './journal.ts';
import { canLandUntil } from './lifetime.ts';
import { type ItemResult, lookUpItems } from './submit.ts';

const POLL_MS = 2_000;

/** The service may have taken an order down, and called it failed, while what pays for it can still land. */
async function isOrderSeen(order: Pubkey, signature: string): Promise<boolean> {
  const { status, history } = await fetchOrderStatus(order);
  return (
    status === 'filled' ||
    status === 'partiallyfilled' ||
    history.some((event) => event.signature === signature && event.status !== 'failed')
  );
}

const isInHistory = async (owner: Pubkey, signature: string): Promise<boolean> =>
  (await fetchEvents(owner)).some((event) => event.signature === signature);

async function seen(entry: JournalEntry, signature: string): Promise<readonly ItemResult[] | null> {
  const { owner, orderPubkey, via = { to: 'execute' } } = entry;
  switch (via.to) {
    case 'execute': {
      const known = orderPubkey
        ? await isOrderSeen(orderPubkey, signature)
        : await isInHistory(owner, signature);
      return known ? [] : null;
    }
    case 'parlay': {
      const { parlayId } = via.parlay;
      const slips = await fetchSlips(owner);
      const isPlaced = slips.some(
        (slip) =>
          slip.parlayId === parlayId &&
          slip.executionStatus !== 'pending' &&
          slip.executionStatus !== 'failed',
      );
      return isPlaced ? [{ ok: true, id: parlayId }] : null;
    }
    case 'trigger-order':
      return lookUpItems(entry, signature);
    // Nothing that the service lists names these, and to present them again could be what makes them land.
    case 'trigger-withdrawal':
    case 'free-parlays':
      return null;
  }
}

/**
 * What the service shows of something that was sent, where no chain can be asked: it has landed once anything of it is
 * there. Reads only, as long as it may land; null when nothing has shown up by then, which says nothing of the chain.
 */
export async function confirmViaApi(
  entry: JournalEntry,
  signature: string,
): Promise<readonly ItemResult[] | null> {
  const until = canLandUntil(entry.id);
  for (;;) {
    const items = await seen(entry, signature).catch(() => null);
    if (items !== null || performance.now() >= until) return items;
    await pause(POLL_MS);
  }
}
