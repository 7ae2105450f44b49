import ChevronRight from 'lucide-react/icons/chevron-right';
import { cx } from '@/lib/cx.ts';

interface Props {
  open: boolean;
  /** Id of what it unfolds. */
  controls: string;
  /** What it unfolds: "the records of …". */
  what: string;
  onToggle: () => void;
}

/** Unfolds what belongs to a row, beneath it. */
export const UnfoldButton = ({ open, controls, what, onToggle }: Props) => (
  <button
    type="button"
    aria-expanded={open}
    aria-controls={controls}
    aria-label={`${open ? 'Hide' : 'Show'} ${what}`}
    className="hit-area flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text"
    onClick={onToggle}
  >
    <ChevronRight
      aria-hidden
      className={cx('size-3.5 transition-transform duration-100', open && 'rotate-90')}
    />
  </button>
);
