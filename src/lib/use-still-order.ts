import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** Rows stay where they are for so long after a reader has left them, or has pressed a key in them. */
const HOLD_MS = 5_000;

/** The rows in an order that was kept: what is new comes last, what is gone leaves no hole. */
function inKeptOrder<Row>(
  rows: readonly Row[],
  kept: readonly string[],
  keyOf: (row: Row) => string,
): readonly Row[] {
  const places = new Map(kept.map((key, index) => [key, index]));
  const placeOf = (row: Row): number => places.get(keyOf(row)) ?? kept.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Nothing jumps from under a pointer: the order holds still as long as one is among the rows, and a moment after. `by`: what
 * the rows are sorted and narrowed by; with another one they are in another order at once. `holding` goes on what the rows
 * stand in.
 */
export function useStillOrder<Row>(rows: readonly Row[], by: string, keyOf: (row: Row) => string) {
  const [kept, setKept] = useState<{ by: string; keys: readonly string[] }>();
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
    setKept((before) => (before?.by === by ? before : { by, keys: rows.map(keyOf) }));
    letGoLater();
  };
  return {
    shown: kept?.by === by ? inKeptOrder(rows, kept.keys, keyOf) : rows,
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
