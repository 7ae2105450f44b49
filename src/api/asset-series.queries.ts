import { keepPreviousData, type QueryState, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { hasHistory } from '@/config.ts';
import type { AssetHistory } from '@/domain/asset-history.ts';
import { serverNow } from '@/lib/clock.ts';
import type { AppError } from './app-error.ts';
import { call } from './client.ts';
import { LIST_POLL_MS, pollEvery, SERIES_POLL_MS } from './poll.ts';
import { type ReadOptions, read } from './read.ts';

/** How far back the board of windows looks: the longest window from its opening, and what volatility is taken from. */
const RECENT_SECONDS = 3_600 + 1_860;
const RECENT_STEP = 60;

/** Unix seconds, each at a multiple of `step`, which is one of STEPS; without an end it is now. */
export interface AssetSpan {
  from: number;
  to?: number;
  step: number;
}

/** @throws AppError */
export async function fetchAssets(
  symbols: readonly string[],
  { from, to, step }: AssetSpan,
  options: Pick<ReadOptions, 'heard'>,
): Promise<ReadonlyMap<string, AssetHistory>> {
  const query = {
    symbols: symbols.join(','),
    from: String(from),
    ...(to === undefined ? {} : { to: String(to) }),
    step: String(step),
    columns: 'open,close',
  };
  const answer = await call('seriesOfAssets', { query }, options);
  const axis = { from: answer.from ?? from, step: answer.step, toldAt: answer.now ?? from };
  return new Map(
    answer.assets.map(({ symbol, since, open = [], close = [] }) => [
      symbol,
      { ...axis, since, open, close },
    ]),
  );
}

/** Prices of an asset over a window of fixed length; not asked for where the service keeps no history. */
const windowQuery = (symbol: string | undefined, { from, to, step }: Required<AssetSpan>) =>
  queryOptions({
    queryKey: ['series', 'asset', symbol, from, to, step] as const,
    queryFn:
      symbol !== undefined && hasHistory()
        ? read(
            async (options): Promise<AssetHistory | null> =>
              (await fetchAssets([symbol], { from, to, step }, options)).get(symbol) ?? null,
          )
        : skipToken,
    // What a window that is over has told does not change.
    refetchInterval: (query: { state: QueryState<AssetHistory | null, AppError> }) =>
      (query.state.data?.toldAt ?? 0) < to && pollEvery(SERIES_POLL_MS)(query),
  });
export const useAssetWindow = (symbol: string | undefined, span: Required<AssetSpan>) =>
  useQuery(windowQuery(symbol, span));

/** Prices of assets over the last hour and a half, by minutes; not asked for where the service keeps no history. */
const recentQuery = (symbols: readonly string[]) =>
  queryOptions({
    queryKey: ['series', 'assets', 'recent', ...symbols] as const,
    queryFn:
      symbols.length > 0 && hasHistory()
        ? read((options) => {
            const from = Math.floor((serverNow() / 1_000 - RECENT_SECONDS) / RECENT_STEP) * RECENT_STEP;
            return fetchAssets(symbols, { from, step: RECENT_STEP }, options);
          })
        : skipToken,
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(LIST_POLL_MS),
  });
export const useRecentAssets = (symbols: readonly string[]) => useQuery(recentQuery(symbols));
