import { evenly } from '../common/even-clock.ts';

/** Time as the gateway sees it, so that tests can let it pass. */
export interface Timing {
  /** Unix milliseconds as they stood at the start, and evenly on from there: for how long something takes or holds. */
  now(): number;
  /** Unix milliseconds by the system's clock, which may be set: for what others say. */
  clock(): number;
  /** Does something later. @returns what prevents it. */
  after(ms: number, act: () => void): () => void;
}

export const realTiming: Timing = {
  now: evenly,
  clock: Date.now,
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
