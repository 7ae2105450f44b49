import RotateCw from 'lucide-react/icons/rotate-cw';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { type Failure, failureText } from './failure.ts';
import { RetryButton } from './retry-button.tsx';

/** Comes with the first failure; without a connection it may not come, and is not missed. */
const CopyButton = lazyWithRetry(async () => (await import('./copy-button.tsx')).CopyButton, { quiet: true });

interface Props {
  /** What happened, in the reader's words. */
  title: string;
  /** What it means and what to do. */
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** What failed: by what the service finds it again, folded away, or open where the answer could not be read. */
  error?: Failure | null | undefined;
  /** Raw text, folded away. */
  detail?: string | undefined;
  className?: string;
}

/** A failure that stays in its panel, with Retry. */
export const ErrorState = ({
  title,
  children,
  onRetry,
  retrying = false,
  error,
  className,
  ...rest
}: Props) => {
  const detail = error ? failureText(error) : rest.detail;
  return (
    <div
      role="alert"
      className={cx('flex flex-col items-center justify-center gap-1 px-4 py-8 text-center', className)}
    >
      <TriangleAlert aria-hidden className="mb-1.5 size-5 text-warn" strokeWidth={1.75} />
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="max-w-[52ch] text-muted">{children}</div>}
      {onRetry && (
        <RetryButton size="sm" className="mt-3" onClick={onRetry} busy={retrying}>
          {!retrying && <RotateCw aria-hidden className="size-3" />}
        </RetryButton>
      )}
      {detail && (
        <details open={error?.kind === 'malformed'} className="mt-3 max-w-full text-left text-faint text-xs">
          <summary className="text-center">Details</summary>
          <div className="mt-1 flex items-start gap-1">
            <pre className="num max-w-[60ch] overflow-x-auto whitespace-pre-wrap break-words">{detail}</pre>
            <CopyButton text={detail} what="details" />
          </div>
        </details>
      )}
    </div>
  );
};
