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
