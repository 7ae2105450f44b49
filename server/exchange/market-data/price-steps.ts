import type { PriceColumn } from '@contract/history.ts';
import { picoNumber } from '@contract/triggers/price.ts';
import type { Axis } from '../../common/series-axis.ts';
import type { Steps } from '../../common/turns.ts';
import { instantsOf } from './instants.ts';

/** Something with a price, in units of 10^-12; known from `since` on. `t` is simulated Unix seconds. */
export interface Priced {
  readonly since: number;
  priceAt(t: number): bigint | null;
}

type Columns = Partial<Record<PriceColumn, (number | null)[]>>;

/** One price by steps of time; all gaps where there is nothing to price. */
export function* priceSeries(
  priced: Priced | undefined,
  { from, step, count, to }: Axis,
  columns: readonly PriceColumn[],
): Steps<{ since: number | null } & Columns> {
  const values = Object.fromEntries(
    columns.map((name) => [name, new Array<number | null>(count).fill(null)]),
  );
  if (priced === undefined) return { since: null, ...values };
  for (let at = 0; at < count; at += 1) {
    const start = Math.max(from + at * step, priced.since);
    const end = Math.min(from + (at + 1) * step, to);
    const prices = instantsOf(start, end).flatMap((instant) => priced.priceAt(instant) ?? []);
    yield;
    const [open] = prices;
    const close = prices.at(-1);
    if (open === undefined || close === undefined) continue;
    const row = {
      open,
      close,
      high: prices.reduce((a, b) => (a > b ? a : b)),
      low: prices.reduce((a, b) => (a < b ? a : b)),
    };
    for (const name of columns) {
      const column = values[name];
      if (column) column[at] = picoNumber(row[name]);
    }
  }
  return { since: priced.since, ...values };
}
