import { formatCents } from '@contract/money.ts';
import type { ReactNode } from 'react';
import type { Outcome, SideQuote, Verdict } from '@/domain/events.ts';
import { RESULT_TEXTS } from '@/domain/status-texts.ts';
import { cx } from '@/lib/cx.ts';
import { Price, Probability } from '@/ui/price.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { EventLink } from './event-link.tsx';

const VERDICTS: Record<Verdict, { text: string; colour: string }> = {
  won: { text: `✓ ${RESULT_TEXTS.won}`, colour: 'text-text' },
  lost: { text: `✕ ${RESULT_TEXTS.lost}`, colour: 'text-muted' },
  draw: { text: `½ ${RESULT_TEXTS.draw}`, colour: 'text-warn' },
  void: { text: RESULT_TEXTS.void, colour: 'text-warn' },
  closed: { text: RESULT_TEXTS.closed, colour: 'text-muted' },
};
const MINE = {
  yes: { colour: 'text-yes', title: 'Won by what you hold' },
  no: { colour: 'text-no', title: 'Lost by what you hold' },
} as const;

/** What became of an outcome that no longer trades; `tone`: what that means for what is held. */
export function VerdictText({ verdict, tone }: { verdict: Verdict; tone: 'yes' | 'no' | 'neutral' }) {
  const { text, colour } = VERDICTS[verdict];
  const mine = tone === 'neutral' ? undefined : MINE[tone];
  return (
    <span className={cx('font-semibold text-sm', mine?.colour ?? colour)} title={mine?.title}>
      {text}
    </span>
  );
}

const sentence = (quote: SideQuote, what: string): string => {
  const buy = quote.buy === null ? 'not quoted' : formatCents(quote.buy);
  const sell = quote.sell === null ? 'no bid' : formatCents(quote.sell);
  return `${what}: buy ${buy}, sell ${sell}${quote.wide ? ' (wide spread)' : ''}`;
};

interface PriceLinkProps {
  eventId: string;
  outcome: Outcome;
  quote: SideQuote;
  /** The only button of its line takes the place of two. */
  alone?: boolean;
}

/** Buys one side: the price to pay, with what a sale would bring on hover. */
export function PriceLink({ eventId, outcome, quote, alone = false }: PriceLinkProps) {
  const what = alone ? outcome.label : `${quote.side === 'yes' ? 'Yes' : 'No'}, ${outcome.label}`;
  const shape = cx(
    'num relative inline-flex h-6 items-center justify-center rounded-sm border border-transparent font-semibold text-sm',
    alone ? 'w-[106px] md:w-[114px]' : 'w-12 md:w-[52px]',
  );
  if (quote.buy === null) {
    return (
      <span className={cx(shape, 'border-line font-normal text-faint')} title={sentence(quote, what)}>
        <Price value={null} reason={`${what}: not quoted`} />
      </span>
    );
  }
  return (
    <EventLink
      eventId={eventId}
      marketId={outcome.marketId}
      side={quote.side}
      title={sentence(quote, what)}
      aria-label={`Buy ${what} at ${formatCents(quote.buy)}`}
      className={cx(
        shape,
        'transition-[border-color] duration-100',
        quote.side === 'yes' ? 'bg-yes-dim text-yes hover:border-yes' : 'bg-no-dim text-no hover:border-no',
      )}
    >
      <Price value={quote.buy} />
    </EventLink>
  );
}

/** One outcome of a card: name, chance, what each side costs, and the chance as a bar. */
export function OutcomeRow({
  eventId,
  outcome,
  verdict,
  pick,
}: {
  eventId: string;
  outcome: Outcome;
  /** In the place of its prices once it no longer trades; null while it does. */
  verdict: ReactNode;
  /** Puts it on the parlay; null where it cannot be a leg. */
  pick: ReactNode;
}) {
  const wide = outcome.quotes.find((quote) => quote.wide);
  const [only] = outcome.quotes;
  return (
    <div className="relative h-[30px]">
      <div className="flex h-[26px] items-center gap-1.5 md:gap-2">
        {/* What can be bought is never cut for want of one more word: two lines have the height of one. */}
        <span
          className="-mt-0.5 line-clamp-2 min-w-0 flex-1 break-words py-px leading-[13px] max-xl:text-sm max-xl:leading-[13px]"
          title={outcome.label}
          data-name
        >
          {outcome.label}
        </span>
        {wide && (
          <span
            className="num rounded-xs bg-warn-dim px-1 font-semibold text-2xs text-warn"
            title={sentence(wide, outcome.label)}
          >
            <span aria-hidden>↔</span>
            <span className="sr-only">wide</span>
          </span>
        )}
        {verdict ?? (
          <>
            <Probability value={outcome.probability} className="w-9 text-right" />
            {outcome.quotes.map((quote) => (
              <PriceLink
                key={quote.side}
                eventId={eventId}
                outcome={outcome}
                quote={quote}
                alone={quote === only && outcome.quotes.length === 1}
              />
            ))}
            {pick ?? <span className="w-6 shrink-0" />}
          </>
        )}
      </div>
      <ProgressBar
        thin
        className="absolute inset-x-0 bottom-px"
        share={shareOf(outcome)}
        tone={only?.side === 'no' ? 'no' : 'yes'}
      />
    </div>
  );
}

/** Geometry of the bar, 0 to 1. */
function shareOf(outcome: Outcome): number {
  if (outcome.verdict === 'won') return 1;
  if (outcome.verdict === 'draw') return 0.5;
  if (outcome.verdict !== null || outcome.probability === null) return 0;
  return Number(outcome.probability) / 1_000_000;
}
