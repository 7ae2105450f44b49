import { setImmediate } from 'node:timers';
import { ServiceError } from './errors.ts';

/** Work that pauses often: each `yield` is a place where others may go on. */
export type Steps<T> = Generator<undefined, T>;

/** Several pieces of work as one. */
export function* inOrder<T>(works: readonly Steps<T>[]): Steps<T[]> {
  const done: T[] = [];
  for (const work of works) done.push(yield* work);
  return done;
}

interface Job {
  /** Takes one step; true when it is over, well or not. */
  readonly step: () => boolean;
}

/** Milliseconds that work holds the process at a time. */
const TURN_MS = 8;
/** Jobs that may be under way: more would only wait for each other. */
const MOST_JOBS = 200;

/**
 * Does long work of many in short turns, one after another, so that whatever else the process does waits a few
 * milliseconds at most.
 */
export class Turns {
  private jobs: Job[] = [];
  private under = false;

  /** `now`: milliseconds that only grow. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws ServiceError `unavailable` when too much is under way; whatever the work throws. */
  run<T>(work: Steps<T>): Promise<T> {
    if (this.jobs.length >= MOST_JOBS) {
      throw new ServiceError('unavailable', 'INTERNAL', 'too much is being computed', { retryAfter: 1 });
    }
    return new Promise((resolve, reject) => {
      const step = (): boolean => {
        try {
          const { done, value } = work.next();
          if (done) resolve(value);
          return done === true;
        } catch (error) {
          reject(error);
          return true;
        }
      };
      this.jobs.push({ step });
      if (!this.under) this.later();
    });
  }

  private later(): void {
    this.under = true;
    setImmediate(() => this.turn());
  }

  /** Each job in turn gets the process once more, whoever came first. */
  private turn(): void {
    const until = this.now() + TURN_MS;
    const job = this.jobs.shift();
    let over = job === undefined;
    while (job !== undefined && !over && this.now() < until) over = job.step();
    if (job !== undefined && !over) this.jobs.push(job);
    this.under = this.jobs.length > 0;
    if (this.under) this.later();
  }
}
