import type { EventId, MarketId } from '@contract/ids.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import type { GameScore } from '@contract/prediction/score.ts';
import { useEffect, useMemo, useRef } from 'react';
import type { AppError } from '@/api/app-error.ts';
import { useEvent } from '@/api/events.queries.ts';
import { bookIdOf, useBookAsOf, useOfBook } from '@/api/orderbook.queries.ts';
import { useOrders } from '@/api/orders.queries.ts';
import { usePositions } from '@/api/positions.queries.ts';
import { useScore } from '@/api/scores.queries.ts';
import { useTrades } from '@/api/trades.queries.ts';
import { useConfig } from '@/config.ts';
import { quotesOf, withBook } from '@/domain/book-quotes.ts';
import { mayHaveScore, titleOf } from '@/domain/events.ts';
import { scaleOf } from '@/domain/outcome-scale.ts';
import { useServerNow } from '@/lib/clock.ts';
import { useObservation } from '@/state/price-memory.ts';
import { noteOpened } from '@/state/visit.ts';
import { useOwner } from '@/wallet/index.ts';
import {
  type Grouped,
  groupMarkets,
  labelsOf,
  type MarketGroup,
  outcomeName,
  renewed,
  selectMarket,
  staysOpen,
} from './market-groups.ts';
import { type PresentPrice, presentPlace, usePresentPrice } from './present-price.ts';

const NO_POSITIONS: Position[] = [];
const NO_ORDERS: Order[] = [];
const NOTHING: Grouped = { main: [], more: [] };
const NO_LABELS: ReadonlyMap<MarketId, string> = new Map();

/** Everything the page of one event reads. */
export interface MarketPageData {
  /** As the address has it. */
  eventId: EventId;
  event: PredictionEvent | undefined;
  market: Market | undefined;
  outcome: string;
  /** What each market is called beside the event's title; empty where the title says it all. */
  labels: ReadonlyMap<MarketId, string>;
  /** They are ranked by chance, not by a value of theirs. */
  ranked: boolean;
  /** Price of the asset asked about, and where it stands among the outcomes. */
  price: PresentPrice | null | undefined;
  now: { text: string; at: number; within: boolean } | undefined;
  main: Market[];
  more: MarketGroup[];
  asOf: number;
  error: AppError | null;
  loading: boolean;
  /** What has never come is asked for again. */
  retrying: boolean;
  retry: () => void;
  score: GameScore | null | undefined;
  scoreAsOf: number;
  connected: boolean;
  /** Of the connected wallet, in this event. */
  positions: Position[];
  orders: Order[];
}

export function useMarketPage(eventId: EventId, wantedMarket: string | undefined): MarketPageData {
  const query = useEvent(eventId);
  const listed = query.data;
  // Minutes are enough to know whether a game may have begun.
  const now = useServerNow(10_000) / 1_000;
  const score = useScore(listed && mayHaveScore(listed, now) ? eventId : undefined);
  // The chart begins with what was traded just now; newer trades are asked for where they are shown.
  const trades = useTrades({ polled: false });
  const owner = useOwner() ?? undefined;
  const positions = usePositions(owner);
  const orders = useOrders(owner);
  const ids = listed?.markets.map(({ marketId }) => marketId).join(' ');
  // The order of first sight stays while prices move; it is made anew for another event or other markets.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `listed` changes with every poll, its ids do not
  const read = useMemo(() => (listed ? groupMarkets(listed) : NOTHING), [ids]);
  const held = useMemo(
    () => positions.data?.filter((one) => one.eventId === eventId && one.contractsMicro > 0n) ?? NO_POSITIONS,
    [positions.data, eventId],
  );
  // So does what is selected as long as nothing has been chosen: an order may be typed for it. It is looked for once more
  // when it has gone; of an event that is decided also when it is known what is held, and not when that changes.
  const isHeldKnown = positions.data !== undefined;
  const opened = useRef<MarketId>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const first = useMemo(() => {
    if (!listed || staysOpen(listed, opened.current)) return opened.current;
    return selectMarket(listed, undefined, new Set(held.map((one) => one.marketId)))?.marketId;
  }, [ids, isHeldKnown]);
  useEffect(() => {
    opened.current = first;
  }, [first]);
  const isNamed = listed?.markets.some(({ marketId }) => marketId === wantedMarket);
  const open = listed && selectMarket(listed, isNamed ? wantedMarket : first);
  const { providers } = useConfig();
  const bookId = bookIdOf(open, providers);
  const top = useOfBook(bookId, quotesOf);
  const bookAsOf = useBookAsOf(bookId);
  const quotes = top.isError ? undefined : top.data;
  const event = useMemo(
    () => listed && withBook(listed, open?.marketId, quotes),
    [listed, open?.marketId, quotes],
  );
  const market = event?.markets.find(({ marketId }) => marketId === open?.marketId);
  useObservation(
    { event, asOf: query.dataUpdatedAt, book: { of: quotes && bookId, asOf: bookAsOf } },
    trades.data,
  );
  const { main, more } = useMemo(() => (event ? renewed(read, event) : NOTHING), [event, read]);
  const labels = useMemo(() => (event ? labelsOf(event, main, more) : NO_LABELS), [event, main, more]);

  const price = usePresentPrice(event, main);
  const place = event && presentPlace(event, main, price);

  const marketId = market?.marketId;
  useEffect(() => {
    if (marketId !== undefined) noteOpened(eventId, marketId);
  }, [eventId, marketId]);

  return {
    eventId,
    event,
    market,
    outcome: market ? outcomeName(market) : '',
    labels,
    ranked: event !== undefined && scaleOf(titleOf(event), main).scale === 'field',
    price,
    now: price && place ? { ...place, text: price.text } : undefined,
    main,
    more,
    asOf: query.dataUpdatedAt,
    error: query.error,
    loading: query.isPending,
    retrying: query.isLoadingError && query.isFetching,
    retry: () => void query.refetch(),
    score: score.data,
    scoreAsOf: score.dataUpdatedAt,
    connected: owner !== undefined,
    positions: held,
    orders: useMemo(
      () => orders.data?.filter((one) => one.eventId === eventId) ?? NO_ORDERS,
      [orders.data, eventId],
    ),
  };
}
