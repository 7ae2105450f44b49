import { useQueryClient } from '@tanstack/react-query';
import { useNow } from '@/lib/clock.ts';
import { AppError } from './app-error.ts';

/** Why an answer on show could not be read, the first of them; looked for once a second. */
export function useUnreadable(): AppError | undefined {
  const client = useQueryClient();
  useNow(1_000);
  return client
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ state }) => state.error)
    .find((one): one is AppError => one instanceof AppError && one.kind === 'malformed');
}
