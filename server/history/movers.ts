import { SPAN_SECONDS, type Span } from '@contract/history.ts';
import { inTurns, sorting } from '../common/one-by-one.ts';
import type { Db } from '../db/client.ts';
import { MINUTE } from './candle.ts';
import type { Series, Snapshot } from './history-rows.ts';
import { readSeriesById, readSnapshot } from './read-history.store.ts';
import { SNAPSHOT_AGE, SNAPSHOT_MS } from './recording.ts';
import { decodeSnapshot, type Standing } from './snapshot.ts';

/** How far a market went. Prices are twice its middle, in micro-USD; `since` Unix seconds. */
export interface Move {
  readonly series: Series;
  readonly from: number;
  readonly to: number;
  readonly since: number;
}

/** The same by the number of its series. */
type Numbered = Omit<Move, 'series'> & { readonly series: number };

/** How late a snapshot may be, in seconds: two of them may have been missed. */
const LATE = (3 * SNAPSHOT_MS) / 1_000;
/** So many as are wanted are read at a time: markets that have closed since are left out. */
const SPARE = 2;

/** Minutes that a market may not have been looked at before an instant at which it counts. */
const ageFor = (span: Span): number => Math.min(SNAPSHOT_AGE, SPAN_SECONDS[span] / MINUTE / 6);

/** The furthest first. */
const byDistance = (a: Numbered, b: Numbered): number =>
  Math.abs(b.to - b.from) - Math.abs(a.to - a.from) || a.series - b.series;

/** What moved between two snapshots, in order. In steps: there may be a hundred thousand markets. */
function* movesBetween(first: Snapshot, last: Snapshot, maxAge: number): Generator<void, Numbered[]> {
  const starts = new Map<number, Standing>();
  for (const standing of decodeSnapshot(first.body)) {
    if (standing.age <= maxAge) starts.set(standing.series, standing);
    yield;
  }
  const moves: Numbered[] = [];
  for (const { series, age, price } of decodeSnapshot(last.body)) {
    yield;
    const start = starts.get(series);
    if (age > maxAge || !start || start.price === price) continue;
    moves.push({ series, from: start.price, to: price, since: first.at - start.age * MINUTE });
  }
  return yield* sorting(moves, byDistance);
}

/** Open markets by how far they went within a span until now (Unix seconds), the furthest first. */
export async function readMoves(db: Db, span: Span, limit: number, now: number): Promise<Move[]> {
  const then = now - SPAN_SECONDS[span];
  const [first, last] = [await readSnapshot(db, then - LATE, then), await readSnapshot(db, now - LATE, now)];
  if (!first || !last) return [];
  const moves = await inTurns(movesBetween(first, last, ageFor(span)));
  const found: Move[] = [];
  for (let read = 0; read < moves.length && found.length < limit; read += SPARE * limit) {
    const some = moves.slice(read, read + SPARE * limit);
    const series = new Map(
      (
        await readSeriesById(
          db,
          some.map((move) => move.series),
        )
      ).map((one) => [one.id, one]),
    );
    for (const move of some) {
      const of = series.get(move.series);
      if (of?.open && found.length < limit) found.push({ ...move, series: of });
    }
  }
  return found;
}
