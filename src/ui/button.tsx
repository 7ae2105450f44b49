import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx.ts';

export type ButtonVariant =
  | 'primary'
  | 'yes'
  | 'no'
  | 'outline'
  | 'ghost'
  | 'yes-soft'
  | 'no-soft'
  | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-yes text-on-yes font-bold not-disabled:hover:brightness-108',
  yes: 'border-transparent bg-yes text-on-yes font-bold not-disabled:hover:brightness-108',
  no: 'border-transparent bg-no text-on-no font-bold not-disabled:hover:brightness-108',
  'yes-soft': 'border-transparent bg-yes-dim text-yes font-semibold not-disabled:hover:border-yes',
  'no-soft': 'border-transparent bg-no-dim text-no font-semibold not-disabled:hover:border-no',
  outline:
    'border-line-strong bg-raised text-text font-medium not-disabled:hover:bg-hover light:not-disabled:bg-panel light:not-disabled:hover:bg-hover',
  ghost: 'border-transparent text-muted font-medium not-disabled:hover:bg-hover not-disabled:hover:text-text',
  danger: 'border-transparent bg-danger-dim text-danger font-semibold not-disabled:hover:border-danger',
};
const SIZES: Record<ButtonSize, string> = {
  sm: 'h-[26px] rounded-sm px-2.5 text-xs',
  md: 'h-8 rounded-md px-3 text-base',
  lg: 'h-10 rounded-md px-4 text-md',
};

/** The look of a button, for links that act like one. */
export const buttonClass = (variant: ButtonVariant = 'outline', size: ButtonSize = 'md'): string =>
  cx(
    'hit-area inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap border',
    'transition-[background-color,border-color,color,filter] duration-100',
    'disabled:cursor-not-allowed disabled:border-line disabled:bg-raised disabled:font-medium disabled:text-faint',
    VARIANTS[variant],
    SIZES[size],
  );

interface Props extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Work is under way: shows a spinner, takes no further press, and keeps the focus where it is. */
  busy?: boolean;
}

export function Button({
  variant = 'outline',
  size = 'md',
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      type={type}
      className={cx(buttonClass(variant, size), busy && 'cursor-progress', className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {busy && <LoaderCircle aria-hidden className="size-3.5 animate-spin" />}
      {children}
    </button>
  );
}
