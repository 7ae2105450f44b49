import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '@/lib/cx.ts';
import { FieldNote, fieldClass } from './field.tsx';

const MAX_WHOLE_DIGITS = 12;

/**
 * Text as an amount may be written: digits and one point, at most `decimals` digits behind it. Spaces and grouping
 * commas of a pasted "1,250.50" are dropped, a lone decimal comma ("12,5") becomes a point, leading zeros go.
 * Undefined when the text is no amount: the keystroke is then refused rather than guessed at.
 */
export function acceptDecimal(text: string, decimals: number): string | undefined {
  let plain = text.replace(/[\s$]/g, '');
  if (!plain.includes('.') && /^\d*,\d*$/.test(plain) && !/^[1-9]\d{0,2},\d{3}$/.test(plain)) {
    plain = plain.replace(',', '.');
  } else if (/^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(plain)) {
    plain = plain.replaceAll(',', '');
  }
  const [matched, whole = '', point = '', fraction = ''] = /^(\d*)(\.?)(\d*)$/.exec(plain) ?? [];
  if (matched === undefined || fraction.length > decimals || (point !== '' && decimals === 0))
    return undefined;
  const trimmed = whole.replace(/^0+(?=\d)/, '');
  if (trimmed.length > MAX_WHOLE_DIGITS) return undefined;
  return `${trimmed === '' && point !== '' ? '0' : trimmed}${point}${fraction}`;
}

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'size' | 'prefix'> {
  label: string;
  /** Decimal text; the caller parses it by digits (`parseUsd`). */
  value: string;
  onChange: (text: string) => void;
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
  const invalid = error !== undefined && error !== null && error !== '';
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
            value={value}
            placeholder={`${prefix ?? ''}0`}
            aria-invalid={invalid || undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => {
              const accepted = acceptDecimal(event.target.value, decimals);
              if (accepted !== undefined && accepted !== value) onChange(accepted);
            }}
            className="num field-sizing-content min-w-4 max-w-full bg-transparent text-right outline-none"
            {...rest}
          />
          {suffix !== undefined && <span className="ml-1.5 shrink-0 text-base text-muted">{suffix}</span>}
        </span>
      </div>
      <FieldNote id={`${id}-note`} error={invalid ? error : undefined} hint={hint} />
    </div>
  );
}
