import type { TriggerOrder } from '@/api/triggers.queries.ts';
import type { TriggerOrderChange } from '@/api/triggers.writes.ts';
import { useServerNow } from '@/lib/clock.ts';
import { formatDay } from '@/lib/time.ts';
import { AmountInput } from '@/ui/amount-input.tsx';
import { Button } from '@/ui/button.tsx';
import { Select } from '@/ui/field.tsx';
import { draftText, EDIT_LABELS, type EditDraft, fieldsOf, isPriceField, judgeEdit } from './orders-edit.ts';
import type { TriggerPoint } from './orders-rows.ts';

const HOUR = 3_600;
const LIVES = [
  { value: 'keep', seconds: null, label: 'Keep' },
  { value: '1h', seconds: HOUR, label: '1 hour from now' },
  { value: '1d', seconds: 24 * HOUR, label: '1 day from now' },
  { value: '7d', seconds: 7 * 24 * HOUR, label: '7 days from now' },
  { value: '30d', seconds: 30 * 24 * HOUR, label: '30 days from now' },
  { value: '365d', seconds: 365 * 24 * HOUR, label: '1 year from now' },
] as const;

interface Props {
  id: string;
  order: TriggerOrder;
  draft: EditDraft;
  points: readonly TriggerPoint[];
  /** Price of the trigger token; null while it is not known. */
  now: bigint | null;
  busy: boolean;
  /** What the service said to the last try. */
  problem: string | null;
  onDraft: (draft: EditDraft) => void;
  onSave: (change: TriggerOrderChange) => void;
  onClose: () => void;
}

/** Terms of an open order, changed where it stands. Nothing is signed: the deposit stays where it is. */
export function OrderEdit({ id, order, draft, points, now, busy, problem, onDraft, onSave, onClose }: Props) {
  const serverNow = useServerNow(1_000);
  const { errors, warnings, change, missing, save } = judgeEdit(order, draft, points, now, serverNow);
  const lives = LIVES.find(({ seconds }) => seconds === draft.livesFor) ?? LIVES[0];
  return (
    <form
      id={id}
      aria-label="Change the order"
      className="grid gap-2 whitespace-normal border-line border-t bg-bg px-3 py-3 text-left"
      onSubmit={(event) => {
        event.preventDefault();
        if (change && !busy) onSave(change);
      }}
      onKeyDown={(event) => {
        // What is being saved is not to be taken back: it may have been changed already.
        if (event.key === 'Escape' && !busy) onClose();
        // Only the button saves.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {fieldsOf(order).map((field) => (
          <AmountInput
            key={field}
            label={EDIT_LABELS[field]}
            value={draftText(order, draft, field)}
            decimals={isPriceField(field) ? 12 : 2}
            {...(isPriceField(field) ? { prefix: '$' } : { suffix: '%' })}
            error={errors[field]}
            disabled={busy}
            onChange={(text) => onDraft({ ...draft, values: { ...draft.values, [field]: text } })}
          />
        ))}
        <span className="flex h-11 items-center justify-between gap-2 rounded-md border border-control-line bg-bg px-3">
          <span className="text-muted">Expires</span>
          <Select
            label="Expires"
            value={lives.value}
            disabled={busy}
            options={LIVES.map(({ value, label }) => ({
              value,
              label: value === 'keep' ? `${label} ${formatDay(order.expiresAt)}` : label,
            }))}
            onChange={(value) =>
              onDraft({ ...draft, livesFor: LIVES.find((one) => one.value === value)?.seconds ?? null })
            }
          />
        </span>
      </div>
      {warnings.map((warning) => (
        <p key={warning} role="status" className="text-sm text-warn">
          {warning}
        </p>
      ))}
      {problem !== null && (
        <p role="alert" className="text-danger text-sm">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto text-muted text-xs">
          Nothing is signed, and the deposit stays where it is.
        </span>
        <Button disabled={busy} onClick={onClose}>
          Discard changes
        </Button>
        <Button type="submit" variant="primary" busy={busy} disabled={change === null}>
          {missing ?? save}
        </Button>
      </div>
    </form>
  );
}
