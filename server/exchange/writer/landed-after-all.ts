import { setTimeout as pause } from 'node:timers/promises';
import type { CommitStore } from './commit.store.ts';
import { FencedError } from './commit-errors.ts';

/** In milliseconds. */
interface Patience {
  /** Between looks. */
  readonly retryMs: number;
  /** Until the next term has to find out. */
  readonly verdictMs: number;
}

const PATIENCE: Patience = { retryMs: 250, verdictMs: 30_000 };

/**
 * Whether a commit that failed in our eyes has landed after all; asks until the database answers.
 * @throws FencedError when another process writes by now, or no answer comes for too long: then nobody here can say,
 * and whoever claims the database next reads it there.
 */
export async function landedAfterAll(
  { landed }: Pick<CommitStore, 'landed'>,
  batch: number,
  { retryMs, verdictMs }: Patience = PATIENCE,
): Promise<boolean> {
  const over = new AbortController();
  const { signal } = over;
  const answered = async (): Promise<boolean> => {
    for (;;) {
      try {
        return await landed(batch);
      } catch (error) {
        if (error instanceof FencedError) throw error;
        await pause(retryMs, undefined, { signal });
      }
    }
  };
  const silent = async (): Promise<never> => {
    await pause(verdictMs, undefined, { signal });
    throw new FencedError('The database does not say whether a commit has landed.');
  };
  try {
    return await Promise.race([answered(), silent()]);
  } finally {
    over.abort();
  }
}
