import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { EventsPage } from '@/features/events/events-page.tsx';
import { parseEventsSearch } from '@/features/events/search-params.ts';
import { useTitle } from '@/lib/use-title.ts';
import { useLastVisit } from '@/lib/visit.ts';
import { useOwner } from '@/wallet/index.ts';

const SincePanel = lazy(async () => ({
  default: (await import('@/features/since/since-panel.tsx')).SincePanel,
}));
const SinceNotice = lazy(async () => ({
  default: (await import('@/features/since/since-notice.tsx')).SinceNotice,
}));

export const Route = createFileRoute('/')({
  validateSearch: parseEventsSearch,
  component: MarketsPage,
});

function MarketsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  useTitle('Markets');
  const visit = useLastVisit();
  return (
    <EventsPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      owner={useOwner()}
      since={
        visit && (
          <Suspense fallback={null}>
            <SincePanel />
          </Suspense>
        )
      }
      notice={
        visit && (
          // Its place is kept from the first paint on: what stands below must not move when it is known.
          <div className="mb-2 flex h-7 items-center">
            <Suspense fallback={null}>
              <SinceNotice visit={visit} />
            </Suspense>
          </div>
        )
      }
    />
  );
}
