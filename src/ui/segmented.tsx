import { type ReactNode, useId } from 'react';
import { cx } from '@/lib/cx.ts';
import { useSelectedInSight } from './use-selected-in-sight.ts';

export type SegmentTone = 'neutral' | 'yes' | 'no';
export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly tone?: SegmentTone;
  readonly disabled?: boolean;
  /** Says more of a choice; why one is off belongs into a text that it is described by. */
  readonly title?: string;
}

interface Props<Value extends string> {
  /** Names the choice for screen readers. */
  label: string;
  options: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Id of the text that says why choices are off: they themselves cannot be reached. */
  describedBy?: string;
  /** `plain`: a row of tabs in a header; `boxed`: the full-width switch of a form. */
  look?: 'boxed' | 'plain';
  className?: string;
}

const TONES: Record<SegmentTone, string> = {
  neutral: 'has-checked:bg-raised has-checked:text-text',
  yes: 'has-checked:bg-yes-dim has-checked:text-yes',
  no: 'has-checked:bg-no-dim has-checked:text-no',
};

/** One of a few values: native radio buttons, so arrow keys and forms work as everywhere. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  describedBy,
  look = 'boxed',
  className,
}: Props<Value>) {
  const name = useId();
  const ref = useSelectedInSight<HTMLFieldSetElement>(value);
  const boxed = look === 'boxed';
  return (
    <fieldset
      ref={ref}
      aria-describedby={describedBy}
      className={cx(
        boxed
          ? 'grid auto-cols-fr grid-flow-col gap-[3px] rounded-md border border-line bg-bg p-[3px]'
          : 'flex gap-0.5',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          title={option.title}
          className={cx(
            'relative flex h-7 items-center justify-center whitespace-nowrap rounded-sm px-2.5 font-medium text-muted',
            'transition-colors duration-100 has-disabled:cursor-not-allowed has-disabled:text-faint',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent',
            !option.disabled && 'hover:text-text',
            boxed && 'font-semibold',
            TONES[option.tone ?? 'neutral'],
          )}
        >
          <input
            type="radio"
            className="absolute inset-0 appearance-none opacity-0"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
