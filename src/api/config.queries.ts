import { type AppConfig, appConfig } from '@contract/config.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { setConfig } from '@/config.ts';
import { setServerClock } from '@/lib/clock.ts';
import { followDates } from '@/state/backend-status.ts';
import { type CallOptions, parseAnswer, request } from './transport.ts';

const RETRY_MS = 3_000;

/**
 * Reads `/config.json` and keeps it for the life of the page.
 * @throws AppError
 */
export async function fetchConfig(options: CallOptions = {}): Promise<AppConfig> {
  const answer = await request({ method: 'GET', url: '/config.json' }, options);
  const config = parseAnswer(appConfig, answer, 'config');
  setConfig(config);
  return config;
}

/** Asked for before anything is drawn, until it answers; it also says by whose clock the desk goes. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => {
    const config = await fetchConfig({ signal });
    if (config.paper?.now !== undefined) setServerClock(config.paper.now * 1_000, config.paper.speed);
    else if (config.mode === 'live') followDates();
    return config;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchInterval: (query) => (query.state.data === undefined ? RETRY_MS : false),
  refetchIntervalInBackground: true,
});
export const useConfigQuery = () => useQuery(configQuery);
