/** At most `count` in any span of `windowMs`, and none within `gapMs` of the one before. */
export interface Pace {
  readonly count: number;
  readonly windowMs: number;
  readonly gapMs: number;
}

/** An answer as several gateways keep it for one another. */
export interface SharedAnswer {
  readonly status: number;
  readonly body: Buffer;
  /** Unix milliseconds, by the clock of the gateway that asked. */
  readonly receivedAt: number;
}

/**
 * What gateways with the same key have in common. Every promise settles within a fraction of a second; one that rejects
 * says that nothing is shared at the moment: the gateway goes on by itself and fails no request for it.
 */
export interface SharedState {
  /** Takes a place for one request: 0 when it may be sent, otherwise how long to wait before asking again, in ms. */
  take(pace: Pace): Promise<number>;
  /** Nobody takes a place for so long: the platform has asked for it. Never shortens a longer pause. */
  pause(ms: number): Promise<void>;
  /** A public answer by its address on the platform. */
  read(key: string): Promise<SharedAnswer | undefined>;
  write(key: string, answer: SharedAnswer, ttlMs: number): Promise<void>;
  /** True when it is this gateway's to fetch, for at most `ttlMs`; false while another one does. */
  claim(key: string, ttlMs: number): Promise<boolean>;
  release(key: string): Promise<void>;
}
