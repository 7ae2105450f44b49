import { DAY } from './candle.ts';
import type { HistoryStore } from './history.store.ts';
import type { Partition, Partitioned, Tier } from './history-rows.ts';

/** Days for which seconds and minutes, and what movers are found by, are kept at the longest; hours for five years. */
export const KEPT_DAYS: Readonly<Record<Tier | 'snapshots', number>> = {
  fine: 2,
  minutes: 35,
  hours: 5 * 366,
  snapshots: 9,
};
/** What goes first where there is no room. */
const ORDER: readonly Partitioned[] = ['fine', 'minutes', 'snapshots', 'hours'];
/** Of the room, what is left to what is written until the next look; to the database's own work and its log. */
const HEADROOM = 0.05;

const isOld = ({ table, to }: Partition, today: number): boolean =>
  table !== 'changes' && to / DAY <= today - KEPT_DAYS[table];

/**
 * Lets go of what is older than it is kept, and then, finest and oldest first, of what there is no room for. Minutes go
 * once they are in hours. @returns whether there is room for more
 */
export async function prune(store: HistoryStore, now: number, maxBytes: number): Promise<boolean> {
  const today = Math.floor(now / 1_000 / DAY);
  const rolled = new Set(await store.rolledDays());
  const mayGo = ({ table, from, to }: Partition): boolean =>
    table !== 'changes' && to <= today * DAY && (table !== 'minutes' || rolled.has(from / DAY));
  const partitions = await store.partitions();
  const rest: Partition[] = [];
  for (const partition of partitions) {
    if (mayGo(partition) && isOld(partition, today)) await store.drop(partition);
    else rest.push(partition);
  }
  const most = maxBytes * (1 - HEADROOM);
  const victims = ORDER.flatMap((name) => rest.filter((one) => one.table === name && mayGo(one)));
  let bytes = await store.bytes();
  for (const victim of victims) {
    if (bytes <= most) break;
    await store.drop(victim);
    bytes = await store.bytes();
  }
  return bytes <= most;
}
