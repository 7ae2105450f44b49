import type { EventSeriesAnswer, MarketSeriesAnswer } from '@contract/history.ts';
import type { EventId, MarketId } from '@contract/ids.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { hasHistory } from '@/config.ts';
import { CHART_RANGES, type ChartRange } from '@/domain/price-series.ts';
import { ALL_POINTS, RANGE_STEPS } from '@/domain/price-steps.ts';
import { serverNow } from '@/lib/clock.ts';
import { call } from './client.ts';
import { pollEvery, SERIES_POLL_MS } from './poll.ts';
import { read } from './read.ts';

export type SeriesLook = 'line' | 'candles';

const seriesKeys = {
  all: ['series'] as const,
  market: (marketId: MarketId | undefined, range: ChartRange, look: SeriesLook) =>
    [...seriesKeys.all, 'market', marketId, range, look] as const,
  event: (eventId: EventId | undefined, range: ChartRange) =>
    [...seriesKeys.all, 'event', eventId, range] as const,
};

/** After how many seconds a range begins anew: a multiple of every step it is told in. */
const STEADY: Readonly<Record<ChartRange, number | null>> = {
  '1H': 300,
  '6H': 600,
  '1D': 3_600,
  '1W': 21_600,
  '1M': 86_400,
  All: null,
};

/**
 * The axis of a range that ends now. Its beginning stays for a while: many ask for the same, and whoever watches it is
 * told its end alone. Lines and candles begin together, so that they tell the same change.
 */
function axisOf(range: ChartRange, look: SeriesLook) {
  const [seconds, step, steady] = [CHART_RANGES[range], RANGE_STEPS[look][range], STEADY[range]];
  if (seconds === null || step === null || steady === null) return { points: String(ALL_POINTS[look]) };
  const from = Math.floor((serverNow() / 1_000 - seconds) / steady) * steady;
  return { from: String(from), step: String(step) };
}

/** Prices of one market over a range; not asked for where the service keeps no history. */
const marketSeriesQuery = (marketId: MarketId | undefined, range: ChartRange, look: SeriesLook) =>
  queryOptions({
    queryKey: seriesKeys.market(marketId, range, look),
    queryFn:
      marketId && hasHistory()
        ? read(
            (options): Promise<MarketSeriesAnswer> =>
              call(
                'seriesOfMarkets',
                {
                  query: {
                    marketIds: marketId,
                    ...axisOf(range, look),
                    columns: 'bid,ask,open,high,low,close,volume',
                  },
                },
                options,
              ),
          )
        : skipToken,
    refetchInterval: pollEvery(SERIES_POLL_MS),
  });
export const useMarketSeries = (marketId: MarketId | undefined, range: ChartRange, look: SeriesLook) =>
  useQuery(marketSeriesQuery(marketId, range, look));

/** Prices of all markets of an event over a range, on one axis; as above. */
const eventSeriesQuery = (eventId: EventId | undefined, range: ChartRange) =>
  queryOptions({
    queryKey: seriesKeys.event(eventId, range),
    queryFn:
      eventId && hasHistory()
        ? read(
            (options): Promise<EventSeriesAnswer> =>
              call(
                'seriesOfEvent',
                { params: { eventId }, query: { ...axisOf(range, 'candles'), columns: 'bid,ask,open' } },
                options,
              ),
          )
        : skipToken,
    refetchInterval: pollEvery(SERIES_POLL_MS),
  });
export const useEventSeries = (eventId: EventId | undefined, range: ChartRange) =>
  useQuery(eventSeriesQuery(eventId, range));
