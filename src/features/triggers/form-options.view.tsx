import { toDecimalText, withDecimalSign } from '@contract/money.ts';
import { useId, useState } from 'react';
import { serverNow } from '@/lib/clock.ts';
import { dayText, formatLocal } from '@/lib/time.ts';
import { AmountInput } from '@/ui/amount-input.tsx';
import { DateField, FieldNote } from '@/ui/field.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import type { Expiry, LevelId } from './form-state.ts';
import { defaultSlippage, SLIPPAGE_OF } from './form-terms.ts';
import type { FormController } from './use-form.ts';

const EXPIRIES: readonly { value: Expiry; label: string }[] = [
  { value: '1', label: '1 d' },
  { value: '7', label: '7 d' },
  { value: '30', label: '30 d' },
  { value: '90', label: '90 d' },
  { value: 'date', label: 'Date' },
];

/** How long the order waits. */
export function ExpiryField({ form }: { form: FormController }) {
  const { state, expiresAt, notes } = form.summary;
  const noteId = useId();
  return (
    <div>
      <div className="flex flex-col gap-1.5">
        <div className="flex items-center gap-2">
          <span className="shrink-0 text-muted">Expires</span>
          <Segmented
            label="Expires"
            className="flex-1"
            value={state.expiry}
            onChange={(expiry) => form.dispatch({ type: 'expiry', expiry })}
            options={EXPIRIES}
          />
        </div>
        {state.expiry === 'date' && (
          <DateField
            label="Last day"
            value={state.date}
            min={dayText(serverNow())}
            onChange={(date) => form.dispatch({ type: 'date', date })}
          />
        )}
      </div>
      {/* A day counts from now: what is shown of it goes on with the clock. */}
      <FieldNote
        id={noteId}
        error={notes.date}
        hint={
          expiresAt === undefined
            ? 'Pick a day.'
            : `${formatLocal(expiresAt)}. Unfilled funds can be withdrawn.`
        }
      />
    </div>
  );
}

const NAMES: Record<LevelId, string> = {
  trigger: 'Slippage of the order',
  tp: 'Slippage of the take-profit',
  sl: 'Slippage of the stop-loss',
};

/** How much worse than the market it may fill; the defaults in words, each of one's own by choice. */
export function SlippageFields({ form, summaryText }: { form: FormController; summaryText: string }) {
  const { state, notes } = form.summary;
  const [open, setOpen] = useState(false);
  // What is wrong is shown; once it is mended, who mended it is still typing there.
  if (notes.slippage !== undefined && !open) setOpen(true);
  return (
    <details
      className="rounded-md border border-line px-3 py-2"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="text-muted">
        Slippage <span className="num float-right text-text">{summaryText}</span>
      </summary>
      <div className="mt-2 flex flex-col gap-2">
        <p className="text-faint text-xs">
          How much worse than the market it may fill. Taking a profit or buying a dip can wait: 5 %. Stopping
          a loss or chasing a rise cannot: 20 %, so that it is not left behind.
        </p>
        {SLIPPAGE_OF[state.kind].map((id) => (
          <AmountInput
            key={id}
            label={NAMES[id]}
            value={state.slippage[id] ?? ''}
            onChange={(text, refused) => form.dispatch({ type: 'slippage', id, text: refused ? null : text })}
            decimals={2}
            placeholder={withDecimalSign(toDecimalText(defaultSlippage(id, state), 2))}
            suffix="%"
            disabled={form.frozen}
            error={notes.slippage}
          />
        ))}
      </div>
    </details>
  );
}
