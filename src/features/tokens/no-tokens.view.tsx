import type { useRecentTokens } from '@/api/tokens.queries.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { RowsSkeleton } from '@/ui/rows-skeleton.tsx';

interface Props {
  query: ReturnType<typeof useRecentTokens>;
  filtered: boolean;
  onClear: () => void;
}

/** Why there are no rows. */
export function NoTokens({ query, filtered, onClear }: Props) {
  const { error } = query;
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
  if (error) {
    return (
      <ErrorState
        title="Couldn’t load the tokens"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        error={error}
      >
        {error.message} Your positions are not affected.
      </ErrorState>
    );
  }
  if (query.isPending) return <RowsSkeleton what="tokens" />;
  return <EmptyState title="No new tokens at the moment">They appear here by themselves.</EmptyState>;
}
