import {
  formatCents,
  formatContracts,
  formatUsd,
  type MicroContracts,
  toDecimalText,
  withDecimalSign,
} from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { payoutOf } from '@contract/pricing.ts';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { ReactNode } from 'react';
import { CROSSED_BOOK } from '@/domain/status-texts.ts';
import { holdingText } from '@/orders/reserved.ts';
import { ButtonNote } from '@/tx/landing-clock.tsx';
import type { Waiting } from '@/tx/types.ts';
import { AmountInput } from '@/ui/amount-input.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Select } from '@/ui/field.tsx';
import { KeyValue, KeyValues } from '@/ui/key-value.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent } from '@/ui/price.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { HeldWords } from '../market-label.view.tsx';
import {
  amountText,
  type CloseAmount,
  type CloseSummary,
  chosenPart,
  PARTS,
  type Part,
} from './close-form.ts';

/** Above this a sale may lose more than is usual between its quote and its fill: 5 %. */
export const HIGH_SLIPPAGE_BPS = 500;
const USUAL = [50, 100, 250, 500, 1_000] as const;

/** Basis points as people read them: 250 → `2.5%`. */
export const slippageText = (bps: number): string => `${withDecimalSign(toDecimalText(BigInt(bps), 2))}%`;

interface SlippageProps {
  bps: number;
  /** The slippage of the settings, offered beside the usual ones. */
  preferredBps: number;
  onChange: (bps: number) => void;
  /** At the other end of its line. */
  children?: ReactNode;
}

/** How far below its quote a sale may go, with a warning when that is far. */
export function SlippageChoice({ bps, preferredBps, onChange, children }: SlippageProps) {
  const choices = [...new Set<number>([...USUAL, preferredBps, bps])].sort((a, b) => a - b);
  return (
    <>
      <div className="flex items-center gap-2">
        <span className="text-muted">Slippage</span>
        <Select
          label="Slippage: how far below its quote a sale may go"
          value={String(bps)}
          options={choices.map((choice) => ({ value: String(choice), label: slippageText(choice) }))}
          onChange={(text) => onChange(Number.parseInt(text, 10))}
          className="num"
        />
        <span className="flex-1" />
        {children}
      </div>
      {bps > HIGH_SLIPPAGE_BPS && (
        <p role="alert" className="my-2 flex gap-2 rounded-md bg-warn-dim px-3 py-2 text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            {slippageText(bps)} is a lot: a sale may go that far below its quote before it stops. More than 5%
            is rarely needed.
          </span>
        </p>
      )}
    </>
  );
}

interface Props {
  position: Position;
  /** What of it open sales have not reserved; undefined while that is not known. */
  free: MicroContracts | undefined;
  amount: CloseAmount;
  summary: CloseSummary;
  slippageBps: number;
  /** The slippage of the settings, offered beside the usual ones. */
  preferredBps: number;
  /** Age of the order book. */
  age: ReactNode;
  /** The sale is under way: what was agreed stays as it was shown. */
  busy: boolean;
  /** It was sent and could still land: until then it stays under way. */
  waiting: Waiting | null;
  onAmount: (amount: CloseAmount) => void;
  onSlippage: (bps: number) => void;
  onSubmit: () => void;
  onDismiss: () => void;
}

const PART_LABELS: Record<Part, string> = { '2500': '25%', '5000': '50%', '7500': '75%', '10000': 'All' };
const OPTIONS = PARTS.map((part) => ({ value: part, label: PART_LABELS[part] }));

function Figures({ position, summary, slippageBps }: Pick<Props, 'position' | 'summary' | 'slippageBps'>) {
  const { close } = summary;
  const quote = close?.quote;
  const none = <Absent reason={summary.problem?.text ?? 'No quote'} />;
  return (
    <KeyValues>
      <KeyValue name="Average price, from the book">
        {quote ? formatCents(quote.average, true) : none}
      </KeyValue>
      <KeyValue
        name={`Worst price (slippage ${slippageText(slippageBps)})`}
        title="Nothing is sold below this price"
      >
        {quote ? formatCents(quote.cap, true) : none}
      </KeyValue>
      <KeyValue name="Fees">{quote ? formatUsd(quote.fees.total, 'up') : none}</KeyValue>
      <KeyValue name="You receive" strong>
        {quote ? formatUsd(quote.net) : none}
      </KeyValue>
      <KeyValue name="Realised profit" title="What you receive, less what these contracts cost you with fees">
        {close ? <Pnl value={close.realised} cost={close.costSold} /> : none}
      </KeyValue>
      <KeyValue name="You keep">
        {close ? (close.left === 0n ? 'nothing' : `${formatContracts(close.left)} contracts`) : none}
      </KeyValue>
      <KeyValue name="Held to the end, if it wins">{formatUsd(payoutOf(position.contractsMicro))}</KeyValue>
    </KeyValues>
  );
}

/** Sale of all or part of a position. Enter in the field does not send it: only the button does. */
export function CloseDialogView(props: Props) {
  const { position, free, amount, summary, age, busy, onAmount, onSubmit, onDismiss } = props;
  const short = summary.close?.short ? summary.close : null;
  return (
    <Dialog
      open
      width="sm"
      onOpenChange={(open) => {
        if (!open) onDismiss();
      }}
      title="Close position"
      description={<HeldWords subject={position} />}
    >
      <fieldset disabled={busy} className="flex min-w-0 flex-col gap-3">
        <legend className="sr-only">What to sell</legend>
        <Segmented<Part | 'other'>
          label="Part of the position"
          options={OPTIONS}
          value={chosenPart(amount, free)}
          onChange={(part) => {
            if (part !== 'other') onAmount({ by: 'part', bps: BigInt(part) });
          }}
        />
        <AmountInput
          label="Contracts"
          value={amountText(amount, free)}
          onChange={(text) => onAmount({ by: 'typed', text })}
          error={summary.problem?.field ? summary.problem.text : undefined}
          hint={holdingText(position.contractsMicro, free)}
        />
        <div>
          <SlippageChoice
            bps={props.slippageBps}
            preferredBps={props.preferredBps}
            onChange={props.onSlippage}
          />
        </div>
      </fieldset>
      <div className="mt-3 border-line border-t pt-2">
        <div className="flex items-center justify-between">
          <h3 className="font-medium text-faint text-xs">Exit quote</h3>
          {age}
        </div>
        <Figures {...props} />
      </div>
      {summary.close?.quote.crossed && (
        <p className="mt-2 rounded-md bg-warn-dim px-3 py-2 text-warn">{CROSSED_BOOK}</p>
      )}
      {short && (
        <p className="mt-2 rounded-md bg-warn-dim px-3 py-2 text-warn">
          The order book fills {formatContracts(short.quote.contracts)} now. The rest stays yours.
        </p>
      )}
      <Button
        variant="no"
        size="lg"
        className="num mt-3 w-full"
        disabled={summary.problem !== null}
        busy={busy}
        onClick={onSubmit}
      >
        {summary.button}
      </Button>
      <ButtonNote waiting={props.waiting} className="mt-2 min-h-[19px] text-center text-muted">
        <p role="status">
          {busy
            ? 'In progress: see the message, and check your wallet.'
            : 'Checked before your wallet opens.'}
        </p>
      </ButtonNote>
    </Dialog>
  );
}
