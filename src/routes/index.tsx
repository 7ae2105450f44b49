import { createFileRoute } from '@tanstack/react-router';
import { EventsPage } from '@/features/events/events-page.tsx';
import { parseEventsSearch } from '@/features/events/search-params.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useTitle } from '@/lib/use-title.ts';
import { useLastVisit } from '@/state/visit.ts';
import { useOwner } from '@/wallet/index.ts';

const WhatsNewPanel = lazyWithRetry(
  async () => (await import('@/features/whats-new/whats-new-panel.tsx')).WhatsNewPanel,
  {
    quiet: true,
  },
);
const WhatsNewNotice = lazyWithRetry(
  async () => (await import('@/features/whats-new/whats-new-notice.tsx')).WhatsNewNotice,
  {
    quiet: true,
  },
);

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
      whatsNew={visit && <WhatsNewPanel />}
      notice={
        visit && (
          // Its place is kept from the first paint on: what stands below must not move when it is known.
          <div className="mb-2 flex h-7 items-center">
            <WhatsNewNotice visit={visit} />
          </div>
        )
      }
    />
  );
}
