import { type Pubkey, sideOf } from '@contract/ids.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import { useMemo } from 'react';
import { useMids } from '@/api/mids.queries.ts';
import { type Around, type Execution, executionOf } from '@/domain/execution.ts';
import { type MidSpan, midAt, priceOn } from '@/domain/mid-spans.ts';
import { isResult } from '@/domain/position-history.ts';
import type { PressedMid, QuotedTerms } from '@/domain/receipt.ts';
import { serverNow } from '@/lib/clock.ts';
import { useQuotes } from '@/tx/quotes.queries.ts';
import type { HistoryRow } from '../history/history-rows.ts';

const MINUTE = 60;
const TEN_MINUTES = 600;
/** Seconds for which a mid of the history counts: of the one before the close some are allowed. */
const YOUNG = 60;
const BEFORE_CLOSE = 300;

/** When the market of a position closed, at the latest with its result; undefined while it has not, or nobody says. */
function closedAt({ events, marketMetadata }: HistoryRow, now: number): number | undefined {
  const closeTime = marketMetadata?.closeTime ?? null;
  const known = events.filter(isResult).map(({ timestamp }) => timestamp);
  if (closeTime !== null && closeTime < now) known.push(closeTime);
  return known.length === 0 ? undefined : Math.min(...known);
}

const isFill = ({ eventType }: HistoryEvent): boolean => eventType === 'order_filled';

/** Spans in which mids around these fills are wanted, by when their orders were placed. */
function spansOf(rows: readonly HistoryRow[], now: number): MidSpan[] {
  return rows.flatMap((row) => {
    const { events, marketId } = row;
    const close = closedAt(row, now);
    return events
      .filter((event) => isFill(event) || event.eventType === 'order_created')
      .flatMap((event): MidSpan[] => {
        const { timestamp } = event;
        const before = { marketId, from: timestamp - YOUNG - MINUTE, to: timestamp + MINUTE };
        if (!isFill(event)) return [before];
        return [
          before,
          { marketId, from: timestamp, to: timestamp + TEN_MINUTES + MINUTE },
          ...(close === undefined ? [] : [{ marketId, from: close - BEFORE_CLOSE, to: close }]),
        ];
      });
  });
}

export interface ExecutionView {
  execution: Execution;
  /** What this browser knows an order was quoted at. */
  quotedOf: (record: HistoryEvent) => QuotedTerms | undefined;
  loading: boolean;
  failed: boolean;
}

/** How the fills of a wallet were executed; parlays are bets of their own and have no book. */
export function useExecution(owner: Pubkey, past: readonly HistoryRow[]): ExecutionView {
  const quotes = useQuotes(owner);
  const rows = useMemo(() => past.filter(({ parlay }) => !parlay), [past]);
  const spans = useMemo(() => spansOf(rows, serverNow() / 1_000), [rows]);
  const mids = useMids(spans);
  const quotedOf = useMemo(() => {
    const known = new Map<string, QuotedTerms>();
    for (const { orderPubkey, signature, quoted } of quotes.data ?? []) {
      const key = orderPubkey ?? signature;
      if (key !== null) known.set(key, quoted);
    }
    // A swap has no order: its transaction stands for it.
    return ({ orderPubkey, signature }: HistoryEvent) => known.get(orderPubkey || signature);
  }, [quotes.data]);
  const execution = useMemo(() => {
    const now = serverNow() / 1_000;
    const around = (record: HistoryEvent, pressedAt: number, row: HistoryRow): Around => {
      const { timestamp, marketId, isYes } = record;
      const steps = mids.of(marketId);
      const known = (instant: number, oldest: number) => {
        const mid = instant > now ? null : midAt(steps, instant, oldest);
        return mid && { price: priceOn(sideOf(isYes), mid.price), at: mid.at };
      };
      const told = known(pressedAt, YOUNG);
      const fromHistory: PressedMid | null = told && {
        price: told.price,
        ageMs: (pressedAt - told.at) * 1_000,
      };
      const close = closedAt(row, now);
      const last = close === undefined ? null : (known(close, BEFORE_CLOSE)?.price ?? null);
      const isOver = (after: number): boolean => close !== undefined && timestamp + after > close;
      return {
        pressed: quotedOf(record)?.mid ?? fromHistory,
        minute: isOver(MINUTE) ? null : (known(timestamp + MINUTE, YOUNG)?.price ?? null),
        ten: isOver(TEN_MINUTES) ? last : (known(timestamp + TEN_MINUTES, YOUNG)?.price ?? null),
        last,
      };
    };
    return executionOf(rows, around);
  }, [rows, mids, quotedOf]);
  return { execution, quotedOf, loading: mids.loading, failed: mids.failed };
}
