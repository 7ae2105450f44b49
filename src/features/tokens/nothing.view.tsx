import type { useRecentTokens } from '@/api/tokens.queries.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { LoadingNote, Skeleton } from '@/ui/skeleton.tsx';

const LINES = Array.from({ length: 12 }, (_, line) => line);

interface NothingProps {
  query: ReturnType<typeof useRecentTokens>;
  filtered: boolean;
  onClear: () => void;
}

/** Why there are no rows. */
export function Nothing({ query, filtered, onClear }: NothingProps) {
  if (filtered) {
    return (
      <EmptyState
        title="The filters hide every token"
        action={<Button onClick={onClear}>Clear the filters</Button>}
      >
        A token with missing data does not match.
      </EmptyState>
    );
  }
  if (query.error) {
    return (
      <ErrorState
        title="Couldn’t load the tokens"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        error={query.error}
      >
        {query.error.message} Your positions are not affected.
      </ErrorState>
    );
  }
  if (query.isPending) return <TokensSkeleton />;
  return <EmptyState title="No new tokens at the moment">They appear here by themselves.</EmptyState>;
}

export const TokensSkeleton = () => (
  <div className="flex flex-col gap-[15px] p-3">
    <LoadingNote what="tokens" />
    {LINES.map((line) => (
      <Skeleton key={line} className="h-9 w-full" />
    ))}
  </div>
);
