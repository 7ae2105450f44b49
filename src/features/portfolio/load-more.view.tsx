import { useEffect, useRef, useState } from 'react';
import { formatCount } from '@/domain/token-text.ts';
import { Button } from '@/ui/button.tsx';

interface MoreProps {
  /** Rows shown now. */
  shown: number;
  /** All there are, as far as the service says. */
  total: number | undefined;
  hasMore: boolean;
  loading: boolean;
  failed: boolean;
  onMore: () => void;
}

/** Foot of a paged table; rows already loaded stay while the next ones come. */
export function LoadMore({ shown, total, hasMore, loading, failed, onMore }: MoreProps) {
  const [asked, setAsked] = useState(false);
  const told = useRef<HTMLSpanElement>(null);
  // The last page takes the button away: who pressed it stays at the end of the table.
  useEffect(() => {
    if (!hasMore && document.activeElement === document.body) told.current?.focus({ preventScroll: true });
  }, [hasMore]);
  if (!hasMore && !asked) return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 border-line border-t px-3 py-2.5">
      <span ref={told} role="status" tabIndex={-1} className="num text-muted text-xs outline-none">
        {failed
          ? 'Couldn’t load the next page'
          : `${formatCount(shown)}${total === undefined ? '' : ` of ${formatCount(total)}`}`}
      </span>
      {hasMore && (
        <Button
          size="sm"
          busy={loading}
          onClick={() => {
            setAsked(true);
            onMore();
          }}
        >
          {failed ? 'Retry' : 'Load more'}
        </Button>
      )}
    </div>
  );
}
