import type { Span } from '@contract/history.ts';
import type { MarketId } from '@contract/ids.ts';
import type { MicroUsd } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { AppError } from '@/api/app-error.ts';
import { freshnessOf } from '@/lib/freshness.ts';
import type { VirtualList } from '@/ui/use-virtual-rows.ts';

/** How far the price of YES of one of an event's markets went within a span of time. */
export interface Moved {
  marketId: MarketId;
  change: MicroUsd;
  span: Span;
}

/** An event of a list, as fresh as it is known. */
export interface ListedEvent {
  event: PredictionEvent;
  /** Local Unix ms of the answer it came with. */
  asOf: number;
  /** Wire names of the venues that ask its question, where several do and it is shown for all of them. */
  venues?: readonly string[] | undefined;
  /** Order of its outcomes when it was first shown. */
  order: readonly MarketId[];
  /** What it is listed for, where the list is one of moves. */
  moved?: Moved | undefined;
}

/** A list of events from any source, as the page shows it. */
export interface EventList {
  /** Names what is listed; the same list has the same name. */
  key: string;
  items: readonly ListedEvent[];
  status: 'loading' | 'ready' | 'failed';
  /** What the last request met; items of an earlier answer stay. */
  error: AppError | null;
  /** That was only for what follows: what is listed is being renewed. */
  lacksMore?: boolean;
  retry: () => void;
  /** What has never come is asked for again. */
  retrying?: boolean;
  /** Local Unix ms of the oldest visible data; undefined before the first answer. */
  asOf: number | undefined;
  intervalMs: number;
  /** The service's order has left the shown one behind. */
  drifted: boolean;
  resort: () => void;
  hasMore: boolean;
  loadingMore: boolean;
  loadMore: () => void;
  /** Tells which items are on the screen, so that only these are renewed. */
  onVisible: (first: number, last: number) => void;
}

/** Whether an item's figures are too old to be taken for current; `now` in local Unix ms. */
export const isStale = (
  item: ListedEvent,
  { intervalMs }: Pick<EventList, 'intervalMs'>,
  now: number,
): boolean => freshnessOf(item.asOf, intervalMs, now) === 'stale';

const eventIdOf = ({ event }: ListedEvent): string => event.eventId;

/** The list as what draws only the rows on the screen needs it. */
export const virtualList = (list: EventList): VirtualList<ListedEvent> => ({
  key: list.key,
  items: list.items,
  idOf: eventIdOf,
  onVisible: list.onVisible,
  loadMore: list.hasMore && !list.loadingMore ? list.loadMore : undefined,
});
