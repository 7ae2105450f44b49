import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx.ts';

export type Tone = 'neutral' | 'yes' | 'no' | 'warn' | 'accent' | 'live';
const TONES: Record<Tone, string> = {
  neutral: 'border-line-strong text-muted',
  yes: 'border-transparent bg-yes-dim font-semibold text-yes',
  no: 'border-transparent bg-no-dim font-semibold text-no',
  live: 'border-transparent bg-danger-dim font-semibold text-danger',
  warn: 'border-transparent bg-warn-dim font-semibold text-warn',
  accent: 'border-transparent bg-accent-dim font-semibold text-accent',
};

export const pillClass = (tone: Tone = 'neutral'): string =>
  cx(
    'inline-flex h-[22px] shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border px-2 text-xs',
    TONES[tone],
  );

/** A short state: PAPER, LIVE 2H 67', 24d. */
export const Pill = ({ tone = 'neutral', className, ...rest }: ComponentProps<'span'> & { tone?: Tone }) => (
  <span className={cx(pillClass(tone), className)} {...rest} />
);

const DOTS = { yes: 'bg-yes', danger: 'bg-danger', warn: 'bg-warn', neutral: 'bg-faint' } as const;
/** A state's colour; the words beside it say the same. */
export const Dot = ({ tone = 'yes', className }: { tone?: keyof typeof DOTS; className?: string }) => (
  <span aria-hidden className={cx('inline-block size-[7px] shrink-0 rounded-full', DOTS[tone], className)} />
);
