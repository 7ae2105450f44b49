/** Answers of a bucket: it may pass, or in how many seconds. */
export type Passage = { readonly passes: true } | { readonly passes: false; readonly waitSeconds: number };

interface Bucket {
  /** Below zero for who was given more than was left, and waits until that is made up for. */
  tokens: number;
  /** Milliseconds, when `tokens` was true. */
  at: number;
}

const PASSES: Passage = { passes: true };
/** Seconds of its rate that somebody who was quiet may spend at once: a page and everything on it. */
const BURST_SECONDS = 3;
const MAX_BUCKETS = 20_000;

/**
 * How much each client may ask for: a bucket of `rps` tokens a second and three seconds' worth of depth. A client
 * whose bucket is full again costs no memory; when more than twenty thousand are counted, the one that was
 * counted longest ago is forgotten, which favours nobody who keeps asking.
 */
export class ClientRate {
  private readonly buckets = new Map<string, Bucket>();
  private readonly depth: number;

  /** `now` in milliseconds, monotone. */
  constructor(
    private readonly rps: number,
    private readonly now: () => number,
  ) {
    this.depth = Math.max(1, rps * BURST_SECONDS);
  }

  /** How many clients are counted. */
  get size(): number {
    return this.buckets.size;
  }

  take(client: string, cost = 1): Passage {
    return this.spend(client, cost, cost);
  }

  /**
   * Takes what a request costs beside its first token, known only once it has been read. That may be more than a
   * bucket holds: all of it is owed then, and until it is made up for nothing else passes `take`. Who owes more than
   * a whole bucket already is refused.
   */
  charge(client: string, cost: number): Passage {
    return this.spend(client, cost, -this.depth);
  }

  private tokensAt(now: number, { tokens, at }: Bucket): number {
    return Math.min(this.depth, tokens + ((now - at) / 1000) * this.rps);
  }

  /** Takes `cost` from a bucket that holds at least `needed`. */
  private spend(client: string, cost: number, needed: number): Passage {
    const now = this.now();
    const bucket = this.buckets.get(client);
    const tokens = bucket ? this.tokensAt(now, bucket) : this.depth;
    const passes = tokens >= needed;
    // The order of the map is the order in which its clients were last counted.
    this.buckets.delete(client);
    this.buckets.set(client, { tokens: passes ? tokens - cost : tokens, at: now });
    this.forget(now);
    return passes ? PASSES : { passes: false, waitSeconds: (needed - tokens) / this.rps };
  }

  private forget(now: number): void {
    for (const [client, bucket] of this.buckets) {
      if (this.buckets.size <= MAX_BUCKETS && this.tokensAt(now, bucket) < this.depth) return;
      this.buckets.delete(client);
    }
  }
}
