import type { RouteId } from '@contract/routes.ts';

/** What a request asks of the places that there are. */
export interface Pace {
  /** It goes while fewer than so many are taken. */
  readonly count: number;
  /** How long a place stays taken once its answer has come. */
  readonly windowMs: number;
  /** How long a place without an answer stays taken at most, before its window. */
  readonly flightMs: number;
  /** How long any place can stay taken from now on, at whatever rate: one that says more is of another clock. */
  readonly longestMs: number;
  /** None of a line goes within so long of the one before it. */
  readonly gapMs: number;
  readonly line: string;
}

export interface Taken {
  /** 0 when the request may be sent, otherwise how long to wait before asking again, in milliseconds. */
  readonly waitMs: number;
  /** How many places are taken now. */
  readonly taken: number;
}

/** An answer as several gateways keep it for one another. */
export interface SharedAnswer {
  readonly status: number;
  readonly body: Buffer;
  /**
   * Milliseconds that it was old when it was shared, and that it is when it is read: whatever the clocks of the gateways
   * say, which need not agree.
   */
  readonly ageMs: number;
}

/** One as it is read. */
export interface FoundAnswer extends SharedAnswer {
  /** Milliseconds since the platform has answered with it: one that comes with an age of its own may be new all the same. */
  readonly answeredMs: number;
}

/** Says that another gateway has shared an answer. */
export interface News {
  /** Its address on the platform, and what it answers. */
  readonly key: string;
  readonly id: RouteId;
  /** What of the path was asked for. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * What gateways with the same key have in common. Every promise settles within a fraction of a second; one that rejects
 * says that nothing is shared at the moment: the gateway goes on by itself and fails no request for it. Nor is what it
 * asked for done long after that.
 */
export interface SharedState {
  /** Takes a place, under a name of its own, for one request. */
  take(place: string, pace: Pace): Promise<Taken>;
  /** The answer to the request of a place has come: from now on its window counts. */
  leave(place: string, windowMs: number): Promise<void>;
  /** Nothing was sent in a place: it is free at once. */
  giveBack(place: string): Promise<void>;
  /** Nobody takes a place for so long: the platform has asked for it. Never shortens a longer pause. */
  pause(ms: number): Promise<void>;
  /** A public answer by its address on the platform. */
  read(key: string): Promise<FoundAnswer | undefined>;
  /** Shares one, and lets the others know. */
  write(news: News, answer: SharedAnswer, ttlMs: number): Promise<void>;
  /** Hears what others share from now on, as long as nothing is in between: nobody may count on it. */
  listen(heard: (news: News) => void): void;
  /** True when it is this gateway's to fetch, for at most `ttlMs`; false while another one does. */
  claim(key: string, ttlMs: number): Promise<boolean>;
  release(key: string): Promise<void>;
}
