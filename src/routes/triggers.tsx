import { createFileRoute } from '@tanstack/react-router';
import { parseTriggersSearch } from '@/features/triggers/search-params.ts';
import { TriggersPage } from '@/features/triggers/triggers-page.tsx';

export const Route = createFileRoute('/triggers')({
  validateSearch: parseTriggersSearch,
  component: Triggers,
});

function Triggers() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TriggersPage
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
