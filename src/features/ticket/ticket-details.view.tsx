import {
  absBig,
  formatCents,
  formatContracts,
  formatSignedUsd,
  formatUsd,
  microUsd,
  toDecimalText,
} from '@contract/money.ts';
import { costOfSold, realisedPnl } from '@contract/pricing.ts';
import type { ReactNode } from 'react';
import type { BuyQuote, SellQuote } from '@/domain/quote.ts';
import { CROSSED_BOOK } from '@/domain/status-texts.ts';
import { cx } from '@/lib/cx.ts';
import { HOLDING_UNKNOWN } from '@/orders/preflight.ts';
import { KeyValue, KeyValues } from '@/ui/key-value.tsx';
import { NoQuote } from '@/ui/no-quote.tsx';
import { Payout } from '@/ui/payout.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent } from '@/ui/price.tsx';
import { useTypedAmount } from '@/ui/use-typed-amount.ts';
import type { TicketController } from './use-ticket.ts';

const CAP_DECIMALS = 4;
const CAP_ID = 'ticket-cap';

/** The limit of the order: follows the book until the user sets it. */
function CapField({ ticket }: { ticket: TicketController }) {
  const { summary } = ticket;
  const own = summary.ownCap !== undefined;
  const automatic = summary.quote ? toDecimalText(summary.quote.cap, CAP_DECIMALS) : '';
  const { refused, input } = useTypedAmount(summary.ownCap ?? automatic, CAP_DECIMALS, ticket.setCap);
  const wrong =
    refused ?? (ticket.notice?.field === 'cap' ? ticket.notice.text : undefined) ?? summary.capNote;
  const isWrong = (refused ?? summary.capNote) !== undefined;
  const hint =
    summary.action === 'buy' ? 'Nothing is bought above this price' : 'Nothing is sold below this price';
  return (
    <div className="flex items-start justify-between gap-3 py-[3px]">
      <dt className="flex h-6 items-center">
        <label htmlFor={CAP_ID} title={hint} className="whitespace-nowrap text-muted">
          Worst price
        </label>
      </dt>
      <dd>
        <span className="flex items-center justify-end gap-2">
          {own && (
            <button
              type="button"
              onClick={() => {
                ticket.setCap(null);
                // The button goes with its press.
                document.getElementById(CAP_ID)?.focus();
              }}
              className="hit-area rounded-xs text-accent text-xs hover:underline"
            >
              Automatic
            </button>
          )}
          <span
            className={cx(
              'num flex h-6 items-center rounded-sm border bg-bg px-1.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent',
              isWrong ? 'border-danger' : 'border-control-line',
            )}
          >
            <input
              id={CAP_ID}
              inputMode="decimal"
              autoComplete="off"
              placeholder="—"
              aria-invalid={isWrong || undefined}
              aria-describedby="ticket-cap-note"
              {...input}
              onBlur={() => {
                // What was refused is no empty field: its limit is not known, and must not become the automatic one.
                if (summary.ownCap === '' && refused === undefined) ticket.setCap(null);
              }}
              className="field-sizing-content min-w-6 max-w-20 bg-transparent text-right outline-none"
            />
            ¢
          </span>
        </span>
        <p id="ticket-cap-note" className="mt-0.5 text-right text-danger text-xs empty:hidden">
          {wrong}
        </p>
      </dd>
    </div>
  );
}

const percent = (bps: bigint): string => (bps < 100n ? '<1%' : `${bps / 100n}%`);

function Warning({ children }: { children: ReactNode }) {
  return <p className="rounded-md bg-warn-dim px-2.5 py-1.5 text-sm text-warn">{children}</p>;
}

function FillNote({ quote }: { quote: BuyQuote | SellQuote }) {
  if (quote.filledBps >= 10_000n) return null;
  if (quote.action === 'sell')
    return (
      <Warning>
        The order book fills {percent(quote.filledBps)} of this within your limit; the rest stays yours.
      </Warning>
    );
  return (
    <Warning>
      The order book has {percent(quote.filledBps)} of this within your limit
      {quote.returned > 0n && `; ${formatUsd(quote.returned)} would come back`}.
    </Warning>
  );
}

function Fees({ quote, none }: { quote: BuyQuote | SellQuote | null; none: ReactNode }) {
  return (
    <KeyValue name="Fees" title="Provider fee of this order, rounded up to the cent">
      {quote ? formatUsd(quote.fees.total, 'up') : none}
    </KeyValue>
  );
}

function BuyDetails({ quote, ticket }: { quote: BuyQuote | null; ticket: TicketController }) {
  const none = <NoQuote amount={ticket.summary.amountText} />;
  return (
    <>
      <KeyValue name="Contracts">{quote ? formatContracts(quote.contracts) : none}</KeyValue>
      <Fees quote={quote} none={none} />
      <KeyValue name="Break-even" title="Price at which the position is worth what it cost, fees included">
        {quote ? formatCents(quote.breakEven, true) : none}
      </KeyValue>
      <CapField key={ticket.summary.target} ticket={ticket} />
      <KeyValue name={<span className="wrap-anywhere">{ticket.winPhrase}</span>} strong>
        {quote ? <Payout payout={quote.payout} gain={quote.gain} spent={quote.spent} /> : none}
      </KeyValue>
    </>
  );
}

function SellDetails({ quote, ticket }: { quote: SellQuote | null; ticket: TicketController }) {
  const { position } = ticket;
  const none = <NoQuote amount={ticket.summary.amountText} />;
  const noCost = <Absent reason={ticket.held === undefined ? HOLDING_UNKNOWN : 'You hold none to sell'} />;
  const cost =
    quote && position ? costOfSold(position.totalCostUsd, position.contractsMicro, quote.contracts) : null;
  return (
    <>
      <Fees quote={quote} none={none} />
      <CapField key={ticket.summary.target} ticket={ticket} />
      <KeyValue name="Realised profit" title="What you receive less the average cost of what you sell">
        {!quote ? none : cost === null ? noCost : <Pnl value={realisedPnl(quote.net, cost)} cost={cost} />}
      </KeyValue>
      <KeyValue name="You receive" strong>
        {quote ? formatUsd(quote.net) : none}
      </KeyValue>
    </>
  );
}

/** The figures of the order, walked through the visible book. */
export function TicketDetails({ ticket }: { ticket: TicketController }) {
  const { quote, action, amountText } = ticket.summary;
  return (
    <>
      <KeyValues className="low:*:py-px">
        <KeyValue
          name="Average price, from book"
          {...(quote
            ? {
                title: `Worst level ${formatCents(quote.worst, true)}, ${formatSignedUsd(microUsd(absBig(quote.impact)))} per contract from the best price`,
              }
            : {})}
        >
          {quote ? formatCents(quote.average, true) : <NoQuote amount={amountText} />}
          {quote && quote.impact >= 1_000n && (
            <span className="ml-1.5 text-faint text-xs">
              {action === 'buy' ? '+' : '−'}
              {formatCents(quote.impact, true)}
            </span>
          )}
        </KeyValue>
        {action === 'buy' ? (
          <BuyDetails quote={quote?.action === 'buy' ? quote : null} ticket={ticket} />
        ) : (
          <SellDetails quote={quote?.action === 'sell' ? quote : null} ticket={ticket} />
        )}
      </KeyValues>
      {quote?.crossed && <Warning>{CROSSED_BOOK}</Warning>}
      {quote && <FillNote quote={quote} />}
    </>
  );
}
