import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { MonitorPage } from '@/features/portfolio/monitor/monitor-page.tsx';
import { WALL_SORTS, type WallSort } from '@/features/portfolio/monitor/wall-sorts.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';

const HeldSlips = lazyWithRetry(async () => (await import('@/features/parlay/slips-panel.tsx')).HeldSlips);

interface MonitorSearch {
  /** How the tiles are sorted; by what moves most when absent. */
  sort?: WallSort | undefined;
}

/** What an address gets wrong is as if it were absent. */
const monitorSearch = z.object({ sort: z.catch(z.optional(z.enum(WALL_SORTS)), undefined) });

export const Route = createFileRoute('/monitor')({
  validateSearch: (raw: Record<string, unknown>): MonitorSearch => monitorSearch.parse(raw),
  component: Monitor,
});

function Monitor() {
  const { sort } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MonitorPage
      sort={sort ?? 'move'}
      onSort={(next) => void navigate({ search: { sort: next }, replace: true, resetScroll: false })}
      parlays={(shown) => <HeldSlips {...shown} />}
    />
  );
}
