import { withDecimalSign } from '@contract/money.ts';
import Gauge from 'lucide-react/icons/gauge';
import { BOOK_POLL_MS, LIST_POLL_MS } from '@/api/poll.ts';
import { useConfig } from '@/config.ts';
import { useNow } from '@/lib/clock.ts';
import { budgetedInterval } from '@/lib/freshness.ts';
import { formatClock } from '@/lib/time.ts';
import { useBackendStatus } from '@/state/backend-status.ts';
import { KeyValue, KeyValues } from '@/ui/key-value.tsx';
import { pillClass } from '@/ui/pill.tsx';
import { Popover } from '@/ui/popover.tsx';

const rateText = (rps: number): string => withDecimalSign(String(Number(rps.toFixed(2))));
const perSecond = (rps: number): string => `${rateText(rps)} ${rps === 1 ? 'request' : 'requests'}/s`;
const seconds = (milliseconds: number): string =>
  `${withDecimalSign(String(Number((milliseconds / 1_000).toFixed(1))))} s`;

/** What a live platform is asked with: one budget of requests, shared by everybody who uses this desk. */
export function BudgetPill() {
  const { budget } = useConfig();
  const { rps: told, waitSeconds, slow } = useBackendStatus();
  const now = useNow(1_000);
  const rps = told ?? budget?.rps;
  const paused = slow !== undefined && slow.until > now;
  const short = paused ? 'paused' : waitSeconds >= 1 ? `${Math.round(waitSeconds)} s wait` : undefined;
  return (
    <Popover
      label="Request limit"
      className="w-[min(320px,calc(100vw-24px))]"
      trigger={
        <button
          type="button"
          aria-label={`Live platform. Request limit: ${rps === undefined ? 'not known' : perSecond(rps)}${short ? `, ${short}` : ''}`}
          className={pillClass(paused ? 'warn' : 'accent')}
        >
          LIVE
          {rps !== undefined && (
            <span className="num font-normal max-md:hidden">{short ?? `${rateText(rps)}/s`}</span>
          )}
          <Gauge aria-hidden className="size-3" />
        </button>
      }
    >
      <h2 className="mb-1 font-semibold">Request limit</h2>
      <KeyValues>
        <KeyValue name="Allowed">{rps === undefined ? 'not told' : perSecond(rps)}</KeyValue>
        <KeyValue name="Current wait">{waitSeconds > 0 ? seconds(waitSeconds * 1_000) : 'none'}</KeyValue>
        <KeyValue name="Paused">{paused ? `until ${formatClock(slow.until)}` : 'no'}</KeyValue>
        <KeyValue name="Order book refreshes every">{seconds(budgetedInterval(BOOK_POLL_MS))}</KeyValue>
        <KeyValue name="Lists refresh every">{seconds(budgetedInterval(LIST_POLL_MS))}</KeyValue>
      </KeyValues>
      <p className="mt-2 text-muted text-xs">
        Shared by everyone on this desk. Orders go first, then the data they need, then visible prices. Every
        figure shows its age.
      </p>
    </Popover>
  );
}
