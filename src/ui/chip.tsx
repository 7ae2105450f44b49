import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx.ts';

/** The look of a filter chip, for links that act like one. */
export const chipClass = (on: boolean): string =>
  cx(
    'hit-area inline-flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border px-3 font-medium',
    'transition-colors duration-100',
    on
      ? 'border-transparent bg-text text-bg'
      : 'border-line text-muted hover:border-line-strong hover:text-text',
  );

/** A filter that is on or off. */
export const Chip = ({ on, className, ...rest }: ComponentProps<'button'> & { on: boolean }) => (
  <button type="button" aria-pressed={on} className={cx(chipClass(on), className)} {...rest} />
);
