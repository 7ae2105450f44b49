import type { LucideIcon } from 'lucide-react';
import Inbox from 'lucide-react/icons/inbox';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx.ts';

interface Props {
  /** Names the cause: none, filtered away, wallet not connected, region, trading halted. */
  title: string;
  children?: ReactNode;
  icon?: LucideIcon;
  action?: ReactNode;
  /** A line or two where the box is one of several. */
  compact?: boolean;
  className?: string;
}

/** Nothing to show, and why. */
export const EmptyState = ({
  title,
  children,
  icon: Icon = Inbox,
  action,
  compact = false,
  className,
}: Props) => (
  <div
    className={cx(
      'flex flex-col items-center justify-center px-4 text-center',
      compact ? 'py-3' : 'gap-1 py-8',
      className,
    )}
  >
    {!compact && <Icon aria-hidden className="mb-1.5 size-5 text-faint" strokeWidth={1.75} />}
    <p className="wrap-anywhere max-w-full font-semibold">{title}</p>
    {children !== undefined && (
      <div className="wrap-anywhere max-w-[min(44ch,100%)] text-balance text-muted">{children}</div>
    )}
    {action !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
);
