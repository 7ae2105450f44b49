import { configQuery } from '@/api/config.queries.ts';
import { createQueryClient } from './query-client.ts';

/** The one cache of what the desk reads. */
export const queryClient = createQueryClient();

/** Asks for the configuration, once; resolves when it is there or could not be read. */
export const loadConfig = (): Promise<void> => queryClient.prefetchQuery(configQuery);
