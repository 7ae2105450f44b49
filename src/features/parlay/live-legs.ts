import type { MicroUsd } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { AppError } from '@/api/app-error.ts';
import { useEventsById } from '@/api/events.queries.ts';
import { LIST_POLL_MS } from '@/api/poll.ts';
import { marketName, titleOf } from '@/domain/events.ts';
import { filledTitle } from '@/domain/held-name.ts';
import { type LegState, legState, marketIn } from '@/domain/parlay.ts';
import type { ParlayLeg } from '@/state/parlay-slip.ts';

/** A leg as the market has it now. */
export interface LiveLeg {
  leg: ParlayLeg;
  market: Market | undefined;
  /** `missing`: the service knows the event or its market no longer. */
  state: LegState | 'loading' | 'missing' | 'unknown';
  /** What YES costs, micro-USD; null while nobody sells. */
  price: MicroUsd | null;
  /** Local Unix ms of the data; 0 before any. */
  asOf: number;
}

/** Leg of a market, named as it is now: an event that asks with a blank is named with it filled, once. */
export function legOf(event: PredictionEvent, market: Market): ParlayLeg {
  const [label, eventTitle] = [marketName(market), titleOf(event)];
  const filled = filledTitle(eventTitle, label);
  return {
    eventId: event.eventId,
    marketId: market.marketId,
    label: filled ?? label,
    eventTitle: filled ?? eventTitle,
  };
}

interface EventResult {
  data: PredictionEvent | undefined;
  error: AppError | null;
  dataUpdatedAt: number;
}

export function liveLeg(leg: ParlayLeg, { data, error, dataUpdatedAt }: EventResult): LiveLeg {
  // What was told of an event before it was taken from the listing holds no more.
  const isGone = error?.kind === 'not-found';
  const market = data && !isGone ? marketIn(data, leg.marketId) : undefined;
  if (!data || !market) {
    const state = data || isGone ? 'missing' : error ? 'unknown' : 'loading';
    return { leg, market: undefined, state, price: null, asOf: dataUpdatedAt };
  }
  const state = legState(market);
  return {
    leg: legOf(data, market),
    market,
    state,
    price: state === 'open' ? (market.pricing?.buyYesPriceUsd ?? null) : null,
    asOf: dataUpdatedAt,
  };
}

/** The legs with their markets, renewed while they are on the page. */
export const useLiveLegs = (legs: readonly ParlayLeg[]): LiveLeg[] => {
  const results = useEventsById(
    legs.map(({ eventId }) => eventId),
    LIST_POLL_MS,
  );
  return legs.map((leg, index) =>
    liveLeg(leg, results[index] ?? { data: undefined, error: null, dataUpdatedAt: 0 }),
  );
};

/** Local Unix ms of the oldest of the legs' data; undefined before any. */
export const oldestOf = (legs: readonly LiveLeg[]): number | undefined => {
  const times = legs.map(({ asOf }) => asOf).filter((at) => at > 0);
  return times.length === 0 ? undefined : Math.min(...times);
};
