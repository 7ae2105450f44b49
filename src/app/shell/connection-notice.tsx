import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTradingStatus } from '@/api/trading-status.queries.ts';
import { lazyWithRetry, useUnloadedCode } from '@/lib/lazy-with-retry.ts';
import { formatLately } from '@/lib/time.ts';
import { useBackendStatus } from '@/state/backend-status.ts';

const BACK_MS = 4_000;

/** What else there is to say comes when there is: without an answer from the server it may not come at all. */
const ServiceNotices = lazyWithRetry(async () => (await import('./service-notices.tsx')).ServiceNotices, {
  quiet: true,
});
const anything = (service: ReturnType<typeof useBackendStatus.getState>): boolean =>
  service.waiting > 0 ||
  service.unreadable ||
  Boolean(service.slow ?? service.skewMs ?? service.regionRefusal);

/**
 * Says when answers stop and when the first good one is back. Judged by the smallest poll of the desk, which every
 * page makes; a refusal is an answer too, and is not shown here. `children`: other notices of the whole desk.
 */
export function ConnectionNotice({ children }: { children?: ReactNode }) {
  const { error, dataUpdatedAt } = useTradingStatus();
  const lost = error !== null && ['offline', 'timeout', 'server'].includes(error.kind);
  const [was, setWas] = useState<'fine' | 'lost' | 'back'>('fine');
  if (lost && was !== 'lost') setWas('lost');
  if (!lost && was === 'lost') setWas(error === null ? 'back' : 'fine');
  useEffect(() => {
    if (was !== 'back') return;
    const timer = setTimeout(() => setWas('fine'), BACK_MS);
    return () => clearTimeout(timer);
  }, [was]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) =>
      document.documentElement.style.setProperty('--shell-notice', `${entry?.contentRect.height ?? 0}px`),
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const more = useBackendStatus(anything);
  const unloaded = useUnloadedCode();
  return (
    <div
      ref={box}
      role="status"
      className="col-span-full row-start-2 md:not-empty:sticky md:not-empty:top-(--shell-bar) md:not-empty:z-20"
    >
      {was !== 'fine' && (
        <p
          className={
            was === 'lost'
              ? 'bg-warn-dim px-4 py-1.5 text-center font-medium text-warn'
              : 'bg-yes-dim px-4 py-1.5 text-center font-medium text-yes'
          }
        >
          {was === 'back' && 'Back online'}
          {was === 'lost' && 'No response from the service. '}
          {was === 'lost' &&
            (dataUpdatedAt > 0
              ? `Figures are from ${formatLately(dataUpdatedAt, Date.now())} or before.`
              : 'Retrying.')}
        </p>
      )}
      {unloaded && was !== 'lost' && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 border-line border-b bg-warn-dim px-4 py-1.5 text-center font-medium text-warn">
          <span>
            Part of the app failed to load: the connection is slow or has failed, or Evenline was updated
            since you opened it.
          </span>
          <button
            type="button"
            className="rounded-xs underline underline-offset-2"
            onClick={() => location.reload()}
          >
            Reload the page
          </button>
        </p>
      )}
      {more && <ServiceNotices quiet={was === 'lost'} />}
      {children}
    </div>
  );
}
