import { formatCents, formatContracts, formatToken, formatUsd } from '@contract/money.ts';
import type { ReactNode } from 'react';
import type { BuyQuote, SellQuote } from '@/domain/quote.ts';
import { type RoundSide, sideQuoteOf } from '@/domain/round-quote.ts';
import { cx } from '@/lib/cx.ts';
import { HOLDING_UNKNOWN } from '@/orders/preflight.ts';
import { ButtonNote } from '@/tx/landing-clock.tsx';
import { AmountInput } from '@/ui/amount-input.tsx';
import { Button } from '@/ui/button.tsx';
import { KeyValue, KeyValues } from '@/ui/key-value.tsx';
import { NoQuote } from '@/ui/no-quote.tsx';
import { NoticeBox } from '@/ui/notice-box.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Payout } from '@/ui/payout.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { clockOf, QUICK_SHARES, SIDE_NAMES } from './rounds-labels.ts';
import type { RoundTicketController } from './use-round-ticket.ts';

const SIDES = ['up', 'down'] as const;

function SideSwitch({
  ticket,
  onSide,
}: {
  ticket: RoundTicketController;
  onSide: (side: RoundSide) => void;
}) {
  const { summary, round } = ticket;
  const price = (side: RoundSide): bigint | null => {
    const quote = sideQuoteOf(round, side);
    return summary.action === 'buy' ? quote.buy : quote.sell;
  };
  return (
    <Segmented<RoundSide>
      label="Side"
      value={summary.side}
      onChange={onSide}
      options={SIDES.map((side) => {
        const cents = price(side);
        return {
          value: side,
          tone: side === 'up' ? 'yes' : 'no',
          label: (
            <span>
              <span aria-hidden>{side === 'up' ? '▲' : '▼'} </span>
              {SIDE_NAMES[side]} {cents === null ? '' : <span className="num">{formatCents(cents)}</span>}
            </span>
          ),
        };
      })}
    />
  );
}

function Quick({ ticket }: { ticket: RoundTicketController }) {
  const { summary, frozen, held } = ticket;
  if (summary.action === 'sell')
    return (
      <div className="grid grid-cols-4 gap-1.5">
        {QUICK_SHARES.map((bps) => (
          <Button
            key={bps}
            size="sm"
            className="px-0"
            disabled={frozen || !held}
            onClick={() => ticket.setAmount(ticket.shareText(bps))}
          >
            {bps / 100n}%
          </Button>
        ))}
      </div>
    );
  return (
    <div className="grid grid-cols-5 gap-1.5">
      {ticket.quick.map(({ label, text }) => (
        <Button
          key={label}
          size="sm"
          className="px-0"
          disabled={frozen || text === undefined}
          onClick={() => ticket.setAmount(text ?? '')}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

function BuyFigures({ quote, side, none }: { quote: BuyQuote | null; side: RoundSide; none: ReactNode }) {
  return (
    <>
      <KeyValue name="Price quoted" title="One price per side: a large order may get a slightly worse one">
        {quote ? formatCents(quote.average, true) : none}
      </KeyValue>
      <KeyValue name="Contracts">{quote ? formatContracts(quote.contracts) : none}</KeyValue>
      <KeyValue name="Fees" title="Provider fee of this order, rounded up to the cent">
        {quote ? formatUsd(quote.fees.total, 'up') : none}
      </KeyValue>
      <KeyValue name="Worst price" title="Nothing is bought above this price">
        {quote ? formatCents(quote.cap, true) : none}
      </KeyValue>
      <KeyValue name={`If ${SIDE_NAMES[side]} wins`} strong>
        {quote ? <Payout payout={quote.payout} gain={quote.gain} spent={quote.spent} /> : none}
      </KeyValue>
    </>
  );
}

function SellFigures({ quote, none }: { quote: SellQuote | null; none: ReactNode }) {
  return (
    <>
      <KeyValue name="Price quoted" title="One price per side: a large order may get a slightly worse one">
        {quote ? formatCents(quote.average, true) : none}
      </KeyValue>
      <KeyValue name="Fees" title="Provider fee of this order, rounded up to the cent">
        {quote ? formatUsd(quote.fees.total, 'up') : none}
      </KeyValue>
      <KeyValue name="Worst price" title="Nothing is sold below this price">
        {quote ? formatCents(quote.cap, true) : none}
      </KeyValue>
      <KeyValue name="You receive" strong>
        {quote ? formatUsd(quote.net) : none}
      </KeyValue>
    </>
  );
}

/** The order form of a round. It is no <form>: only a press of its button sends an order, never a key in a field. */
export function RoundTicketView({
  ticket,
  onSide,
  className,
}: {
  ticket: RoundTicketController;
  onSide: (side: RoundSide) => void;
  className?: string;
}) {
  const { summary, frozen, notice, provider, round } = ticket;
  const { action, side, quote, button } = summary;
  const buying = action === 'buy';
  const none = <NoQuote amount={summary.amountText} />;
  const name = SIDE_NAMES[side];
  const limits = `${formatUsd(provider.minOrderUsd)} to ${provider.maxOrderUsd === null ? 'any amount' : formatUsd(provider.maxOrderUsd)}, USDC only`;
  const holding = ticket.held === undefined ? HOLDING_UNKNOWN : `You hold ${formatContracts(ticket.held)}`;
  const available = ticket.usdc === undefined ? '' : ` · you have ${formatToken(ticket.usdc, 6)}`;
  return (
    <Panel
      id="ticket"
      tabIndex={-1}
      className={cx('shrink-0 scroll-mt-(--shell-top) overflow-visible outline-none', className)}
      aria-label="Ticket"
    >
      <fieldset
        disabled={frozen}
        aria-label={`Order: ${name}, round to ${clockOf(round.closeAt)}`}
        className="flex min-w-0 flex-col"
      >
        <div className="flex items-center justify-between gap-2 border-line border-b px-3 py-2">
          <Segmented
            look="plain"
            label="Buy or sell"
            value={action}
            onChange={ticket.setAction}
            options={[
              { value: 'buy', label: 'Buy' },
              { value: 'sell', label: 'Sell' },
            ]}
          />
          <span className="num text-faint">
            {clockOf(round.beginAt)}–{clockOf(round.closeAt)}
          </span>
        </div>
        <div className="flex flex-col gap-2.5 p-3">
          <SideSwitch
            ticket={ticket}
            onSide={(next) => {
              if (!frozen) onSide(next);
            }}
          />
          <AmountInput
            label="Amount"
            value={summary.amountText}
            onChange={ticket.setAmount}
            decimals={6}
            disabled={frozen}
            {...(buying ? { prefix: '$' } : { suffix: <span className="text-sm">contracts</span> })}
            error={summary.amountNote}
            hint={buying ? `${limits}${available}` : holding}
          />
          <Quick ticket={ticket} />
          <KeyValues>
            {buying ? (
              <BuyFigures quote={quote?.action === 'buy' ? quote : null} side={side} none={none} />
            ) : (
              <SellFigures quote={quote?.action === 'sell' ? quote : null} none={none} />
            )}
          </KeyValues>
          {notice && <NoticeBox notice={notice} />}
          <Button
            size="lg"
            className="w-full"
            variant={button.kind === 'connect' ? 'outline' : buying && side === 'up' ? 'yes' : 'no'}
            disabled={button.kind === 'blocked'}
            busy={frozen}
            onClick={ticket.submit}
          >
            {frozen ? `${buying ? 'Buying' : 'Selling'} ${name}` : button.text}
          </Button>
          <ButtonNote waiting={ticket.waiting} className="text-center text-muted">
            {buying
              ? `Settles by itself: after ${clockOf(round.closeAt)} every winning contract turns into 1 USDC in your wallet. Nothing to claim.`
              : 'Sold at once: the contracts leave your wallet and USDC arrives in the same transaction.'}
          </ButtonNote>
        </div>
      </fieldset>
    </Panel>
  );
}
