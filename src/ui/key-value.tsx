import type { ReactNode } from 'react';
import { cx } from '@/lib/cx.ts';

/** Rows of a name and a figure: a summary of an order, the facts of a market. */
export const KeyValues = ({ children, className }: { children: ReactNode; className?: string }) => (
  <dl className={cx('flex flex-col', className)}>{children}</dl>
);

interface Props {
  name: ReactNode;
  children: ReactNode;
  /** A line that counts more than its neighbours. */
  strong?: boolean;
  title?: string;
}
export const KeyValue = ({ name, children, strong = false, title }: Props) => (
  <div title={title} className="flex items-baseline justify-between gap-4 py-[3px]">
    <dt className={cx('min-w-0', strong ? 'text-text' : 'text-muted')}>{name}</dt>
    <dd className={cx('num text-right text-text', strong && 'font-semibold')}>{children}</dd>
  </div>
);

interface StatProps {
  name: ReactNode;
  children: ReactNode;
  note?: ReactNode;
  className?: string;
}
/** A headline figure in its own panel. */
export const Stat = ({ name, children, note, className }: StatProps) => (
  <div className={cx('min-w-0 rounded-panel border border-line bg-panel px-3 py-2.5', className)}>
    <div className="truncate text-muted">{name}</div>
    <div className="num mt-1 truncate font-semibold text-xl">{children}</div>
    {note !== undefined && <div className="mt-0.5 text-faint text-xs">{note}</div>}
  </div>
);
