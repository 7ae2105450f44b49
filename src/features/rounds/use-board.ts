import { type PicoUsd, picoUsd } from '@contract/triggers/price.ts';
import { useMemo } from 'react';
import { ASSET_PRICE_POLL_MS, useAssetPrices } from '@/api/asset-price.queries.ts';
import { useRecentAssets } from '@/api/asset-series.queries.ts';
import { LIST_POLL_MS, SERIES_POLL_MS } from '@/api/poll.ts';
import { useWindowRecord, useWindows } from '@/api/windows.queries.ts';
import { hasHistory } from '@/config.ts';
import { assetOfRound } from '@/domain/rounds.ts';
import { sortRows } from '@/domain/sort-rows.ts';
import { type AssetNow, type WindowRow, windowRow, windowValue } from '@/domain/up-down-windows.ts';
import { useNow, useServerNow } from '@/lib/clock.ts';
import { freshnessOf } from '@/lib/freshness.ts';
import { useStillOrder } from '@/lib/use-still-order.ts';
import type { RecordState } from './board.view.tsx';
import type { BoardSearch } from './board-search.ts';

const NO_ASSET: AssetNow = { price: null, at: 0, isFresh: false, history: undefined };
const PICO_PER_MICRO = 1_000_000n;

/** A price and when it was told, local Unix ms; `every`: how often it should be. */
interface Told {
  price: PicoUsd | null;
  at: number;
  every: number;
}

export interface Board {
  rows: readonly WindowRow[];
  /** Goes on what the rows stand in: they are links. */
  holding: ReturnType<typeof useStillOrder>['holding'];
  query: ReturnType<typeof useWindows>;
  record: RecordState;
}

/** The windows on the board, with what is known of each at this second. */
export function useBoard({ sort, length, coming }: BoardSearch): Board {
  const query = useWindows(coming === 'shown');
  const { data, dataUpdatedAt } = query;
  const rounds = useMemo(() => data ?? [], [data]);
  const symbols = useMemo(
    () => [...new Set(rounds.flatMap(({ event }) => assetOfRound(event) ?? []))].sort(),
    [rounds],
  );
  const recent = useRecentAssets(symbols);
  const prices = useAssetPrices(symbols);
  const past = useWindowRecord();
  const local = useNow(1_000);
  const now = Math.floor(useServerNow(1_000) / 1_000);

  const isFresh = (asOf: number, intervalMs: number): boolean =>
    ['fresh', 'ageing'].includes(freshnessOf(asOf, intervalMs, local));

  /** One price for all windows of an asset: what a window says of it, the listing or the history, whichever is youngest. */
  function assetNow(symbol: string): AssetNow {
    const known = recent.data?.get(symbol);
    const said = rounds.find(
      ({ event, up }) => assetOfRound(event) === symbol && (up.currentPriceUsd ?? null) !== null,
    )?.up.currentPriceUsd;
    const listed = prices[symbols.indexOf(symbol)];
    const told: Told[] = [
      { price: said ? picoUsd(said * PICO_PER_MICRO) : null, at: dataUpdatedAt, every: LIST_POLL_MS },
      { price: listed?.data ?? null, at: listed?.dataUpdatedAt ?? 0, every: ASSET_PRICE_POLL_MS },
      { price: known?.close.at(-1) ?? null, at: recent.dataUpdatedAt, every: LIST_POLL_MS },
    ];
    const [youngest] = told.filter(({ price }) => price !== null).sort((a, b) => b.at - a.at);
    return {
      price: youngest?.price ?? null,
      at: youngest?.at ?? 0,
      isFresh: youngest !== undefined && isFresh(youngest.at, youngest.every),
      history: known && isFresh(recent.dataUpdatedAt, SERIES_POLL_MS) ? known : undefined,
    };
  }

  const assets = new Map(symbols.map((symbol) => [symbol, assetNow(symbol)]));
  const rows = rounds
    .map((round) =>
      windowRow(
        round,
        assets.get(assetOfRound(round.event) ?? '') ?? NO_ASSET,
        isFresh(dataUpdatedAt, LIST_POLL_MS),
        now,
      ),
    )
    .filter((row) => length === undefined || row.length === length)
    .filter(({ phase }) => phase === 'running' || (coming === 'shown' && phase === 'upcoming'));
  const record: RecordState = !hasHistory()
    ? { kind: 'no-history' }
    : past.data
      ? { kind: 'known', record: past.data.record, windows: past.data.known }
      : { kind: past.isError ? 'failed' : 'loading' };
  const { shown, holding } = useStillOrder(
    sortRows(rows, sort ?? 'left', windowValue),
    [sort, length, coming].join(),
    ({ round }) => round.event.eventId,
  );
  return { rows: shown, holding, query, record };
}
