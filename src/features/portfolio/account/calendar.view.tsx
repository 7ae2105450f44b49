import {
  absBig,
  formatCompactUsd,
  formatSignedUsd,
  formatUsd,
  type MicroUsd,
  ONE_USD,
} from '@contract/money.ts';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { DayProfit } from '@/domain/equity.ts';
import { cx } from '@/lib/cx.ts';
import { daysBefore, type Month, midnightsOf, monthText } from '@/lib/month.ts';
import { dayText, formatDay } from '@/lib/time.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent } from '@/ui/price.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { undatedNote } from '../portfolio-labels.ts';
import type { MonthProfit } from './use-equity.ts';

const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const MINUS = '\u2212';
const UNKNOWN = 'Something held had no price at midnight';

interface Props extends MonthProfit {
  month: Month;
  /** To an earlier month, or a later one; undefined where there is none. */
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
  /** Days before the account's first record are left empty. Unix seconds. */
  began: number;
  /** Shows what was done on a day, "2026-10-03". */
  onPick: (day: string) => void;
}

/** Steps of the arrow keys, in days. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

const toneOf = (profit: MicroUsd | null): string =>
  profit === null || profit === 0n ? 'bg-raised' : profit > 0n ? 'bg-up-dim' : 'bg-down-dim';

const colourOf = (profit: MicroUsd): string =>
  profit === 0n ? 'text-muted' : profit > 0n ? 'text-up' : 'text-down';

/** Profit of each day of a month. One day is a stop of the Tab key; the arrows lead to the others. */
export function CalendarView(props: Props) {
  const { month, onEarlier, onLater, days, total, undated, failed, onRetry, retrying, began, onPick } = props;
  const table = useRef<HTMLTableElement>(null);
  const [chosen, setChosen] = useState<number>();
  const lived = (days ?? []).filter(({ to }) => to > began);
  const stop = lived.find(({ from }) => from === chosen) ?? lived.at(-1);
  const told = new Map((days ?? []).map((day) => [day.from, day]));
  // All days of the month, those to come too: it keeps its height.
  const cells: ({ from: number; day: DayProfit | undefined } | null)[] = [
    ...Array.from({ length: daysBefore(month) }, () => null),
    ...midnightsOf(month)
      .slice(0, -1)
      .map((from) => ({ from, day: told.get(from) })),
  ];
  const weeks = Array.from({ length: Math.ceil(cells.length / WEEK.length) }, (_, week) =>
    WEEK.map((name, day) => ({ name, cell: cells[week * WEEK.length + day] ?? null })),
  );
  const move = (event: KeyboardEvent, from: number) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const next = lived[lived.findIndex((one) => one.from === from) + step];
    if (!next) return;
    event.preventDefault();
    setChosen(next.from);
    table.current?.querySelector<HTMLElement>(`[data-day="${dayText(next.from * 1_000)}"]`)?.focus();
  };
  return (
    <div className="@container flex min-h-0 flex-1 flex-col gap-1 p-2">
      <div className="flex items-center gap-1 px-1">
        <IconButton
          size="sm"
          icon={ChevronLeft}
          label="Previous month"
          disabled={!onEarlier}
          onClick={onEarlier}
        />
        <h2 className="min-w-32 text-center font-semibold text-sm" aria-live="polite">
          {monthText(month)}
        </h2>
        <IconButton size="sm" icon={ChevronRight} label="Next month" disabled={!onLater} onClick={onLater} />
        <span className="ml-auto text-muted text-xs">
          Month <Pnl value={total} reason={UNKNOWN} />
        </span>
      </div>
      {days === undefined ? (
        failed ? (
          <ErrorState
            title="Prices of these days are not known"
            className="flex-1"
            {...(onRetry ? { onRetry } : {})}
            retrying={retrying}
          >
            The service cannot be asked for past prices now.
          </ErrorState>
        ) : (
          <Skeleton className="min-h-32 flex-1" />
        )
      ) : (
        <table ref={table} className="w-full table-fixed border-separate border-spacing-1 text-xs">
          <caption className="sr-only">Profit by day, {monthText(month)}</caption>
          <thead>
            <tr>
              {WEEK.map((name) => (
                <th key={name} scope="col" className="font-medium text-2xs text-faint">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.find(({ cell }) => cell !== null)?.cell?.from}>
                {week.map(({ name, cell }) => (
                  <td key={name} className="h-8 p-0">
                    {cell?.day && cell.day.to > began ? (
                      <Day
                        day={cell.day}
                        stop={cell.day === stop}
                        onFocus={() => setChosen(cell.from)}
                        onKeyDown={(event) => move(event, cell.from)}
                        onPick={() => onPick(dayText(cell.from * 1_000))}
                      />
                    ) : (
                      cell && <span className="block px-1.5 py-1 text-faint">{dayOfMonth(cell.from)}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="px-1 text-muted text-xs empty:hidden">{undatedNote(undated)}</p>
    </div>
  );
}

const dayOfMonth = (seconds: number): number => Number(dayText(seconds * 1_000).slice(-2));

/** In whole dollars where cents have no room. */
function briefUsd(profit: MicroUsd): string {
  const size = absBig(profit);
  if (size < 10n * ONE_USD) return formatSignedUsd(profit);
  const text =
    size < 100_000n * ONE_USD ? formatUsd(size, profit < 0n ? 'up' : 'down', 0) : formatCompactUsd(size);
  return `${profit < 0n ? MINUS : '+'}${text}`;
}

interface DayProps {
  day: DayProfit;
  stop: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPick: () => void;
}

function Day({ day: { from, profit }, stop, onFocus, onKeyDown, onPick }: DayProps) {
  const date = formatDay(from * 1_000);
  const text = profit === null ? 'not known' : formatSignedUsd(profit);
  return (
    <button
      type="button"
      data-day={dayText(from * 1_000)}
      tabIndex={stop ? 0 : -1}
      aria-label={`${date}: ${text}`}
      title={`${date}: ${text}. Shows what was done that day`}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={onPick}
      className={cx(
        'flex h-full w-full flex-col overflow-hidden rounded-sm px-0.5 py-0.5 ring-line-strong hover:ring-1 @2xl:flex-row @2xl:items-center @2xl:px-1.5 @2xl:py-1',
        toneOf(profit),
      )}
    >
      <span>{dayOfMonth(from)}</span>
      <span className="@2xl:ml-auto">
        {profit === null ? (
          <Absent reason={UNKNOWN} />
        ) : (
          <>
            <Pnl value={profit} className="@max-2xl:hidden" />
            <span className={cx('num whitespace-nowrap text-2xs @2xl:hidden', colourOf(profit))}>
              {briefUsd(profit)}
            </span>
          </>
        )}
      </span>
    </button>
  );
}
