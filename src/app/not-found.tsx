import { Link } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { useTitle } from '@/lib/use-title.ts';
import { useLayers } from '@/state/layers.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';

/** An address that leads nowhere. */
export function NotFound() {
  useTitle('Not found');
  return (
    <div className="flex min-h-[60dvh] flex-col justify-center">
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={SearchX}
        title="Page not found"
        action={
          <>
            <Link to="/" className={buttonClass('outline')}>
              All markets
            </Link>
            <Button onClick={() => useLayers.getState().show('palette')}>Search</Button>
          </>
        }
      >
        The address may be mistyped, or what it named is no longer listed.
      </EmptyState>
    </div>
  );
}
