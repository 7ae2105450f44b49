import { Admission, type Owner, ownerOf } from './admission.ts';
import { ServiceError } from './errors.ts';
import { addTo, removeFrom } from './sets.ts';

/** So much is done at once: one waits for the database while another is computed. */
const AT_ONCE = 2;

/** Nobody hears it. */
const gone = (): ServiceError => new ServiceError('rate-limited', 'RATE_LIMITED', 'its client has left');

/**
 * Does work of many that waits for what does one thing after another: little of it at once, one client after another, so
 * that nobody waits longer for how much another asks. Whose client leaves before its turn is not done.
 */
export class Line {
  private readonly admission = new Admission();
  /** What begins the work that each client has waiting, in the order of their turns. */
  private readonly lanes = new Map<Owner, Set<() => void>>();
  private running = 0;

  /**
   * `client`: the address of who asks for it; `left` is aborted when it has left.
   * @throws ServiceError `unavailable` when too much waits, `rate-limited` when that is one client's, or its client has
   * left; whatever the work throws.
   */
  async run<T>(work: () => Promise<T>, client?: string, left?: AbortSignal): Promise<T> {
    const leave = this.admission.enter(client);
    try {
      if (this.running < AT_ONCE) this.running += 1;
      else await this.turn(ownerOf(client), left);
      try {
        return await work();
      } finally {
        this.next();
      }
    } finally {
      leave();
    }
  }

  private turn(owner: Owner, left: AbortSignal | undefined): Promise<void> {
    return new Promise((begin, end) => {
      addTo(this.lanes, owner, begin);
      const leave = (): void => {
        removeFrom(this.lanes, owner, begin);
        end(gone());
      };
      if (left?.aborted) leave();
      else left?.addEventListener('abort', leave, { once: true });
    });
  }

  private next(): void {
    const [lane] = this.lanes;
    if (!lane) {
      this.running -= 1;
      return;
    }
    const [owner, waiting] = lane;
    // A lane without any is none.
    const [begin] = waiting as Set<() => void>;
    waiting.delete(begin as () => void);
    this.lanes.delete(owner);
    if (waiting.size > 0) this.lanes.set(owner, waiting);
    begin?.();
  }
}
