import type { Side } from '@contract/ids.ts';
import { formatCents, formatToken, formatUsd, toDecimalText } from '@contract/money.ts';
import { useState } from 'react';
import { HOLDING_UNKNOWN } from '@/orders/preflight.ts';
import { holdingText } from '@/orders/reserved.ts';
import { ButtonNote } from '@/tx/landing-clock.tsx';
import { AmountInput } from '@/ui/amount-input.tsx';
import { Button } from '@/ui/button.tsx';
import { Select } from '@/ui/field.tsx';
import { NoticeBox } from '@/ui/notice-box.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { TicketDetails } from './ticket-details.view.tsx';
import { MODES } from './ticket-labels.ts';
import type { BuyMode } from './ticket-state.ts';
import type { TicketController } from './use-ticket.ts';

/** The amount of one mode said in another, so that switching keeps the order. */
function convert(ticket: TicketController, mode: BuyMode): string {
  const { quote } = ticket.summary;
  if (quote?.action !== 'buy') return '';
  if (mode === 'contracts') return toDecimalText(quote.contracts);
  if (mode === 'payout') return toDecimalText(quote.payout);
  return toDecimalText(quote.deposit);
}

function SideSwitch({ ticket }: { ticket: TicketController }) {
  const { summary, oneSided } = ticket;
  const prices = summary.action === 'buy' ? ticket.prices : ticket.sellPrices;
  const label = (side: Side, name: string) => {
    const price = prices[side];
    return (
      <span>
        {name} {price === null ? '' : <span className="num">{formatCents(price)}</span>}
      </span>
    );
  };
  const yes = {
    value: 'yes',
    label: label('yes', oneSided ? summary.sideLabel : 'Yes'),
    tone: 'yes',
  } as const;
  const no = { value: 'no', label: label('no', 'No'), tone: 'no' } as const;
  return (
    <Segmented<Side>
      label="Side"
      value={summary.side}
      onChange={ticket.setSide}
      options={oneSided ? [yes] : [yes, no]}
    />
  );
}

function AmountField({ ticket }: { ticket: TicketController }) {
  const { summary, frozen, notice } = ticket;
  const buying = summary.action === 'buy';
  const inDollars = buying && summary.mode !== 'contracts';
  const hint = buying
    ? ticket.usdc === undefined
      ? undefined
      : `Available ${formatToken(ticket.usdc, 6)} USDC`
    : ticket.held === undefined
      ? HOLDING_UNKNOWN
      : holdingText(ticket.held, ticket.free);
  return (
    <AmountInput
      label={buying && summary.mode === 'payout' ? 'Payout' : 'Amount'}
      value={summary.amountText}
      onChange={ticket.setAmount}
      decimals={6}
      disabled={frozen}
      {...(inDollars ? { prefix: '$' } : {})}
      {...(inDollars ? {} : { suffix: <span className="text-sm">contracts</span> })}
      aside={
        buying ? (
          <Select<BuyMode>
            label="Amount in"
            value={summary.mode}
            options={MODES}
            onChange={(mode) => ticket.dispatch({ type: 'mode', mode, text: convert(ticket, mode) })}
            className="border-line"
          />
        ) : undefined
      }
      error={(notice?.field === 'amount' ? notice.text : undefined) ?? summary.amountNote}
      hint={hint}
    />
  );
}

function Header({ ticket }: { ticket: TicketController }) {
  const [limitAsked, setLimitAsked] = useState(false);
  return (
    <>
      <div className="flex items-center justify-between gap-2 border-line border-b px-3 py-2 low:py-1">
        <Segmented
          look="plain"
          label="Buy or sell"
          value={ticket.summary.action}
          onChange={(action) => ticket.dispatch({ type: 'action', action })}
          options={[
            { value: 'buy', label: 'Buy' },
            { value: 'sell', label: 'Sell' },
          ]}
        />
        <div className="flex items-center gap-2 text-faint">
          <span>Market</span>
          <button
            type="button"
            aria-expanded={limitAsked}
            title="Limit orders are temporarily off"
            onClick={() => setLimitAsked((asked) => !asked)}
            className="hit-area rounded-xs text-faint line-through decoration-faint/60 hover:text-muted"
          >
            Limit
          </button>
        </div>
      </div>
      {limitAsked && (
        <p className="border-line border-b bg-raised px-3 py-2 text-muted text-sm">
          Limit orders are temporarily off: the exchange takes market orders only. Yours never trades past the
          limit you set below.
        </p>
      )}
    </>
  );
}

/** What the signature will allow, in one line. */
function promise({ summary, canSimulate }: TicketController): string {
  const { quote } = summary;
  if (!canSimulate) return 'You are asked before you sign: it can’t be simulated here';
  if (quote?.action === 'buy')
    return `Checked before you sign: pays ${formatUsd(quote.deposit, 'up').slice(1)} USDC only`;
  if (quote?.action === 'sell') return 'Checked before you sign: pays nothing but the network fee';
  return 'Every transaction is checked before you sign';
}

/**
 * The order form. It is no <form>: only a press of its button sends an order, never a key in a field. While an order
 * is under way its fields are off; the button is not, so that it keeps the focus, and takes no further press.
 */
export function TicketView({ ticket }: { ticket: TicketController }) {
  const { summary, frozen, notice } = ticket;
  const { button } = summary;
  const buying = summary.action === 'buy';
  // A sale has one colour on the desk, whichever side is sold.
  const variant = summary.side === 'no' || !buying ? 'no' : 'yes';
  return (
    <fieldset aria-label={`Order: ${ticket.outcome}`} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <fieldset disabled={frozen} className="flex min-w-0 flex-1 flex-col">
        <legend className="sr-only">What to trade</legend>
        <Header ticket={ticket} />
        <div className="flex flex-1 flex-col gap-2.5 px-3 pt-3 low:gap-2 low:pt-2">
          <SideSwitch ticket={ticket} />
          <AmountField ticket={ticket} />
          <div className="grid grid-cols-5 gap-1.5">
            {ticket.labels.map((text, index) => (
              <Button
                // biome-ignore lint/suspicious/noArrayIndexKey: the settings may hold one amount twice.
                key={index}
                size="sm"
                className="px-0"
                disabled={
                  frozen ||
                  (summary.action === 'sell' && !ticket.free) ||
                  (buying && !text.startsWith('$') && ticket.usdc === undefined)
                }
                onClick={() => ticket.preset(index)}
              >
                {text}
              </Button>
            ))}
          </div>
          <TicketDetails ticket={ticket} />
          {notice && notice.field !== 'amount' && <NoticeBox notice={notice} />}
        </div>
      </fieldset>
      <div className="flex flex-col gap-2 p-3 pt-3.5 low:gap-1 low:py-2">
        <Button
          size="lg"
          className="w-full"
          variant={button.kind === 'connect' ? 'outline' : variant}
          disabled={button.kind === 'blocked'}
          busy={frozen}
          onClick={ticket.submit}
        >
          {frozen ? `${summary.action === 'buy' ? 'Buying' : 'Selling'} ${summary.sideLabel}` : button.text}
        </Button>
        <ButtonNote waiting={ticket.waiting} className="text-center text-faint">
          {promise(ticket)}
        </ButtonNote>
      </div>
    </fieldset>
  );
}
