import type { RouteId } from '@contract/routes.ts';
import { BOOK_POLL_MS, EVENT_POLL_MS, STATUS_POLL_MS } from '@/api/poll.ts';
import { eventIdOf, marketIdOf } from './counting-upstream.ts';

interface Poll {
  readonly id: RouteId;
  readonly params: Readonly<Record<string, string>>;
  readonly path: string;
  readonly everyMs: number;
}

/** What an open page of a market asks, and how often. */
export function pollsOf(marketId: string, eventId: string): readonly Poll[] {
  const base = '/prediction/v1';
  return [
    {
      id: 'getOrderbook',
      params: { marketId },
      path: `${base}/orderbook/${marketId}`,
      everyMs: BOOK_POLL_MS,
    },
    { id: 'getEvent', params: { eventId }, path: `${base}/events/${eventId}`, everyMs: EVENT_POLL_MS },
    { id: 'getTradingStatus', params: {}, path: `${base}/trading-status`, everyMs: STATUS_POLL_MS },
  ];
}

/** The same of a market of the counting platform. */
export const pagePolls = (market: number): readonly Poll[] => pollsOf(marketIdOf(market), eventIdOf(market));

/** Requests a second of one page on its own. */
export const PAGE_RPS = pagePolls(0).reduce((sum, { everyMs }) => sum + 1_000 / everyMs, 0);
