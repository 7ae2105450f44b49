import { STEPS } from '@contract/history.ts';
import { useEffect, useMemo, useState } from 'react';
import { useAssetWindow } from '@/api/asset-series.queries.ts';
import { LINE_STEP, type LinePoint, roundLine, type SeenPrice } from '@/domain/round-quote.ts';
import { assetOfRound, type Round } from '@/domain/rounds.ts';
import { serverNow } from '@/lib/clock.ts';

/** Where the line of a round comes from. Times are Unix seconds; undefined while no price is known. */
export type LineSource =
  | { by: 'loading' }
  /** The service's history; `begin` is the first price in it. */
  | { by: 'history'; begin: number | undefined }
  /** The service tells none (`failed`: at the moment): what has been asked since the round is shown. */
  | { by: 'asked'; begin: number | undefined; failed: boolean };

const MOST_STEPS = 720;

/** What answers say of the price while the round is shown, at the time each was true. */
function useSeenPrices(
  { beginAt, closeAt, up: { currentPriceUsd: price } }: Round,
  asOf: number | undefined,
): readonly SeenPrice[] {
  const [seen, setSeen] = useState<readonly SeenPrice[]>([]);
  useEffect(() => {
    if (price === null || price === undefined || asOf === undefined) return;
    const time = Math.floor((serverNow() - (Date.now() - asOf)) / 1_000);
    if (time < beginAt || time > closeAt) return;
    setSeen((known) => [...known.filter((one) => one.time < time), { time, price }]);
  }, [price, asOf, beginAt, closeAt]);
  return seen;
}

/** The price line of a round from its opening, with what has been seen since the history was told on its end. */
export function useRoundLine(
  round: Round,
  asOf: number | undefined,
  hasBegun: boolean,
): { line: readonly LinePoint[]; source: LineSource } {
  const { beginAt, closeAt, event } = round;
  const symbol = assetOfRound(event);
  const length = closeAt - beginAt;
  const step = STEPS.find((one) => one >= LINE_STEP && length / one <= MOST_STEPS) ?? LINE_STEP;
  const query = useAssetWindow(hasBegun ? symbol : undefined, { from: beginAt, to: closeAt, step });
  const seen = useSeenPrices(round, asOf);
  const { data, isLoading, isError } = query;
  const told = data && data.since !== null ? data : undefined;
  const line = useMemo(() => roundLine(round, told, seen), [round, told, seen]);
  const source = useMemo((): LineSource => {
    if (isLoading) return { by: 'loading' };
    if (!told)
      return {
        by: 'asked',
        begin: seen[0]?.time,
        failed: isError,
      };
    const first = told.close.findIndex((price) => price !== null);
    return { by: 'history', begin: first < 0 ? undefined : told.from + first * told.step };
  }, [isLoading, isError, told, seen]);
  return { line, source };
}
