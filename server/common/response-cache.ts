export interface CachedResponse {
  readonly operation: string;
  readonly body: Uint8Array<ArrayBuffer>;
  /** More headers of its own: name, value, name, value. */
  readonly headers?: readonly string[];
}

const MAX_ENTRIES = 4_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Answers of reads by their exact address, for at most one lifetime: everything in here was made since the last
 * sweep, so one comparison decides whether it may be given again. Writes that show in reads call `clear`.
 */
export class ResponseCache {
  private readonly answers = new Map<string, CachedResponse>();
  private bytes = 0;
  private expires = 0;

  /** `now` in milliseconds, monotone. */
  constructor(
    private readonly lifetimeMs: number,
    private readonly now: () => number,
  ) {}

  get(address: string): CachedResponse | undefined {
    if (this.now() >= this.expires) {
      this.clear();
      return undefined;
    }
    return this.answers.get(address);
  }

  /** Marks the state an answer is about to be made from: an answer made across a `clear` is not kept. */
  mark(): number {
    return this.generation;
  }

  put(address: string, answer: CachedResponse, mark: number): void {
    if (mark !== this.generation || this.answers.size >= MAX_ENTRIES) return;
    // Who asked at the same time has made another one, which would be counted beside it.
    if (this.answers.has(address)) return;
    if (this.bytes + answer.body.byteLength > MAX_BYTES) return;
    if (this.answers.size === 0) this.expires = this.now() + this.lifetimeMs;
    this.bytes += answer.body.byteLength;
    this.answers.set(address, answer);
  }

  clear(): void {
    this.answers.clear();
    this.bytes = 0;
    this.generation += 1;
  }

  private generation = 0;
}
