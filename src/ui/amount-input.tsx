import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '@/lib/cx.ts';
import { FieldNote, fieldClass } from './field.tsx';
import { useTypedAmount } from './use-typed-amount.ts';

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'size' | 'prefix'> {
  label: string;
  /** Plain decimal text, whatever form of numbers is shown; the caller parses it by digits (`parseUsd`). */
  value: string;
  /** `refused`: the text is empty because what stands in the field was refused, and says why. */
  onChange: (text: string, refused: boolean) => void;
  decimals?: number;
  prefix?: string;
  suffix?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Beside the label: a balance, a switch of units. */
  aside?: ReactNode;
}

/** An amount of money or contracts, kept as the text that was typed: no float ever stands in for it. */
export function AmountInput({
  label,
  value,
  onChange,
  decimals = 2,
  prefix,
  suffix,
  hint,
  error,
  aside,
  className,
  disabled,
  ...rest
}: Props) {
  const id = useId();
  const typed = useTypedAmount(value, decimals, onChange, prefix === '$');
  const wrong = typed.refused ?? error;
  const invalid = wrong !== undefined && wrong !== null && wrong !== '';
  return (
    <div className={className}>
      <div className={cx(fieldClass(invalid), 'h-11 gap-2 px-3', disabled && 'opacity-60')}>
        <label htmlFor={id} className="shrink-0 text-muted">
          {label}
        </label>
        {aside}
        <span className="ml-auto flex min-w-0 flex-1 items-baseline justify-end text-xl">
          {prefix !== undefined && value !== '' && <span className="num text-text">{prefix}</span>}
          <input
            id={id}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            disabled={disabled}
            placeholder={`${prefix ?? ''}0`}
            aria-invalid={invalid || undefined}
            aria-describedby={`${id}-note`}
            {...typed.input}
            className="num field-sizing-content min-w-4 max-w-full bg-transparent text-right outline-none"
            {...rest}
          />
          {suffix !== undefined && <span className="ml-1.5 shrink-0 text-base text-muted">{suffix}</span>}
        </span>
      </div>
      <FieldNote id={`${id}-note`} error={invalid ? wrong : undefined} hint={hint} />
    </div>
  );
}
