import { type MarketId, opposite, type Side } from '@contract/ids.ts';
import { formatCents } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import { Link } from '@tanstack/react-router';
import { probabilityOf, sideQuote, type Verdict, verdictOf } from '@/domain/events.ts';
import { cx } from '@/lib/cx.ts';
import { toggleLeg, useIsLeg } from '@/state/parlay-slip.ts';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { ParlayButton } from '@/ui/parlay-button.tsx';
import { Pill } from '@/ui/pill.tsx';
import { Price, Probability } from '@/ui/price.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { type MarketGroup, outcomeName } from './market-groups.ts';

const VERDICTS: Record<Verdict, string> = {
  won: 'Won',
  lost: 'Lost',
  draw: 'Draw',
  void: 'Cancelled',
  closed: 'Closed',
};

interface LinkProps {
  market: Market;
  side: Side;
  selected: boolean;
}

/** A price that leads the ticket to its market and side. */
function SideLink({ market, side, selected }: LinkProps) {
  const quote = sideQuote(market, side);
  const other = sideQuote(market, opposite(side));
  const alone = other.buy === null && other.sell === null;
  const name = alone ? 'Buy' : side === 'yes' ? 'Yes' : 'No';
  if (quote.buy === null && quote.sell === null) return null;
  return (
    <Link
      from="/event/$eventId"
      to="."
      search={{ market: market.marketId, side }}
      replace
      resetScroll={false}
      aria-current={selected ? 'true' : undefined}
      title={`Buy ${quote.buy === null ? '—' : formatCents(quote.buy)}, sell ${quote.sell === null ? '—' : formatCents(quote.sell)}${quote.wide ? ': wide spread' : ''}`}
      className={cx(
        'hit-area num inline-flex h-7 min-w-[76px] flex-1 items-center justify-center gap-1 rounded-[7px] border px-2 font-semibold text-sm',
        side === 'yes' ? 'bg-yes-dim text-yes hover:border-yes' : 'bg-no-dim text-no hover:border-no',
        selected ? (side === 'yes' ? 'border-yes' : 'border-no') : 'border-transparent',
      )}
    >
      {name} <Price value={quote.buy} reason="No asks" />
      {quote.wide && <span aria-hidden>↔</span>}
    </Link>
  );
}

/** The event the outcomes belong to, for the parlay slip. */
type Subject = Pick<Props, 'eventId' | 'eventTitle'>;

/** Puts the YES side of an outcome on the parlay, while it is offered. */
function ParlayPick({ market, eventId, eventTitle }: Subject & { market: Market }) {
  const picked = useIsLeg(market.marketId);
  if (sideQuote(market, 'yes').buy === null) return null;
  const { marketId } = market;
  const label = outcomeName(market);
  return (
    <ParlayButton
      label={label}
      picked={picked}
      className="self-center"
      onToggle={() => toggleLeg({ eventId, marketId, label, eventTitle })}
    />
  );
}

interface OutcomeRowProps extends Subject {
  market: Market;
  selectedSide: Side | undefined;
}

function OutcomeRow({ market, selectedSide, eventId, eventTitle }: OutcomeRowProps) {
  const chance = probabilityOf(market);
  const verdict = verdictOf(market, 'yes');
  const selected = selectedSide !== undefined;
  return (
    <li className={cx('border-line border-b px-3 py-2.5 last:border-b-0', selected && 'bg-raised')}>
      <div className="flex items-baseline justify-between gap-2">
        <Link
          from="/event/$eventId"
          to="."
          search={(before) => ({ ...before, market: market.marketId })}
          replace
          resetScroll={false}
          aria-current={selected ? 'true' : undefined}
          title={outcomeName(market)}
          className="wrap-anywhere line-clamp-3 min-w-0 rounded-xs font-semibold hover:underline"
        >
          {outcomeName(market)}
        </Link>
        {verdict ? (
          <Pill tone={verdict === 'won' ? 'yes' : 'neutral'}>{VERDICTS[verdict]}</Pill>
        ) : (
          <Probability value={chance} fine />
        )}
      </div>
      <ProgressBar
        share={verdict === 'won' ? 1 : verdict !== null || chance === null ? 0 : Number(chance) / 1_000_000}
        className="my-2"
      />
      {verdict === null && (
        <div className="flex gap-2">
          <SideLink market={market} side="yes" selected={selectedSide === 'yes'} />
          <SideLink market={market} side="no" selected={selectedSide === 'no'} />
          <ParlayPick market={market} eventId={eventId} eventTitle={eventTitle} />
        </div>
      )}
    </li>
  );
}

function MoreRow({ market, selected, ...subject }: Subject & { market: Market; selected: boolean }) {
  const verdict = verdictOf(market, 'yes');
  return (
    <li
      className={cx(
        'flex items-center border-line border-b pr-3 hover:bg-raised',
        selected ? 'bg-raised text-text' : 'text-muted',
      )}
    >
      <Link
        from="/event/$eventId"
        to="."
        search={(before) => ({ ...before, market: market.marketId })}
        replace
        resetScroll={false}
        aria-current={selected ? 'true' : undefined}
        className="flex min-w-0 flex-1 items-center justify-between gap-3 px-3 py-2 focus-visible:-outline-offset-2"
      >
        <span className="wrap-anywhere line-clamp-3 min-w-0" title={outcomeName(market)}>
          {outcomeName(market)}
        </span>
        {verdict ? (
          <span className="text-faint">{VERDICTS[verdict]}</span>
        ) : (
          <Price value={probabilityOf(market)} className="text-text" />
        )}
      </Link>
      {verdict === null && (
        <span className="flex w-6 shrink-0">
          <ParlayPick market={market} {...subject} />
        </span>
      )}
    </li>
  );
}

interface Props {
  eventId: string;
  eventTitle: string;
  main: readonly Market[];
  more: readonly MarketGroup[];
  selected: MarketId | undefined;
  side: Side;
  className?: string;
}

/** The event's outcomes with both prices, and its other markets by kind. */
export function Outcomes({ eventId, eventTitle, main, more, selected, side, className }: Props) {
  return (
    <Panel aria-label="Outcomes" className={className}>
      <PanelHeader>
        <PanelTitle>Outcomes</PanelTitle>
        <span className="num ml-auto font-normal text-faint">{main.length}</span>
      </PanelHeader>
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">
        <ul>
          {main.map((market) => (
            <OutcomeRow
              key={market.marketId}
              market={market}
              eventId={eventId}
              eventTitle={eventTitle}
              selectedSide={market.marketId === selected ? side : undefined}
            />
          ))}
        </ul>
        {more.map((group) => (
          <section key={group.key} aria-label={group.label}>
            <h3 className="border-line border-t border-b px-3 py-2 font-semibold">{group.label}</h3>
            <ul>
              {group.markets.map((market) => (
                <MoreRow
                  key={market.marketId}
                  market={market}
                  eventId={eventId}
                  eventTitle={eventTitle}
                  selected={market.marketId === selected}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  );
}
