import { formatCents } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { FormEvent } from 'react';
import { chanceOf } from '@/domain/events.ts';
import { AmountInput } from '@/ui/amount-input.tsx';
import { Button } from '@/ui/button.tsx';
import { Select } from '@/ui/field.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { type AlertForm, wayOf } from './alert-form.ts';
import { CLOSING_CHOICES, type ClosingChoice, KINDS, NO_WAY, WAYS } from './alerts-labels.ts';

interface Props {
  form: AlertForm;
  onForm: (form: AlertForm) => void;
  market: Market | undefined;
  /** The market has one side only. */
  oneSided: boolean;
  problem: string | null;
  editing: boolean;
  onSubmit: () => void;
  onCancel: () => void;
}

/** What an alert waits for. */
export function AlertFormView(props: Props) {
  const { form, onForm, market, oneSided, problem, editing, onSubmit, onCancel } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === null) onSubmit();
  };
  const price = market ? chanceOf(market, form.side) : null;
  const way = wayOf(form, market);
  return (
    <form
      aria-label={editing ? 'Edit the alert' : 'New alert'}
      className="flex flex-col gap-3"
      onSubmit={submit}
    >
      <Segmented
        label="Condition"
        value={form.kind}
        onChange={(kind) => onForm({ ...form, kind })}
        options={KINDS}
      />
      {form.kind === 'price' && (
        <>
          {!oneSided && (
            <Segmented
              label="Side"
              value={form.side}
              onChange={(side) => onForm({ ...form, side, typedAt: null })}
              options={[
                { value: 'yes', label: 'Yes', tone: 'yes' },
                { value: 'no', label: 'No', tone: 'no' },
              ]}
            />
          )}
          <AmountInput
            label="Price"
            value={form.cents}
            decimals={1}
            suffix="¢"
            onChange={(cents) => onForm({ ...form, cents, typedAt: null })}
            aside={
              <Select
                label="Direction"
                value={way ?? ''}
                options={way === null ? [NO_WAY, ...WAYS] : WAYS}
                onChange={(to) => to !== '' && onForm({ ...form, to })}
              />
            }
            hint={
              price === null ? (
                'No price quoted right now'
              ) : (
                <span className="num">Now {formatCents(price)}</span>
              )
            }
          />
        </>
      )}
      {form.kind === 'closing' && (
        <p className="flex items-center gap-2 text-muted">
          Tell me
          <Select<ClosingChoice>
            label="How long before trading closes"
            value={form.closing}
            options={CLOSING_CHOICES}
            onChange={(closing) => onForm({ ...form, closing })}
          />
          trading closes
        </p>
      )}
      {form.kind === 'claimable' && (
        <p className="text-muted">Alerts you when a payout from this market can be claimed.</p>
      )}
      <div className="flex items-center gap-2">
        <Button type="submit" variant="primary" disabled={problem !== null} className="flex-1">
          {problem ?? (editing ? 'Edit the alert' : 'Create alert')}
        </Button>
        {editing && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}
