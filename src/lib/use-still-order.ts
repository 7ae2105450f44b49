import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** Rows stay where they are for so long after a reader has left them, or has pressed a key in them. */
const HOLD_MS = 5_000;

/** Where a row stands. What is gone from the rows is as it was kept. */
interface Place<Row> {
  row: Row;
  isGone: boolean;
}

/** The rows in an order that was kept: what is new comes last, what is gone holds its place. */
function inKeptOrder<Row>(
  rows: readonly Row[],
  kept: readonly Row[],
  keyOf: (row: Row) => string,
): readonly Place<Row>[] {
  const left = new Map(rows.map((row) => [keyOf(row), row]));
  const places = kept.map((before): Place<Row> => {
    const row = left.get(keyOf(before));
    left.delete(keyOf(before));
    return { row: row ?? before, isGone: row === undefined };
  });
  return [...places, ...[...left.values()].map((row) => ({ row, isGone: false }))];
}

/**
 * Nothing jumps from under a pointer: the order holds still as long as one is among the rows, and a moment after. `by`: what
 * the rows are sorted and narrowed by; with another one they are in another order at once. `holding` goes on what the rows
 * stand in.
 *
 * `shown` has no holes. `places` has what is gone as well, for rows with a button that must not be taken for that of the
 * next one: it is shown as ended.
 */
export function useStillOrder<Row>(rows: readonly Row[], by: string, keyOf: (row: Row) => string) {
  const [kept, setKept] = useState<{ by: string; rows: readonly Row[] }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What the pointer is in. */
  const within = useRef<Element>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  const letGoLater = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // What has gone tells of no pointer that leaves it.
      if (within.current?.isConnected) letGoLater();
      else setKept(undefined);
    }, HOLD_MS);
  };
  const hold = () => {
    setKept((before) => (before?.by === by ? before : { by, rows }));
    letGoLater();
  };
  const places =
    kept?.by === by ? inKeptOrder(rows, kept.rows, keyOf) : rows.map((row) => ({ row, isGone: false }));
  // What is new has a place from now on.
  if (kept?.by === by && places.length > kept.rows.length)
    setKept({ by, rows: places.map(({ row }) => row) });
  return {
    shown: places.filter(({ isGone }) => !isGone).map(({ row }) => row),
    places,
    holding: {
      onPointerMove: ({ currentTarget }: PointerEvent) => {
        within.current = currentTarget;
        hold();
      },
      onPointerLeave: () => {
        within.current = null;
        letGoLater();
      },
      onFocus: hold,
      onKeyDown: hold,
    },
  };
}
