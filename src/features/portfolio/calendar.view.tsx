import type { MicroUsd } from '@contract/money.ts';
import { formatSignedUsd } from '@contract/money.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { DayProfit } from '@/domain/equity.ts';
import { cx } from '@/lib/cx.ts';
import { daysBefore, dayText, type Month, monthText } from '@/lib/month.ts';
import { formatDay } from '@/lib/time.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent } from '@/ui/price.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';

const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const UNKNOWN = 'Something held had no price at midnight';

interface Props {
  month: Month;
  /** To an earlier month, or a later one; undefined where there is none. */
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
  /** Days of the month as far as it has begun; undefined while they have not come. */
  days: readonly DayProfit[] | undefined;
  total: MicroUsd | null;
  failed: boolean;
  /** Days before the account's first record are left empty. Unix seconds. */
  began: number;
  /** Shows what was done on a day, "2026-10-03". */
  onPick: (day: string) => void;
}

/** Steps of the arrow keys, in days. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

const toneOf = (profit: MicroUsd | null): string =>
  profit === null || profit === 0n ? 'bg-raised' : profit > 0n ? 'bg-up-dim' : 'bg-down-dim';

/** Profit of each day of a month. One day is a stop of the Tab key; the arrows lead to the others. */
export function CalendarView({ month, onEarlier, onLater, days, total, failed, began, onPick }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const [chosen, setChosen] = useState<number>();
  const lived = (days ?? []).filter(({ to }) => to > began);
  const stop = lived.find(({ from }) => from === chosen) ?? lived.at(-1);
  const lead = daysBefore(month);
  const cells: (DayProfit | null)[] = [...Array.from({ length: lead }, () => null), ...(days ?? [])];
  const weeks = Array.from({ length: Math.ceil(cells.length / WEEK.length) }, (_, week) =>
    WEEK.map((name, day) => ({ name, day: cells[week * WEEK.length + day] ?? null })),
  );
  const move = (event: KeyboardEvent, from: number) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const next = lived[lived.findIndex((one) => one.from === from) + step];
    if (!next) return;
    event.preventDefault();
    setChosen(next.from);
    table.current?.querySelector<HTMLElement>(`[data-day="${dayText(next.from)}"]`)?.focus();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-1 p-2">
      <div className="flex items-center gap-1 px-1">
        <IconButton
          size="sm"
          icon={ChevronLeft}
          label="Earlier month"
          disabled={!onEarlier}
          onClick={onEarlier}
        />
        <h3 className="min-w-32 text-center font-semibold text-sm" aria-live="polite">
          {monthText(month)}
        </h3>
        <IconButton size="sm" icon={ChevronRight} label="Later month" disabled={!onLater} onClick={onLater} />
        <span className="ml-auto text-muted text-xs">
          Month <Pnl value={total} reason={UNKNOWN} />
        </span>
      </div>
      {days === undefined ? (
        failed ? (
          <ErrorState title="Prices of these days are not known" className="flex-1">
            The service tells no prices of the past now.
          </ErrorState>
        ) : (
          <Skeleton className="min-h-32 flex-1" />
        )
      ) : (
        <table ref={table} className="w-full flex-1 table-fixed border-separate border-spacing-1 text-xs">
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
            {weeks.map((week, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a month has its weeks in their order
              <tr key={index}>
                {week.map(({ name, day }) => (
                  <td key={name} className="h-8 p-0">
                    {day && (
                      <Day
                        day={day}
                        lived={day.to > began}
                        stop={day === stop}
                        onFocus={() => setChosen(day.from)}
                        onKeyDown={(event) => move(event, day.from)}
                        onPick={() => onPick(dayText(day.from))}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

interface DayProps {
  day: DayProfit;
  lived: boolean;
  stop: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPick: () => void;
}

function Day({ day: { from, profit }, lived, stop, onFocus, onKeyDown, onPick }: DayProps) {
  const number = new Date(from * 1_000).getDate();
  if (!lived) return <span className="block px-1.5 py-1 text-faint">{number}</span>;
  const date = formatDay(from * 1_000);
  const text = profit === null ? 'not known' : formatSignedUsd(profit);
  return (
    <button
      type="button"
      data-day={dayText(from)}
      tabIndex={stop ? 0 : -1}
      aria-label={`${date}: ${text}`}
      title={`${date}: ${text}. Shows what was done that day`}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={onPick}
      className={cx(
        'flex h-full w-full items-center gap-x-1.5 overflow-hidden rounded-sm px-1.5 py-1 hover:brightness-125 max-md:flex-col max-md:items-start max-md:px-1 max-md:py-0.5',
        toneOf(profit),
      )}
    >
      <span className="text-faint">{number}</span>
      <span className="ml-auto truncate max-md:ml-0 max-md:text-2xs">
        {profit === null ? <Absent reason={UNKNOWN} /> : <Pnl value={profit} />}
      </span>
    </button>
  );
}
