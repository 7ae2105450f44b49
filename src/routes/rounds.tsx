import type { EventId } from '@contract/ids.ts';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { RoundsPage } from '@/features/rounds/rounds-page.tsx';

interface RoundsSearch {
  /** Round on show; whichever runs when absent. */
  round?: string | undefined;
  side?: 'up' | 'down' | undefined;
}

/** What an address gets wrong is as if it were absent. */
const roundsSearch = z.object({
  round: z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(120))), undefined),
  side: z.catch(z.optional(z.enum(['up', 'down'])), undefined),
});

export const Route = createFileRoute('/rounds')({
  validateSearch: (raw: Record<string, unknown>): RoundsSearch => {
    const { round, side } = roundsSearch.parse(raw);
    return { ...(round ? { round } : {}), ...(side ? { side } : {}) };
  },
  component: Rounds,
});

function Rounds() {
  const { round, side } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <RoundsPage
      wanted={round as EventId | undefined}
      side={side ?? 'up'}
      onTurn={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
