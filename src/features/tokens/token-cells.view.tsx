import type { Token } from '@contract/tokens/token.ts';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Flag from 'lucide-react/icons/flag';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point';
import ShieldQuestion from 'lucide-react/icons/shield-question-mark';
import { memo } from 'react';
import { amountFigure, changeFigure, exactPrice, type Figure, type Tone } from '@/domain/token-figures.ts';
import {
  formatCompactCount,
  formatCount,
  formatPoolAge,
  formatShare,
  formatTokenPrice,
} from '@/domain/token-text.ts';
import { type Fact, factsOf } from '@/domain/tokens.ts';
import { useAtServerTime } from '@/lib/clock.ts';
import { cx } from '@/lib/cx.ts';
import { Absent } from '@/ui/price.tsx';
import { AUTHORITY_WORDS } from './tokens-labels.ts';

/** Age of the first pool; it ticks by itself. */
export function PoolAge({ start }: { start: number | null }) {
  const age = useAtServerTime((now) => (start === null ? '' : formatPoolAge(now / 1_000 - start)));
  return start === null ? <Absent reason="Age not known" /> : age;
}

/** A price in 10^-12 USD; the exact one on hover. */
export const TokenPrice = memo(function TokenPrice({ price }: { price: bigint | null }) {
  if (price === null) return <Absent reason="No trade yet" />;
  return <span title={exactPrice(price)}>{formatTokenPrice(price)}</span>;
});

const TONES: Record<Tone, string | undefined> = {
  plain: undefined,
  muted: 'text-muted',
  faint: 'text-faint',
  up: 'text-up',
  down: 'text-down',
};

interface FigureProps {
  figure: Figure;
  className?: string;
}

/** A moving figure of the table; what it is exactly, or why it is not known, on hover. */
export const FigureText = memo(
  function FigureText({ figure: { text, tone, words }, className }: FigureProps) {
    return (
      <span
        className={cx('block h-[18px]', TONES[tone], className)}
        title={words === text ? undefined : words}
      >
        {tone === 'faint' ? (
          <>
            <span aria-hidden>{text}</span>
            <span className="sr-only">{words}</span>
          </>
        ) : (
          text
        )}
      </span>
    );
  },
  ({ figure: a, className: was }, { figure: b, className: is }) =>
    a.text === b.text && a.tone === b.tone && a.words === b.words && was === is,
);

export const Change = memo(function Change({ percent }: { percent: number | null | undefined }) {
  const { text, tone, words } = changeFigure(percent);
  if (tone === 'faint') return <Absent reason={words} />;
  return (
    <span className={TONES[tone]} title={words === text ? undefined : words}>
      {text}
    </span>
  );
});

export const Amount = memo(function Amount({ value, what }: { value: bigint | null; what: string }) {
  const { text, tone, words } = amountFigure(value, what);
  return tone === 'faint' ? <Absent reason={words} /> : <span title={words}>{text}</span>;
});

const FACT_ICONS: Record<Fact, typeof ShieldCheck> = {
  yes: ShieldCheck,
  no: ShieldAlert,
  unknown: ShieldQuestion,
};
const FACT_TONES: Record<Fact, string> = { yes: 'text-yes', no: 'text-warn', unknown: 'text-faint' };

/** One authority: given up, live, or not known. */
export const Authority = memo(function Authority({ of, fact }: { of: 'mint' | 'freeze'; fact: Fact }) {
  const Icon = FACT_ICONS[fact];
  const words = AUTHORITY_WORDS[of][fact];
  return (
    <span title={words} className={cx('inline-flex items-center gap-0.5', FACT_TONES[fact])}>
      <Icon aria-hidden className="size-3.5" />
      <span aria-hidden className="font-semibold text-2xs">
        {of === 'mint' ? 'M' : 'F'}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  );
});

export const Flagged = () => (
  <span title="Flagged as suspicious" className="inline-flex text-danger">
    <Flag aria-hidden className="size-3.5" />
    <span className="sr-only">Flagged as suspicious</span>
  </span>
);

export function Audit({ token }: { token: Token }) {
  const { mintGivenUp, freezeGivenUp, flagged } = factsOf(token);
  return (
    <span className="inline-flex items-center gap-1.5 align-middle">
      <Authority of="mint" fact={mintGivenUp} />
      <Authority of="freeze" fact={freezeGivenUp} />
      <span className="inline-flex w-3.5">{flagged && <Flagged />}</span>
    </span>
  );
}

export const Verified = () => (
  <span title="Verified by the listing" className="inline-flex shrink-0 text-accent">
    <BadgeCheck aria-hidden className="size-3.5" />
    <span className="sr-only">Verified by the listing</span>
  </span>
);

export const Graduated = () => (
  <span title="Graduated from its launchpad" className="inline-flex shrink-0 text-muted">
    <GraduationCap aria-hidden className="size-3.5" />
    <span className="sr-only">Graduated from its launchpad</span>
  </span>
);

/** Its symbol looks like that of an older token, or of a famous one. */
export const Copycat = ({ of, className }: { of: string; className?: string }) => (
  <span
    title={`Its symbol looks like ${of}`}
    className={cx('shrink-0 rounded-xs bg-warn-dim px-1 font-semibold text-2xs text-warn', className)}
  >
    copy<span className="sr-only"> of {of}</span>
  </span>
);

/** A count with its separators; `reason` says why it is missing. */
export const count = (value: number | null, reason: string) =>
  value === null ? <Absent reason={reason} /> : formatCount(value);
/** The same in a column of a table; all its digits on hover. */
export const compactCount = (value: number | null, reason: string) =>
  value === null ? (
    <Absent reason={reason} />
  ) : (
    <span title={formatCount(value)}>{formatCompactCount(value)}</span>
  );
export const share = (value: number | null | undefined) =>
  value === null || value === undefined ? <Absent reason="Not known" /> : formatShare(value);
