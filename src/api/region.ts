import { useBackendStatus } from '@/state/backend-status.ts';
import { AppError } from './app-error.ts';

/** Codes come in upper and lower case. */
export const REGION_CODE = 'UNSUPPORTED_REGION';

/**
 * Notes how the service answers when a trade is to be opened from here: refused for the region, no other is offered
 * until it is tried anew. What closes a trade is asked for all the same.
 */
export async function opening<T>(answer: Promise<T>): Promise<T> {
  try {
    const built = await answer;
    useBackendStatus.setState({ regionRefusal: undefined });
    return built;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'region')
      useBackendStatus.setState({ regionRefusal: error.message });
    throw error;
  }
}

/** Whether nothing can be opened from here, as far as is known. */
export const useRegionRefused = (): boolean =>
  useBackendStatus(({ regionRefusal }) => regionRefusal !== undefined);
