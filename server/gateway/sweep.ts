import { pagination } from '@contract/page.ts';
import * as z from 'zod/mini';
import type { Question } from './answer-store.ts';
import type { Timing } from './timing.ts';

export interface SweepOptions {
  /** Share, 0 to 1, of what the budget keeps answers fresh with. */
  readonly share: number;
  /** Requests a second that that is. */
  readonly refreshRps: () => number;
  /** Whether anybody waits for a place, or somebody else does the sweeping. */
  readonly isBusy: () => boolean;
  /** Asks the platform behind everybody else. @returns the answer as a value; undefined when it was nobody's turn */
  readonly ask: (question: Question) => Promise<unknown>;
  readonly timing: Timing;
}

const PAGE = 50;
const SECOND = 1_000;
/** While it asks for nothing, how often it is looked whether it may. */
const LOOK_AGAIN_MS = 5 * SECOND;

const pageFrom = (start: number): Question => ({
  id: 'listEvents',
  given: {
    params: {},
    query: {
      start: String(start),
      end: String(start + PAGE),
      includeMarkets: 'true',
      includeAllMarkets: 'true',
    },
    body: undefined,
  },
});

const page = z.object({ pagination: z.pick(pagination, { end: true, hasNext: true }) });

/** Where the next page begins: behind what this one has, which may be less than was asked for; after the last at 0. */
function nextStart(json: unknown, start: number): number {
  const { data } = page.safeParse(json);
  return data?.pagination.hasNext && data.pagination.end > start ? data.pagination.end : 0;
}

/**
 * Reads all events page by page, again and again, with what of the budget nobody else wants: so that a history knows
 * of markets too that nobody looks at. @returns ends it
 */
export function startSweep({ share, refreshRps, isBusy, ask, timing }: SweepOptions): () => void {
  let start = 0;
  let isOver = false;
  let cancel = (): void => undefined;

  const later = (ms: number): void => {
    if (!isOver) cancel = timing.after(ms, next);
  };
  function next(): void {
    const rate = refreshRps() * share;
    if (isBusy() || rate <= 0) {
      later(LOOK_AGAIN_MS);
      return;
    }
    ask(pageFrom(start))
      .then(
        (json) => {
          if (json !== undefined) start = nextStart(json, start);
        },
        () => {
          // Told where requests are counted; the next one begins at the front.
          start = 0;
        },
      )
      .finally(() => later(SECOND / rate));
  }
  later(LOOK_AGAIN_MS);
  return () => {
    isOver = true;
    cancel();
  };
}
