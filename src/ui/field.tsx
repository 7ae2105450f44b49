import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';
import { cx } from '@/lib/cx.ts';

/** Classes of a text field's frame. */
export const fieldClass = (invalid: boolean): string =>
  cx(
    'flex items-center rounded-md border bg-bg transition-colors duration-100',
    'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent has-[input:focus-visible]:-outline-offset-1',
    invalid ? 'border-danger' : 'border-control-line hover:border-muted',
  );

/** Help and error below a field. The error alone is announced: help may be a price, which is not read out as it moves. */
export const FieldNote = ({ id, error, hint }: { id: string; error?: ReactNode; hint?: ReactNode }) => (
  <div id={id} className="text-xs">
    <p aria-live="polite" className="text-danger not-empty:mt-1">
      {error}
    </p>
    {!error && hint && <p className="mt-1 text-faint">{hint}</p>}
  </div>
);

interface SwitchProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type'> {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting that is on or off, with its explanation. */
export function Switch({ label, hint, checked, onChange, className, ...rest }: SwitchProps) {
  const id = useId();
  return (
    <div className={cx('flex w-full items-center justify-between gap-6', className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="cursor-pointer font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="mt-0.5 text-muted text-sm">
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
        className={cx(
          'hit-area h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full border border-control-line bg-raised p-[3px]',
          'before:block before:size-3 before:rounded-full before:bg-muted before:transition-transform before:duration-100',
          'checked:border-yes checked:bg-yes checked:before:translate-x-4 checked:before:bg-on-yes',
        )}
        {...rest}
      />
    </div>
  );
}

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
  disabled?: boolean;
  className?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** One of many values in little space: the system's own list. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  disabled,
  className,
  ref,
}: SelectProps<Value>) {
  return (
    <select
      ref={ref}
      aria-label={label}
      title={label}
      value={value}
      disabled={disabled}
      onChange={(event) => {
        const picked = options.find((option) => option.value === event.target.value);
        if (picked) onChange(picked.value);
      }}
      className={cx(
        'select-caret h-7 cursor-pointer appearance-none rounded-full border border-line-strong bg-panel py-0 pr-6 pl-2.5 text-muted text-sm hover:text-text',
        className,
      )}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface DateProps {
  label: string;
  /** "2026-10-03"; undefined for any day. */
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A day, picked from the system's own calendar, beside its label. */
export function DateField({ label, value, min, max, onChange }: DateProps) {
  const id = useId();
  return (
    <span className="inline-flex h-7 items-center gap-1.5 rounded-full border border-line-strong bg-panel pr-2 pl-2.5 text-muted text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value ?? ''}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        className="num w-[8.25rem] bg-transparent text-text text-xs outline-none"
      />
    </span>
  );
}
