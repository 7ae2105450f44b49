/** Time as the exchange sees it; a port, so that tests drive it. Both readings include the advances of the test control. */
export interface Clock {
  /** Simulated Unix seconds, fractional: scaled by the configured speed. Markets, rounds and settlement live by it. */
  now(): number;
  /** Unscaled Unix seconds, fractional. Slots, blockhash age, faucet hours and fill delays live by it. */
  wall(): number;
}

/** Where a clock stood at one real instant, and the speed it ran with since. Plain JSON; all in Unix seconds. */
export interface ClockCheckpoint {
  real: number;
  now: number;
  wall: number;
  speed: number;
}

export interface AdjustableClock extends Clock {
  /** Moves both readings forward by `seconds` (>= 0). */
  advance(seconds: number): void;
  /** What to store, as if `seconds` had been advanced already. */
  checkpoint(seconds?: number): ClockCheckpoint;
}

export interface ClockOptions {
  /** Simulated seconds per real second, > 0. */
  speed: number;
  /** The last stored checkpoint; absent on the very first start. */
  from?: ClockCheckpoint | undefined;
  /** Simulated Unix seconds of the very first start; the real ones by default. */
  begin?: number | undefined;
  /** Real Unix seconds; the system's by default. */
  real?: () => number;
}

/**
 * A clock that never goes backward: not when the system's does, not across restarts, not when the speed changes.
 * Time spent switched off passes at the speed the clock last ran with.
 */
export function createClock({ speed, from, begin, real = systemSeconds }: ClockOptions): AdjustableClock {
  const start = real();
  const away = from === undefined ? 0 : Math.max(0, start - from.real);
  let now = from === undefined ? (begin ?? start) : from.now + away * from.speed;
  let wall = from === undefined ? start : from.wall + away;
  let last = start;

  const settle = (): void => {
    const current = real();
    const passed = current - last;
    last = current;
    if (passed <= 0) return;
    now += passed * speed;
    wall += passed;
  };
  return {
    now() {
      settle();
      return now;
    },
    wall() {
      settle();
      return wall;
    },
    advance(seconds) {
      settle();
      now += seconds;
      wall += seconds;
    },
    checkpoint(seconds = 0) {
      settle();
      return { real: last, now: now + seconds, wall: wall + seconds, speed };
    },
  };
}

const systemSeconds = (): number => Date.now() / 1000;
