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
  if (!hasMore) return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 border-line border-t px-3 py-2.5">
      <span role="status" className="num text-muted text-xs">
        {failed ? 'Couldn’t load the next page' : `${shown}${total === undefined ? '' : ` of ${total}`}`}
      </span>
      <Button size="sm" busy={loading} onClick={onMore}>
        {failed ? 'Retry' : 'Load more'}
      </Button>
    </div>
  );
}
