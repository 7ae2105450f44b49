import { MAX_CELLS, MAX_SERIES, MAX_STEPS } from '@contract/history.ts';
import type { MarketId } from '@contract/ids.ts';
import type { MicroUsd } from '@contract/money.ts';
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { hasHistory } from '@/config.ts';
import type { Moments, PastQuotes } from '@/domain/equity.ts';
import { call } from './client.ts';
import { pollEvery, SERIES_POLL_MS } from './poll.ts';
import { type ReadOptions, read } from './read.ts';

type Quotes = ReadonlyMap<MarketId, PastQuotes>;

/** Prices at moments; each list has as many values as there are moments. */
export interface PastPrices {
  moments: Moments;
  quotes: Quotes;
}

const COLUMNS = 'bid,ask';
const VALUES = COLUMNS.split(',').length;
/** Markets that one look back asks for, in so many requests: more would keep everybody else waiting. */
const MOST_MARKETS = 20 * MAX_SERIES;

interface Filling {
  bid: (MicroUsd | null)[];
  ask: (MicroUsd | null)[];
}

/**
 * One answer for some of the markets and a part of the time. The price of a moment is that of the step which ended
 * there; of a service that keeps longer steps, none that is older than the steps asked for.
 */
async function readPart(
  { step, times }: Moments,
  ids: readonly MarketId[],
  [from, to]: readonly [number, number],
  into: ReadonlyMap<MarketId, Filling>,
  options: ReadOptions,
): Promise<void> {
  const query = {
    marketIds: ids.join(','),
    from: String(from),
    to: String(to),
    step: String(step),
    columns: COLUMNS,
  };
  const answer = await call('seriesOfMarkets', { query }, options);
  const start = answer.from ?? from;
  for (const [index, time] of times.entries()) {
    if (time <= from || time > to) continue;
    const at = Math.floor((time - start) / answer.step) - 1;
    if (at < 0 || at >= answer.count || time - (start + (at + 1) * answer.step) >= step) continue;
    for (const { marketId, bid, ask } of answer.markets) {
      const own = into.get(marketId);
      if (!own) continue;
      own.bid[index] = bid?.[at] ?? null;
      own.ask[index] = ask?.[at] ?? null;
    }
  }
}

/** Part after part: an answer has an end, and nobody waits for the last of them with the first in hand. */
async function readQuotes(
  ids: readonly MarketId[],
  moments: Moments,
  options: ReadOptions,
): Promise<PastPrices> {
  const { step, times } = moments;
  const nothing = () => times.map(() => null);
  const quotes = new Map(ids.map((id): [MarketId, Filling] => [id, { bid: nothing(), ask: nothing() }]));
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  for (let from = first - step; from < last; from += MAX_STEPS * step) {
    const to = Math.min(last, from + MAX_STEPS * step);
    const most = Math.min(MAX_SERIES, Math.floor(MAX_CELLS / (VALUES * ((to - from) / step))));
    for (let at = 0; at < ids.length; at += most) {
      await readPart(moments, ids.slice(at, at + most), [from, to], quotes, options);
    }
  }
  return { moments, quotes };
}

/**
 * Best prices of markets at moments that are over: they do not change, so they are asked for once, and again only after
 * a failure. Not asked for where the service keeps no history, or without markets.
 */
const quotesQuery = (ids: readonly MarketId[], { step, times }: Moments) =>
  queryOptions<PastPrices>({
    queryKey: ['series', 'past', step, times[0], times.at(-1), times.length, ids],
    queryFn:
      ids.length > 0 && times.length > 0 && hasHistory()
        ? read((options) => readQuotes(ids, { step, times }, options))
        : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.error ? pollEvery(SERIES_POLL_MS)(query) : false),
  });

const NO_QUOTES: Quotes = new Map();

/**
 * Prices of markets that were held at some of the moments; where there are none everything is known. The last ones that
 * were read stay until the next have come, and say of which moments they are. Of too many markets none are read, which is
 * a failure. `retry`: asks again for those that could not be read; `retrying`: they are asked for.
 */
export function useQuotesAt(
  ids: readonly MarketId[],
  moments: Moments,
): {
  prices: PastPrices | undefined;
  failed: boolean;
  retry?: (() => void) | undefined;
  retrying?: boolean;
} {
  const isTooMuch = ids.length > MOST_MARKETS;
  const { data, isError, isFetching, refetch } = useQuery(quotesQuery(isTooMuch ? [] : ids, moments));
  if (ids.length === 0 || moments.times.length === 0)
    return { prices: { moments, quotes: NO_QUOTES }, failed: false };
  if (isTooMuch) return { prices: undefined, failed: true };
  return {
    prices: data,
    failed: isError || !hasHistory(),
    retry: isError ? () => void refetch() : undefined,
    retrying: isError && isFetching,
  };
}
