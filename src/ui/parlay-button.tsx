import { cx } from '@/lib/cx.ts';

interface Props {
  /** The outcome, for screen readers: "France". */
  label: string;
  picked: boolean;
  onToggle: () => void;
}

/** Puts the YES side of an outcome on the parlay slip, or takes it off. */
export const ParlayButton = ({ label, picked, onToggle }: Props) => (
  <button
    type="button"
    aria-pressed={picked}
    aria-label={`Parlay: Yes, ${label}`}
    title={picked ? 'On your parlay: remove it' : 'Add Yes to your parlay'}
    onClick={onToggle}
    className={cx(
      'hit-area inline-flex size-6 shrink-0 items-center justify-center rounded-sm border transition-colors duration-100',
      picked
        ? 'border-transparent bg-accent-dim text-accent'
        : 'plus border-line text-faint hover:border-line-strong hover:text-text',
    )}
  >
    {picked && '✓'}
  </button>
);
