import { setImmediate } from 'node:timers';
import { isLoopback, subscriberOf } from './client-address.ts';
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
/** Of those, jobs of one client: a page and everything on it, some times over. */
const MOST_OF_ONE = 50;

/** Whose jobs they are; undefined for what is done for everybody. */
type Owner = string | undefined;

/**
 * Does long work of many in short turns, one client after another, so that whatever else the process does waits a few
 * milliseconds at most, and nobody waits longer for how much another asks.
 */
export class Turns {
  /** Jobs of each client that has any, in the order of their turns. */
  private readonly lanes = new Map<Owner, Job[]>();
  private jobs = 0;

  /** `now`: milliseconds that only grow. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * `client`: the address of who asks for it.
   * @throws ServiceError `unavailable` when too much is under way, `rate-limited` when that is one client's; whatever
   * the work throws.
   */
  run<T>(work: Steps<T>, client?: string): Promise<T> {
    const owner = client === undefined ? undefined : subscriberOf(client);
    if (this.jobs >= MOST_JOBS) {
      throw new ServiceError('unavailable', 'INTERNAL', 'too much is being computed', { retryAfter: 1 });
    }
    const isBounded = client !== undefined && !isLoopback(client);
    if (isBounded && (this.lanes.get(owner)?.length ?? 0) >= MOST_OF_ONE) {
      const message = 'too much is being computed for this address';
      throw new ServiceError('rate-limited', 'RATE_LIMITED', message, { retryAfter: 1 });
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
      if (this.jobs === 0) this.later();
      this.jobs += 1;
      this.putLast(owner, { step });
    });
  }

  private later(): void {
    setImmediate(() => this.turn());
  }

  private putLast(owner: Owner, job: Job): void {
    const lane = this.lanes.get(owner);
    if (lane) lane.push(job);
    else this.lanes.set(owner, [job]);
  }

  /** Each client in turn gets the process once more, and each job of it in turn, whoever came first. */
  private turn(): void {
    const until = this.now() + TURN_MS;
    const [next] = this.lanes;
    if (next) this.work(...next, until);
    if (this.jobs > 0) this.later();
  }

  private work(owner: Owner, lane: Job[], until: number): void {
    // A lane without a job is none.
    const job = lane.shift() as Job;
    let over = false;
    while (!over && this.now() < until) over = job.step();
    if (over) this.jobs -= 1;
    else lane.push(job);
    this.lanes.delete(owner);
    if (lane.length > 0) this.lanes.set(owner, lane);
  }
}
