import { sorting } from '../common/one-by-one.ts';
import { BytesReader, BytesWriter } from './bytes.ts';

/** Where a market stood. */
export interface Standing {
  readonly series: number;
  /** Whole minutes, at the time of the snapshot, since it was seen. */
  readonly age: number;
  /** Twice the middle of bid and ask, micro-USD. */
  readonly price: number;
}

const FORM = 1;

/** The standings of many markets as bytes, some five for each. In steps: there may be a hundred thousand. */
export function* encodeSnapshot(standings: Iterable<Standing>): Generator<void, Uint8Array> {
  const out = new BytesWriter();
  out.byte(FORM);
  let before = 0;
  for (const { series, age, price } of yield* sorting(standings, (a, b) => a.series - b.series)) {
    out.count(series - before);
    out.count(age);
    out.count(price);
    before = series;
    yield;
  }
  return out.done();
}

/** One after another. @throws RangeError when these bytes are none. */
export function* decodeSnapshot(bytes: Uint8Array): Generator<Standing> {
  const from = new BytesReader(bytes);
  if (from.byte() !== FORM) throw new RangeError('A snapshot of the history is of an unknown form.');
  let series = 0;
  while (!from.isAtEnd) {
    series += from.count();
    yield { series, age: from.count(), price: from.count() };
  }
}
