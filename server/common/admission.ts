import { isLoopback, subscriberOf } from './client-address.ts';
import { ServiceError } from './errors.ts';
import { addToCount } from './sets.ts';

/** Work that may be under way unless it is said otherwise: more would only wait for each other. */
const MOST = 200;
/** Of it, work for one client: a page and everything on it, some times over. */
const MOST_OF_ONE = 50;

/** Whose work it is; undefined for what is done for everybody. */
export type Owner = string | undefined;
/** By the address of who asks for it. */
export const ownerOf = (client: string | undefined): Owner =>
  client === undefined ? undefined : subscriberOf(client);

/** Lets work in as long as there is room for it, in all and for its client; this machine itself has all of it. */
export class Admission {
  private all = 0;
  private readonly byOwner = new Map<Owner, number>();

  constructor(
    private readonly most = MOST,
    private readonly mostOfOne = MOST_OF_ONE,
  ) {}

  /**
   * @returns what gives the place back.
   * @throws ServiceError `unavailable` when too much is under way, `rate-limited` when that is one client's.
   */
  enter(client?: string): () => void {
    const owner = ownerOf(client);
    if (this.all >= this.most) {
      throw new ServiceError('unavailable', 'INTERNAL', 'too much is being computed', { retryAfter: 1 });
    }
    const isBounded = client !== undefined && !isLoopback(client);
    if (isBounded && (this.byOwner.get(owner) ?? 0) >= this.mostOfOne) {
      const message = 'too much is being computed for this address';
      throw new ServiceError('rate-limited', 'RATE_LIMITED', message, { retryAfter: 1 });
    }
    this.all += 1;
    addToCount(this.byOwner, owner, 1);
    return () => {
      this.all -= 1;
      addToCount(this.byOwner, owner, -1);
    };
  }
}
