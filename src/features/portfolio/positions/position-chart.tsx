import { sideOf } from '@contract/ids.ts';
import { formatCents, formatContracts } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { Position } from '@contract/prediction/position.ts';
import { useMemo, useState } from 'react';
import { useMarketSeries } from '@/api/series.queries.ts';
import { hasHistory } from '@/config.ts';
import { centsOf, fillsOn } from '@/domain/drawn-line.ts';
import { heldText } from '@/domain/held-name.ts';
import { breakEvenBid, fillsOfPosition } from '@/domain/position-line.ts';
import { CHART_RANGE_LABELS, CHART_RANGES, type ChartRange } from '@/domain/price-series.ts';
import { stepsOf, stepsOnSide } from '@/domain/price-steps.ts';
import { useKnownUntil } from '@/lib/clock.ts';
import { sampled } from '@/lib/sampled.ts';
import { formatMoment } from '@/lib/time.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { lazyPanel } from '@/ui/lazy-panel.tsx';
import { Price } from '@/ui/price.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { lineOf } from './position-drawing.ts';

const PositionLine = lazyPanel(async () => (await import('./position-line.tsx')).PositionLine, 'chart');

const RANGES = (Object.keys(CHART_RANGES) as ChartRange[]).map((value) => ({
  value,
  label: CHART_RANGE_LABELS[value],
}));
const LOOK_MS = 5_000;
const TABLE_ROWS = 12;

/** The shortest range in which all of it has happened. */
const rangeSince = (openedAt: number, now: number): ChartRange =>
  RANGES.find(({ value }) => (CHART_RANGES[value] ?? Number.POSITIVE_INFINITY) > (now - openedAt) * 1.2)
    ?.value ?? 'All';

interface Props {
  position: Position;
  /** When it was so, local Unix milliseconds. */
  asOf: number;
  /** Of the owner; null while they have not come. */
  records: readonly HistoryEvent[] | null;
}

/** What a position's price did: its entry, its fills and where it breaks even. */
export function PositionChart({ position, asOf, records }: Props) {
  const { marketId, isYes, markPriceUsd, contractsMicro, totalCostUsd } = position;
  const now = useKnownUntil(asOf, LOOK_MS);
  const [range, setRange] = useState(() => rangeSince(position.openedAt, now));
  const query = useMarketSeries(marketId, range, 'line');
  const { data } = query;
  const fills = useMemo(() => fillsOfPosition(records ?? [], position), [records, position]);
  const breakEven = breakEvenBid(contractsMicro, totalCostUsd);
  const steps = useMemo(() => {
    const [series] = data?.markets ?? [];
    if (!data || !series || data.from === null) return undefined;
    return stepsOnSide(
      stepsOf({ from: data.from, step: data.step, count: data.count }, series),
      sideOf(isYes),
    );
  }, [data, isYes]);
  const line = useMemo(() => (steps ? lineOf(steps, now, markPriceUsd) : []), [steps, now, markPriceUsd]);
  const marks = useMemo(() => (steps ? fillsOn(fills, steps) : []), [fills, steps]);
  const known = (steps?.steps ?? []).flatMap((one, k) =>
    one && steps ? [{ time: steps.from + k * steps.step, price: one.close }] : [],
  );
  const name = heldText(position);
  return (
    <section aria-label={`Chart of ${name}`} className="flex flex-col gap-1 py-2 pr-2 pl-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-xs">
        <span>
          Entry <Price value={position.avgPriceUsd} fine flash={false} className="text-accent" />
        </span>
        <span title="Bid at which a sale brings back what it has cost, fees of both included">
          Break-even{' '}
          <Price
            value={breakEven}
            fine
            flash={false}
            reason="No price brings back what it has cost"
            className="text-warn"
          />
        </span>
        {records && (
          <span>
            {fills.length} {fills.length === 1 ? 'fill' : 'fills'}
          </span>
        )}
        <Segmented<ChartRange>
          look="plain"
          label="Range of the chart"
          value={range}
          onChange={setRange}
          options={RANGES}
          className="ml-auto"
        />
      </div>
      <div className="relative h-52">
        {!hasHistory() ? (
          <EmptyState title="No price history" className="absolute inset-0">
            This platform keeps no price history.
          </EmptyState>
        ) : query.isError && !steps ? (
          <ErrorState
            title="Couldn’t load the prices"
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
            className="absolute inset-0"
          />
        ) : !steps ? (
          <Skeleton className="absolute inset-1" />
        ) : line.every(({ value }) => value === undefined) ? (
          <EmptyState title="No price known in this range" className="absolute inset-0">
            There were no quotes for this market then.
          </EmptyState>
        ) : (
          <PositionLine
            line={line}
            fills={marks}
            entry={contractsMicro > 0n ? centsOf(position.avgPriceUsd) : undefined}
            breakEven={breakEven === null ? undefined : centsOf(breakEven)}
            isYes={isYes}
          />
        )}
      </div>
      <table className="sr-only">
        <caption>Prices and fills of {name}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {sampled(known, TABLE_ROWS).map(({ time, price }) => (
            <tr key={time}>
              <td>{formatMoment(time * 1_000)}</td>
              <td>{formatCents(price, true)}</td>
            </tr>
          ))}
          {fills.map(({ id, at, price, contracts, isBuy }) => (
            <tr key={id}>
              <td>{formatMoment(at * 1_000)}</td>
              <td>
                {isBuy ? 'Bought' : 'Sold'} {formatContracts(contracts)} at {formatCents(price, true)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
