import { setImmediate } from 'node:timers';
import { Admission, type Owner, ownerOf } from './admission.ts';

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
  /** Gives its place back. */
  readonly leave: () => void;
}

/** Milliseconds that work holds the process at a time. */
const TURN_MS = 8;

/**
 * Does long work of many in short turns, one client after another, so that whatever else the process does waits a few
 * milliseconds at most, and nobody waits longer for how much another asks.
 */
export class Turns {
  /** Jobs of each client that has any, in the order of their turns. */
  private readonly lanes = new Map<Owner, Job[]>();
  private readonly admission = new Admission();

  /** `now`: milliseconds that only grow. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * `client`: the address of who asks for it.
   * @throws ServiceError `unavailable` when too much is under way, `rate-limited` when that is one client's; whatever
   * the work throws.
   */
  run<T>(work: Steps<T>, client?: string): Promise<T> {
    const owner = ownerOf(client);
    const leave = this.admission.enter(client);
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
      if (this.lanes.size === 0) this.later();
      this.putLast(owner, { step, leave });
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
    if (this.lanes.size > 0) this.later();
  }

  private work(owner: Owner, lane: Job[], until: number): void {
    // A lane without a job is none.
    const job = lane.shift() as Job;
    let over = false;
    while (!over && this.now() < until) over = job.step();
    if (over) job.leave();
    else lane.push(job);
    this.lanes.delete(owner);
    if (lane.length > 0) this.lanes.set(owner, lane);
  }
}
