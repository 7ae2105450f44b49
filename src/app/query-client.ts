import { focusManager, QueryClient, type QueryKey } from '@tanstack/react-query';
import { AppError, isTransient } from '@/api/app-error.ts';
import { createReadCache, newFor } from '@/api/read.ts';

const MAX_RETRIES = 2;
const RETRY_BASE_MS = 1_000;

function canonical(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { $bigint: value.toString() };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** JSON with sorted names, as the library does it, that also takes a bigint (JSON alone throws on one). */
const hashQueryKey = (key: QueryKey): string => JSON.stringify(key, canonical);

/** A refusal stays a refusal, and a limit is waited out by the poll: only passing failures are tried again. */
const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < MAX_RETRIES &&
  isTransient(error) &&
  !(error instanceof AppError && error.kind === 'rate-limited');

/**
 * `networkMode: 'always'`: whether data arrives is judged by its age, not by what the browser thinks of its
 * network. Hidden tabs poll nothing and refetch when shown. Writes are never repeated on their own.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: createReadCache(),
    defaultOptions: {
      queries: {
        queryKeyHashFn: hashQueryKey,
        networkMode: 'always',
        // The library puts a retry off until the tab is shown, and no poll of a hidden tab gets past one that waits: there
        // the next poll is the retry, so that fills and alerts go on being looked for.
        retry: (failures, error) => focusManager.isFocused() && shouldRetry(failures, error),
        // Full jitter: desks that failed together must not come back together.
        retryDelay: (attempt) => Math.round(Math.random() * RETRY_BASE_MS * 2 ** attempt),
        staleTime: newFor(1_000),
        gcTime: 5 * 60_000,
        refetchIntervalInBackground: false,
        refetchOnReconnect: true,
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  focusManager.subscribe((isShown) => isShown || retryNow(client));
  return client;
}

/** What waits to be tried again as the tab is hidden is tried at once: its wait would last until the tab is shown. */
function retryNow(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
    if (query.state.fetchFailureCount === 0) continue;
    // By itself the library gives up only what has an answer: what never came would go on waiting.
    void query.cancel({ silent: true });
    query.fetch().catch(() => undefined);
  }
}
