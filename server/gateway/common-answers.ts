import { FACTS } from '../common/facts.ts';
import type { Fetched, Question } from './answer-store.ts';
import type { News, SharedState } from './shared-state.ts';
import type { Timing } from './timing.ts';

/** An answer that another gateway has fetched. */
export interface Found {
  readonly fetched: Fetched;
  /** When the platform has answered with it, Unix milliseconds by this gateway's clock. */
  readonly answeredAt: number;
}

export interface CommonAnswers {
  /** One that came later than what is here and no longer ago; undefined: none, or nothing is shared now. */
  find(key: string, laterThan: number, maxMs: number): Promise<Found | undefined>;
  /** Whether it is this gateway's to fetch; so it is when nothing is shared now. */
  mine(key: string, question: Question): Promise<boolean>;
  /** Lets the others have what was fetched, or try themselves when nothing was. */
  done(key: string, question: Question, fetched?: Fetched): void;
  /** Hears what others have fetched. */
  listen(heard: (news: News) => void): void;
}

/**
 * What came later than what is here by no more may be the same: it is shared a moment after it is kept, and found a
 * moment after it is read. Nothing is asked for again as soon as that.
 */
const SAME_MS = 250;

/** Answers that gateways fetch for one another. Where nothing is shared, each works for itself. */
export function createCommonAnswers(shared: SharedState, { now }: Timing): CommonAnswers {
  const ignore = () => undefined;
  return {
    async find(key, laterThan, maxMs) {
      const found = await shared.read(key).catch(ignore);
      if (!found || found.answeredMs > maxMs) return undefined;
      const cameAt = now();
      const { status, ageMs } = found;
      const answeredAt = cameAt - found.answeredMs;
      if (answeredAt <= laterThan + SAME_MS) return undefined;
      const fetched = { status, body: Buffer.from(found.body), ageMs, cameAt, headers: {} };
      return { fetched, answeredAt };
    },
    mine: (key, { id }) => shared.claim(key, FACTS[id].policy.timeoutMs).catch(() => true),
    done(key, { id, given: { params } }, fetched) {
      const { freshMs, staleMs } = FACTS[id].policy;
      const written =
        fetched?.status === 200
          ? shared.write(
              { key, id, params },
              { status: 200, body: fetched.body, ageMs: fetched.ageMs + now() - fetched.cameAt },
              freshMs + staleMs,
            )
          : Promise.resolve();
      // Whoever has waited for the claim must find the answer.
      written
        .catch(ignore)
        .then(() => shared.release(key))
        .catch(ignore);
    },
    listen: shared.listen,
  };
}
