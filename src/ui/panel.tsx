import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx.ts';

/** A bordered section; the parts are `PanelHeader` and `PanelBody`. */
export function Panel({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={cx(
        'flex min-h-0 min-w-0 flex-col overflow-hidden rounded-panel border border-line bg-panel',
        className,
      )}
      {...rest}
    />
  );
}

export function PanelHeader({ className, ...rest }: ComponentProps<'header'>) {
  return (
    <header
      className={cx(
        'flex min-h-11 shrink-0 flex-wrap items-center gap-x-2.5 gap-y-1 border-line border-b px-3 py-1.5 font-semibold',
        className,
      )}
      {...rest}
    />
  );
}

export const PanelTitle = ({ className, ...rest }: ComponentProps<'h2'>) => (
  <h2 className={cx('font-semibold text-base', className)} {...rest} />
);

/** `flush` for tables and lists that bring their own padding. */
export function PanelBody({ className, flush, ...rest }: ComponentProps<'div'> & { flush?: boolean }) {
  return <div className={cx('min-h-0 min-w-0 flex-1', !flush && 'p-3', className)} {...rest} />;
}
