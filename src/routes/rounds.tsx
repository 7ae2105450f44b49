import type { EventId } from '@contract/ids.ts';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { lenient } from '@/domain/search-params.ts';
import { type BoardSearch, boardSearch } from '@/features/rounds/board-search.ts';
import { RoundsPage } from '@/features/rounds/rounds-page.tsx';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';

const WindowBoard = lazyWithRetry(async () => (await import('@/features/rounds/board.tsx')).WindowBoard, {
  fallback: () => <TableSkeleton what="windows" />,
});

interface RoundsSearch extends BoardSearch {
  /** Round on show; whichever runs when absent. */
  round?: string | undefined;
  side?: 'up' | 'down' | undefined;
}

const roundsSearch = z.object({
  round: lenient(z.string().check(z.minLength(1), z.maxLength(120))),
  side: lenient(z.enum(['up', 'down'])),
  ...boardSearch,
});

export const Route = createFileRoute('/rounds')({
  validateSearch: (raw: Record<string, unknown>): RoundsSearch => roundsSearch.parse(raw),
  component: Rounds,
});

function Rounds() {
  const { round, side, ...board } = Route.useSearch();
  const navigate = Route.useNavigate();
  if (board.view === 'board')
    return (
      <WindowBoard
        search={board}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    );
  return (
    <RoundsPage
      wanted={round as EventId | undefined}
      side={side ?? 'up'}
      onTurn={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
