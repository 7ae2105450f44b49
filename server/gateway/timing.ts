/** Time as the gateway sees it, so that tests can let it pass. */
export interface Timing {
  /** Unix milliseconds. */
  now(): number;
  /** Does something later. @returns what prevents it. */
  after(ms: number, act: () => void): () => void;
}

export const realTiming: Timing = {
  now: () => performance.timeOrigin + performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
