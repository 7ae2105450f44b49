import type { Settles } from '@/domain/settles.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { readableCategory, SETTLES_LABELS } from './portfolio-labels.ts';

interface Props {
  category: string | undefined;
  settles: Settles | undefined;
  shown: number;
  of: number;
  onClear: () => void;
}

const nameOf = ({ category, settles }: Pick<Props, 'category' | 'settles'>): string =>
  [
    ...(category === undefined ? [] : [readableCategory(category)]),
    ...(settles === undefined ? [] : [SETTLES_LABELS[settles]]),
  ].join(', ');

/** Says what the positions are narrowed to, and takes it off. */
export function PositionsFilter(props: Props) {
  const { shown, of, onClear } = props;
  if (shown === 0) {
    return (
      <EmptyState
        title={`Nothing under “${nameOf(props)}”`}
        action={<Button onClick={onClear}>Show all {of}</Button>}
      >
        None of your positions fits.
      </EmptyState>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-1.5 text-muted">
      <span role="status">
        <span className="font-medium text-text">{nameOf(props)}</span>: {shown} of {of}
      </span>
      <Button size="sm" variant="ghost" onClick={onClear}>
        Show all
      </Button>
    </p>
  );
}
