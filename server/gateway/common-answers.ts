import { FACTS } from '../common/facts.ts';
import type { Fetched, Question } from './answer-store.ts';
import type { News, SharedState } from './shared-state.ts';
import type { Timing } from './timing.ts';

/** An answer that another gateway has fetched. */
export interface Found {
  readonly fetched: Fetched;
  /** When it was new, Unix milliseconds by this gateway's clock. */
  readonly madeAt: number;
}

export interface CommonAnswers {
  /** One that is newer than what is here and no older than so long; undefined: none, or nothing is shared now. */
  find(key: string, newerThan: number, maxAgeMs: number): Promise<Found | undefined>;
  /** Whether it is this gateway's to fetch; so it is when nothing is shared now. */
  mine(key: string, question: Question): Promise<boolean>;
  /** Lets the others have what was fetched, or try themselves when nothing was. */
  done(key: string, question: Question, fetched?: Fetched): void;
  /** Hears what others have fetched. */
  listen(heard: (news: News) => void): void;
}

/** Answers that gateways fetch for one another. Where nothing is shared, each works for itself. */
export function createCommonAnswers(shared: SharedState, { now }: Timing): CommonAnswers {
  const ignore = () => undefined;
  return {
    async find(key, newerThan, maxAgeMs) {
      const found = await shared.read(key).catch(ignore);
      if (!found || found.ageMs > maxAgeMs) return undefined;
      const cameAt = now();
      const { status, ageMs } = found;
      const madeAt = cameAt - ageMs;
      if (madeAt <= newerThan) return undefined;
      return { fetched: { status, body: Buffer.from(found.body), ageMs, cameAt, headers: {} }, madeAt };
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
