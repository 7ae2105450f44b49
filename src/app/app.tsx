import { QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary, type ErrorComponentProps, RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useConfigQuery } from '@/api/config.queries.ts';
import { beginVisit } from '@/state/visit.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { loadConfig, queryClient } from './config-load.ts';
import { router } from './router.tsx';
import { BrandMark } from './shell/brand.tsx';
import { useAppearance } from './use-appearance.ts';

/** The first paint has the network and the processor to itself. */
const STREAM_AFTER_MS = 1_500;

/** Asks for the code of the page; resolves when the configuration has been asked for. Notes that a visit begins. */
export function startLoading(): Promise<void> {
  beginVisit(Date.now());
  const [matched] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of matched) {
    // Where it does not come, the page says so when it is drawn.
    router.loadRouteChunk(route)?.catch(() => undefined);
  }
  return loadConfig();
}

function Boot() {
  const config = useConfigQuery();
  useStream(config.data?.stream === true);
  if (config.data !== undefined) {
    return <RouterProvider router={router} />;
  }
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center">
      <h1 className="flex items-center gap-2 font-bold text-lg">
        <BrandMark /> Evenline
      </h1>
      {config.error && (
        <ErrorState
          title="Evenline cannot start"
          onRetry={() => void config.refetch()}
          retrying={config.isFetching}
          error={config.error}
        >
          Its server does not answer with a configuration. It is asked again every few seconds.
        </ErrorState>
      )}
    </main>
  );
}

/** The last resort: what no page caught. */
const DeskError = ({ error }: ErrorComponentProps) => (
  <main className="flex min-h-dvh flex-col items-center justify-center">
    <h1 className="flex items-center gap-2 font-bold text-lg">
      <BrandMark /> Evenline
    </h1>
    <ErrorState title="Evenline has crashed" onRetry={() => location.reload()} detail={String(error)}>
      Nothing was sent or signed by this. What was on its way is checked when the page is reloaded.
    </ErrorState>
  </main>
);

/** Prices come by themselves once the first of them are drawn; without the stream they are asked for. */
function useStream(isOffered: boolean): void {
  useEffect(() => {
    if (!isOffered) return;
    const timer = setTimeout(async () => {
      const { attachStream } = await import('@/api/stream/attach.ts').catch(() => ({
        attachStream: undefined,
      }));
      attachStream?.(queryClient);
    }, STREAM_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOffered]);
}

export function App() {
  useAppearance();
  return (
    <QueryClientProvider client={queryClient}>
      <CatchBoundary getResetKey={() => 'desk'} errorComponent={DeskError}>
        <Boot />
      </CatchBoundary>
    </QueryClientProvider>
  );
}
