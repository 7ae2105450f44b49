import { createFileRoute } from '@tanstack/react-router';
import { parseTokensSearch } from '@/features/tokens/search-params.ts';
import { TokensPage } from '@/features/tokens/tokens-page.tsx';
import { useTitle } from '@/lib/use-title.ts';

export const Route = createFileRoute('/tokens')({
  validateSearch: parseTokensSearch,
  component: Tokens,
});

function Tokens() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  useTitle('Tokens');
  return (
    <TokensPage
      search={search}
      onSearch={(next, replace) =>
        void navigate({ search: next, replace: replace ?? false, resetScroll: false })
      }
    />
  );
}
