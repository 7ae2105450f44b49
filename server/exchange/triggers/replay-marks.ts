import type { TriggerOrderRow } from '../writer/commit.store.ts';
import type { TriggerBook } from '../writer/trigger-book.ts';
import { bestsSince, type Sample } from './best-since.ts';
import type { FollowedToken } from './prices.ts';

/**
 * Seconds before now of which every price is looked at again, and prices looked at of all the time before: an order whose
 * best price lies far back has been looked at since, up to the stop.
 */
const REPLAYED = 2_000;

/** Instants of `from` to `to`: each of the last so many seconds, and as many of what lies before. */
function replayed(from: number, to: number): number[] {
  const recent = Math.max(from, to - REPLAYED);
  const step = Math.max(1, Math.ceil((recent - from) / REPLAYED));
  const instants: number[] = [];
  for (let t = from; t < recent; t += step) instants.push(t);
  for (let t = recent; t <= to; t++) instants.push(t);
  return instants;
}

export const trails = (row: TriggerOrderRow): boolean => row.state === 'open' && row.mark !== null;

/**
 * Takes up the best prices of the trailing orders of a mint, one price a step: one that was reached from the second
 * `since` on, and since its order was last written down, counts though nobody has looked, as prices are functions of
 * time. Fires nothing.
 * @returns how many prices it has looked at.
 */
export function* replayMarks(
  { index, orders }: Pick<TriggerBook, 'index' | 'orders'>,
  mint: string,
  { priceAt }: FollowedToken,
  since: number,
  now: number,
): Generator<void, number> {
  const sinceOf = ({ markAt }: TriggerOrderRow): number => Math.max(since, Math.floor(markAt));
  const rows = index.trailing(mint).flatMap((id) => orders.peek(id) ?? []);
  if (rows.length === 0) return 0;
  const from = rows.reduce((earliest, row) => Math.min(earliest, sinceOf(row)), now);
  const instants = replayed(from, now);
  const samples: Sample[] = [];
  for (const t of instants) {
    const price = priceAt(t);
    if (price !== null && price > 0n) samples.push({ t, price });
    yield;
  }
  const bests = { above: bestsSince('above', samples), below: bestsSince('below', samples) };
  for (const row of rows) {
    const best = row.condition === null ? undefined : bests[row.condition](sinceOf(row));
    // The row stays as it is stored, so that the better price is written down.
    if (best !== undefined) index.remind(row.id, best);
  }
  return instants.length;
}
