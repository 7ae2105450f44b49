import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx.ts';

interface Props extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** What it does, for screen readers and as a hint on hover. */
  label: string;
  icon: LucideIcon;
  size?: 'sm' | 'md' | 'lg';
  /** A toggle that is on. */
  pressed?: boolean;
  /** Fills the icon while pressed (a star). */
  fill?: boolean;
}

const SIZES = { sm: 'size-6', md: 'size-8', lg: 'size-10' } as const;

export function IconButton({ label, icon: Icon, size = 'md', pressed, fill, className, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      className={cx(
        'hit-area inline-flex shrink-0 items-center justify-center rounded-sm transition-colors duration-100',
        'not-disabled:hover:bg-hover not-disabled:hover:text-text disabled:cursor-not-allowed disabled:opacity-50',
        pressed ? 'text-text' : 'text-muted',
        SIZES[size],
        className,
      )}
      {...rest}
    >
      <Icon
        aria-hidden
        className={cx(size === 'sm' ? 'size-3.5' : 'size-4', fill && pressed && 'fill-current')}
      />
    </button>
  );
}
