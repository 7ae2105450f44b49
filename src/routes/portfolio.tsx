import { createFileRoute } from '@tanstack/react-router';
import { PortfolioPage } from '@/features/portfolio/portfolio-page.tsx';
import { parsePortfolioSearch } from '@/features/portfolio/search-params.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';

const Slips = lazyWithRetry(async () => (await import('@/features/parlay/slips-panel.tsx')).Slips, {
  fallback: () => <TableSkeleton what="parlays" />,
});

const Legs = lazyWithRetry(async () => (await import('@/features/parlay/slips-panel.tsx')).LegsOfSlip);

function Portfolio() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PortfolioPage
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      parlays={(owner, signer, picking) => <Slips owner={owner} signer={signer} picking={picking} />}
      legsOf={(slip, over) => <Legs slip={slip} over={over} />}
    />
  );
}

export const Route = createFileRoute('/portfolio')({
  validateSearch: parsePortfolioSearch,
  component: Portfolio,
});
