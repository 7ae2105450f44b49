import { uptime } from 'node:os';

/** From one look at whether the machine has slept to the next. */
const LOOK_MS = 50;
/** The two clocks of the system are told in steps of up to a second. */
const STEP_MS = 1_000;

interface EvenClockOptions {
  /** Milliseconds since the process began, in which it could run. */
  readonly awake?: () => number;
  /** Seconds since the machine began, in which it slept too. */
  readonly up?: () => number;
}

/**
 * Unix milliseconds as they stood at the start, and evenly on from there, however the system's clock is set meanwhile.
 * What passes while the machine sleeps counts: an answer is as old as it is then.
 */
export function createEvenClock({
  awake = () => performance.now(),
  up = uptime,
}: EvenClockOptions = {}): () => number {
  const apart = (): number => up() * 1_000 - awake();
  const apartAtStart = apart();
  let sleptMs = 0;
  let lookedAt = awake();
  return () => {
    const ms = awake();
    if (ms - lookedAt >= LOOK_MS) {
      lookedAt = ms;
      const slept = apart() - apartAtStart;
      if (slept > sleptMs + STEP_MS) sleptMs = slept;
    }
    return performance.timeOrigin + ms + sleptMs;
  };
}

export const evenly = createEvenClock();
