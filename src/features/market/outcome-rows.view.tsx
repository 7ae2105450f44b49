import { type MarketId, opposite, type Side } from '@contract/ids.ts';
import { formatCents } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { probabilityOf, sideQuote, verdictOf } from '@/domain/events.ts';
import { type HeldSides, toneFor } from '@/domain/held-sides.ts';
import { RESULT_TEXTS } from '@/domain/status-texts.ts';
import { cx } from '@/lib/cx.ts';
import { ParlayButton } from '@/ui/parlay-button.tsx';
import { Pill } from '@/ui/pill.tsx';
import { Price, Probability } from '@/ui/price.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { outcomeName } from './market-groups.ts';

function VerdictPill({ market, held }: { market: Market; held: ReadonlySet<Side> | undefined }) {
  const verdict = verdictOf(market, 'yes');
  if (!verdict) return null;
  const tone = toneFor(market, held);
  const mine = tone === 'yes' ? 'Won by what you hold' : tone === 'no' ? 'Lost by what you hold' : undefined;
  return (
    <Pill tone={tone} title={mine} className={verdict === 'won' ? 'font-semibold text-text' : undefined}>
      {RESULT_TEXTS[verdict]}
    </Pill>
  );
}

interface LinkProps {
  market: Market;
  side: Side;
  selected: boolean;
}

/** A price that leads the ticket to its market and side; a dash where nobody offers the side. */
function SideLink({ market, side, selected }: LinkProps) {
  const quote = sideQuote(market, side);
  const other = sideQuote(market, opposite(side));
  const alone = other.buy === null && other.sell === null;
  const name = alone ? 'Buy' : side === 'yes' ? 'Yes' : 'No';
  const shape =
    'num inline-flex h-7 min-w-[76px] flex-1 items-center justify-center gap-1 rounded-[7px] border px-2 text-sm';
  if (quote.buy === null && quote.sell === null && other.buy !== null) return null;
  if (quote.buy === null)
    return (
      <span
        className={cx(shape, 'border-transparent text-faint')}
        title={quote.sell === null ? 'No asks' : `No asks; sell ${formatCents(quote.sell)}`}
      >
        {name} <Price value={null} reason="No asks" />
      </span>
    );
  return (
    <Link
      from="/event/$eventId"
      to="."
      search={{ market: market.marketId, side }}
      replace
      resetScroll={false}
      aria-current={selected ? 'true' : undefined}
      title={`Buy ${formatCents(quote.buy)}, sell ${quote.sell === null ? '—' : formatCents(quote.sell)}${quote.wide ? ': wide spread' : ''}`}
      className={cx(
        shape,
        'hit-area font-semibold',
        side === 'yes' ? 'bg-yes-dim text-yes hover:border-yes' : 'bg-no-dim text-no hover:border-no',
        selected ? (side === 'yes' ? 'border-yes' : 'border-no') : 'border-transparent',
      )}
    >
      {name} <Price value={quote.buy} />
      {quote.wide && <span aria-hidden>↔</span>}
    </Link>
  );
}

/** What all rows of a list have in common. */
export interface RowContext {
  selected: MarketId | undefined;
  side: Side;
  labels: ReadonlyMap<MarketId, string>;
  /** Sides the viewer holds, by market. */
  held: HeldSides;
  /** What the chance of a market did of late; null where the service keeps no history. */
  moveOf: ((market: Market) => ReactNode) | null;
  /** Markets whose Yes is on the parlay slip. */
  picked: ReadonlySet<string>;
  /** Puts the Yes of a market on the slip, or takes it off. */
  onPick: (market: Market) => void;
}

/** Puts the YES side of an outcome on the parlay, while it is offered; its place stays, so that nothing moves. */
const ParlayPick = ({ market, row }: { market: Market; row: RowContext }) => (
  <span className="flex w-6 shrink-0 self-center">
    {sideQuote(market, 'yes').buy !== null && (
      <ParlayButton
        label={outcomeName(market)}
        picked={row.picked.has(market.marketId)}
        onToggle={() => row.onPick(market)}
      />
    )}
  </span>
);

/** What can be bought is never cut, however long its name. */
function NameLink({ market, row, className }: { market: Market; row: RowContext; className: string }) {
  const { marketId } = market;
  return (
    <Link
      from="/event/$eventId"
      to="."
      search={(before) => ({ ...before, market: marketId })}
      replace
      resetScroll={false}
      data-outcome={marketId}
      aria-current={marketId === row.selected ? 'true' : undefined}
      title={outcomeName(market)}
      className={className}
    >
      {row.labels.get(marketId) || 'Yes'}
    </Link>
  );
}

interface Props {
  market: Market;
  row: RowContext;
  /** The present price lies within this range. */
  now?: string | undefined;
}

/** An outcome with both prices. */
export function OutcomeRow({ market, row, now }: Props) {
  const chance = probabilityOf(market);
  const verdict = verdictOf(market, 'yes');
  const selected = market.marketId === row.selected;
  const held = row.held.get(market.marketId);
  return (
    <li className={cx('border-line border-b px-3 py-2 last:border-b-0', selected && 'bg-raised')}>
      <div className="flex items-baseline justify-between gap-2">
        <NameLink
          market={market}
          row={row}
          className="wrap-anywhere min-w-0 rounded-xs font-semibold hover:underline"
        />
        {now !== undefined && <span className="num ml-auto shrink-0 text-accent text-xs">now {now}</span>}
        {verdict ? <VerdictPill market={market} held={held} /> : <Probability value={chance} fine />}
      </div>
      <div className="mb-1 flex h-[18px] items-center gap-2 text-xs">
        <ProgressBar
          share={verdict === 'won' ? 1 : verdict !== null || chance === null ? 0 : Number(chance) / 1_000_000}
          className="flex-1"
        />
        {verdict === null && row.moveOf && (
          // It comes later than the rest: the bar is not to change its length by it.
          <span className="flex min-w-25 justify-end">{row.moveOf(market)}</span>
        )}
      </div>
      {verdict === null && (
        <div className="flex gap-2">
          <SideLink market={market} side="yes" selected={selected && row.side === 'yes'} />
          <SideLink market={market} side="no" selected={selected && row.side === 'no'} />
          <ParlayPick market={market} row={row} />
        </div>
      )}
    </li>
  );
}

/** An outcome in one line: its name and what it costs. */
export function MoreRow({ market, row }: Props) {
  const verdict = verdictOf(market, 'yes');
  const selected = market.marketId === row.selected;
  return (
    <li
      className={cx(
        'flex items-center border-line border-b pr-3 hover:bg-raised',
        selected ? 'bg-raised text-text' : 'text-muted',
      )}
    >
      <NameLink
        market={market}
        row={row}
        className="wrap-anywhere min-w-0 flex-1 px-3 py-2 focus-visible:-outline-offset-2"
      />
      {verdict ? (
        <VerdictPill market={market} held={row.held.get(market.marketId)} />
      ) : (
        <Price value={probabilityOf(market)} className="text-text" />
      )}
      {verdict === null && (
        <span className="ml-2">
          <ParlayPick market={market} row={row} />
        </span>
      )}
    </li>
  );
}
