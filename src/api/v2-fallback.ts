import { AppError } from './app-error.ts';

/**
 * Runs `newer` and, on a host that does not offer the second version of a listing (404), `older`. The absence is
 * remembered for the life of the page, so that it costs one request and not one a poll.
 */
export function withV2Fallback() {
  let absent = false;
  return async function withFallback<Newer, Older>(
    newer: () => Promise<Newer>,
    older: () => Promise<Older>,
  ): Promise<Newer | Older> {
    if (absent) return older();
    try {
      return await newer();
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'not-found') throw error;
      absent = true;
      return older();
    }
  };
}
