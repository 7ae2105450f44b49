import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '@/lib/cx.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { ErrorState } from './error-state.tsx';
import type { Failure } from './failure.ts';
import { RetryButton } from './retry-button.tsx';

/** The part of a query that a panel shows the state of. */
export interface QueryView<Data> {
  data: Data | undefined;
  error: Failure | null;
  isFetching: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface Props<Data> {
  query: QueryView<Data>;
  /** "positions", for the words of a failure. */
  what: string;
  /** It is everybody’s, not the reader’s own. */
  ofAll?: boolean;
  intervalMs: number;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * Body of a panel: skeleton, failure with Retry, or the data; a failed renewal keeps the old data in view. The answer takes
 * Retry away: who pressed it goes on from the data.
 */
export function QueryBody<Data>({ query, what, ofAll = false, intervalMs, skeleton, children }: Props<Data>) {
  const named = `${ofAll ? 'the' : 'your'} ${what}`;
  const { data, error, isFetching, dataUpdatedAt } = query;
  const freshness = useFreshness(dataUpdatedAt > 0 ? dataUpdatedAt : undefined, intervalMs);
  const body = useRef<HTMLDivElement>(null);
  const retried = useRef(false);
  const isShown = data !== undefined && !error;
  useEffect(() => {
    if (!isShown || !retried.current) return;
    retried.current = false;
    // Retry has left the focus to what is around them both.
    if (document.activeElement?.contains(body.current)) body.current?.focus({ preventScroll: true });
  }, [isShown]);
  const retry = () => {
    retried.current = true;
    void query.refetch();
  };
  if (data === undefined) {
    if (!error) return skeleton;
    return (
      <ErrorState title={`Couldn’t load ${named}`} onRetry={retry} retrying={isFetching} error={error}>
        {error.message}
        {!ofAll && ' What you hold is not affected.'}
      </ErrorState>
    );
  }
  return (
    <>
      {error && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-warn-dim px-3 py-1.5 text-warn"
        >
          <span className="min-w-0 flex-1">
            Couldn’t refresh {named}: {error.message} Shown as last loaded.
          </span>
          <RetryButton size="sm" onClick={retry} busy={isFetching} />
        </div>
      )}
      <div ref={body} tabIndex={-1} className={cx('outline-none', freshness === 'stale' && 'stale')}>
        {children(data)}
      </div>
    </>
  );
}
