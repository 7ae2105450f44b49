import type { PicoUsd } from '@contract/triggers/price.ts';
import { type SeenToken, startOf } from './tokens.ts';

/** A price of a line. */
export interface LinePrice {
  /** Unix seconds of the service. */
  readonly time: number;
  readonly price: PicoUsd;
  /** The same as a float, for a length on the screen. */
  readonly level: number;
}

/**
 * What a history tells of a token: step `k` begins at `from + k × step`; `toldAt` is when, `since` where it begins,
 * null where there is none (all Unix seconds).
 */
export interface TokenSteps {
  since: number | null;
  from: number;
  step: number;
  toldAt: number;
  open: readonly (PicoUsd | null)[];
  close: readonly (PicoUsd | null)[];
}

/** Runs of prices between which nothing is known, and the time that a drawing of them spans (Unix seconds). */
export interface TokenLine {
  readonly from: number;
  readonly until: number;
  readonly runs: readonly (readonly LinePrice[])[];
}
export const NO_LINE: TokenLine = { from: 0, until: 0, runs: [] };

const priceAt = (time: number, price: PicoUsd): LinePrice => ({ time, price, level: Number(price) });

/**
 * The line of a token: from its first pool on, where its history goes back so far, with the price of the listing at
 * its end. Nothing is drawn before the pool, and nothing over steps of which nothing is known.
 */
export function tokenLine(
  { from, step, since, toldAt, open, close }: TokenSteps,
  { token, seenAt }: SeenToken,
): TokenLine {
  const start = startOf(token);
  if (start === null) return NO_LINE;
  const runs: LinePrice[][] = [];
  let run: LinePrice[] | undefined;
  for (const [k, last] of close.entries()) {
    const [begin, end] = [from + k * step, Math.min(from + (k + 1) * step, toldAt)];
    if (end < start) continue;
    if (last === null) {
      run = undefined;
      continue;
    }
    if (!run) {
      run = [];
      runs.push(run);
      const first = open[k] ?? null;
      const at = Math.max(begin, start);
      if (first !== null && at < end) run.push(priceAt(at, first));
    }
    run.push(priceAt(end, last));
  }
  const tail = runs.at(-1)?.at(-1);
  // What was told until just now goes on to the present price; after a gap it does not.
  const now = token.updatedAt ?? seenAt / 1_000;
  if (token.usdPrice !== null && run && tail && now > tail.time) run.push(priceAt(now, token.usdPrice));
  return { from: Math.max(start, from, since ?? start), until: Math.max(now, toldAt), runs };
}
