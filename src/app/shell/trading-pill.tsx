import { STATUS_POLL_MS } from '@/api/poll.ts';
import { useTradingStatus } from '@/api/trading-status.queries.ts';
import { cx } from '@/lib/cx.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { Dot, Pill } from '@/ui/pill.tsx';

/** Whether orders are taken at all. A halt is shown everywhere, the good state only where there is room. */
export function TradingPill() {
  const { data: active, dataUpdatedAt } = useTradingStatus();
  const freshness = useFreshness(dataUpdatedAt, STATUS_POLL_MS);
  if (active === undefined || freshness === 'stale') {
    return (
      <Pill className="max-lg:hidden">
        <Dot tone="neutral" />
        Trading status unknown
      </Pill>
    );
  }
  return (
    <Pill tone={active ? 'neutral' : 'warn'} className={cx(active && 'max-2xl:hidden')} role="status">
      <Dot tone={active ? 'yes' : 'warn'} />
      {active ? 'Trading open' : 'Trading halted'}
    </Pill>
  );
}
