import { type QueryState, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { hasHistory } from '@/config.ts';
import type { AssetHistory } from '@/domain/asset-history.ts';
import type { AppError } from './app-error.ts';
import { call } from './client.ts';
import { pollEvery, SERIES_POLL_MS } from './poll.ts';
import { type ReadOptions, read } from './read.ts';

/** Unix seconds, each at a multiple of `step`, which is one of STEPS; without an end it is now. */
export interface AssetSpan {
  from: number;
  to?: number;
  step: number;
}

/** @throws AppError */
async function fetchAssets(
  symbols: readonly string[],
  { from, to, step }: AssetSpan,
  options: ReadOptions,
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
