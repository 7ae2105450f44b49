import { type ReactNode, useEffect } from 'react';
import { useUnreadable } from '@/api/unreadable.queries.ts';
import { useAtLocalTime } from '@/lib/clock.ts';
import { focusPage } from '@/lib/dom.ts';
import { formatClock } from '@/lib/time.ts';
import { useBackendStatus } from '@/state/backend-status.ts';
import { CopyButton } from '@/ui/copy-button.tsx';
import { failureText } from '@/ui/failure.ts';

const Line = ({ children, title }: { children: ReactNode; title?: string }) => (
  <p
    className="flex flex-wrap items-center justify-center gap-x-2 border-line border-b bg-warn-dim px-4 py-1.5 text-center font-medium text-warn"
    title={title}
  >
    {children}
  </p>
);

const MINUTE_MS = 60_000;
const apart = (milliseconds: number): string => {
  const size = Math.abs(milliseconds);
  if (size < 2 * MINUTE_MS) return `${Math.round(size / 1_000)} s`;
  if (size < 120 * MINUTE_MS) return `${Math.round(size / MINUTE_MS)} min`;
  return `${Math.round(size / (60 * MINUTE_MS))} h`;
};

/** The moment and not the seconds left: this is read out, and must not be every second. */
const Pause = ({ until }: { until: number }) => (
  <Line>
    <span>
      The service is limiting requests. Figures stay as last received until{' '}
      <span className="num">{formatClock(until)}</span>.
    </span>
  </Line>
);

/** An answer on show that could not be read: which field, and by what the service finds it. */
function Unreadable() {
  const error = useUnreadable();
  const over = error === undefined;
  useEffect(() => {
    if (over) useBackendStatus.setState({ unreadable: false });
  }, [over]);
  if (!error) return null;
  return (
    <Line>
      <span>
        The service sent an unreadable answer{error.field && `: ${error.field}`}. Earlier data stays on
        screen.
      </span>
      <span className="inline-flex items-center gap-1 font-normal">
        {error.requestId && <span className="num break-all text-xs">request {error.requestId}</span>}
        <CopyButton text={failureText(error)} what="details of the answer" />
      </span>
    </Line>
  );
}

/**
 * What is wrong with the service besides that it does not answer, one line each. `quiet`: it does not answer at all,
 * which says more than that it is slow.
 */
export function ServiceNotices({ quiet }: { quiet: boolean }) {
  const { slow, skewMs, waiting, unreadable, regionRefusal } = useBackendStatus();
  // The timer that ends a pause stands still while a computer sleeps.
  const over = useAtLocalTime((now) => slow === undefined || now >= slow.until);
  return (
    <>
      {!quiet && slow && !over && <Pause until={slow.until} />}
      {!quiet && over && waiting > 0 && (
        <Line>The service is slow to answer. Figures stay as last received.</Line>
      )}
      {unreadable && <Unreadable />}
      {regionRefusal !== undefined && (
        <Line title={regionRefusal}>
          <span>
            Trading is not available in your region. Markets can be read, and what you hold can be sold,
            closed and claimed where the service permits.
          </span>
          <button
            type="button"
            className="rounded-xs underline underline-offset-2"
            onClick={() => {
              useBackendStatus.setState({ regionRefusal: undefined });
              focusPage();
            }}
          >
            Retry
          </button>
        </Line>
      )}
      {skewMs !== undefined && (
        <Line>
          This computer’s clock is {apart(skewMs)} {skewMs > 0 ? 'behind' : 'ahead of'} the service’s.
          Countdowns and expiries here follow the service; a wallet may take a transaction for expired.
        </Line>
      )}
    </>
  );
}
