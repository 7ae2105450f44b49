import type { ReactNode } from 'react';
import { cx } from '@/lib/cx.ts';

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

export const Kbd = ({ children, className }: { children: ReactNode; className?: string }) => (
  <kbd
    className={cx(
      'num inline-flex min-w-5 shrink-0 self-center whitespace-nowrap items-center justify-center rounded-xs border border-line-strong px-1.5 text-muted text-xs leading-[17px]',
      className,
    )}
  >
    {children}
  </kbd>
);

/** How a binding is written on this computer: "mod+k" → ⌘K or Ctrl K. */
export const keyNames = (keys: string): string[] =>
  keys.startsWith('mod+') ? [`${isApple ? '⌘' : 'Ctrl '}${keys.slice(4).toUpperCase()}`] : keys.split(' ');

export const Keys = ({ keys }: { keys: string }) => (
  <span className="inline-flex gap-1">
    {keyNames(keys).map((name) => (
      <Kbd key={name}>{name}</Kbd>
    ))}
  </span>
);
