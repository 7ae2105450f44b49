import { formatCents, formatContracts, formatToken, formatUsd } from '@contract/money.ts';
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
  const selling = summary.action === 'sell';
  const choices = selling
    ? QUICK_SHARES.map((bps) => ({
        label: `${bps / 100n}%`,
        text: held ? ticket.shareText(bps) : undefined,
      }))
    : ticket.quick;
  return (
    <div className={cx('grid gap-1.5', selling ? 'grid-cols-4' : 'grid-cols-5')}>
      {choices.map(({ label, text }, index) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: the settings may hold one amount twice.
          key={index}
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

function Figures({ summary: { action, side, quote, amountText } }: Pick<RoundTicketController, 'summary'>) {
  const none = <NoQuote amount={amountText} />;
  const shown = quote?.action === action ? quote : null;
  return (
    <KeyValues>
      <KeyValue name="Price quoted" title="One price per side: a large order may get a slightly worse one">
        {shown ? formatCents(shown.average, true) : none}
      </KeyValue>
      {action === 'buy' && (
        <KeyValue name="Contracts">{shown ? formatContracts(shown.contracts) : none}</KeyValue>
      )}
      <KeyValue name="Fees" title="Provider fee of this order, rounded up to the cent">
        {shown ? formatUsd(shown.fees.total, 'up') : none}
      </KeyValue>
      <KeyValue
        name="Worst price"
        title={`Nothing is ${action === 'buy' ? 'bought above' : 'sold below'} this price`}
      >
        {shown ? formatCents(shown.cap, true) : none}
      </KeyValue>
      <KeyValue name={action === 'buy' ? `If ${SIDE_NAMES[side]} wins` : 'You receive'} strong>
        {shown === null ? (
          none
        ) : shown.action === 'buy' ? (
          <Payout payout={shown.payout} gain={shown.gain} spent={shown.spent} />
        ) : (
          formatUsd(shown.net)
        )}
      </KeyValue>
    </KeyValues>
  );
}

/** The order form of a round. It is no <form>: only a press of its button sends an order, never a key in a field. */
export function RoundTicketView({
  ticket,
  onSide,
}: {
  ticket: RoundTicketController;
  onSide: (side: RoundSide) => void;
}) {
  const { summary, frozen, notice, provider, round } = ticket;
  const { action, side, button } = summary;
  const buying = action === 'buy';
  const name = SIDE_NAMES[side];
  const limits = `${formatUsd(provider.minOrderUsd)} to ${provider.maxOrderUsd === null ? 'any amount' : formatUsd(provider.maxOrderUsd)}, USDC only`;
  const holding = ticket.held === undefined ? HOLDING_UNKNOWN : `You hold ${formatContracts(ticket.held)}`;
  const available = ticket.usdc === undefined ? '' : ` · you have ${formatToken(ticket.usdc, 6)}`;
  return (
    <Panel
      id="ticket"
      tabIndex={-1}
      className="shrink-0 scroll-mt-(--shell-top) overflow-visible outline-none"
      aria-label="Ticket"
    >
      <fieldset
        aria-label={`Order: ${name}, round to ${clockOf(round.closeAt)}`}
        className="flex min-w-0 flex-col"
      >
        {/* Without its button, which would lose the focus by it. */}
        <fieldset disabled={frozen} className="flex min-w-0 flex-col">
          <legend className="sr-only">What to trade</legend>
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
          <div className="flex flex-col gap-2.5 px-3 pt-3">
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
            <Figures summary={summary} />
            {notice && <NoticeBox notice={notice} />}
          </div>
        </fieldset>
        <div className="flex flex-col gap-2.5 px-3 pt-2.5 pb-3">
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
