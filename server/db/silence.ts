const LOOK_MS = 1_000;

export interface Silence {
  /** Something was answered. */
  broken(): void;
  /** Looks no more. */
  end(): void;
}

/**
 * Tells once when nothing has been answered for longer than anything may take that is waited for. Seconds are counted by
 * looks, not by a clock: while this process stands still, or its machine sleeps, nobody looks, and the one look that is
 * late afterwards counts as one.
 * @param patience seconds that what is waited for may take; 0 when nobody waits
 */
export function watchSilence(patience: () => number, onTooLong: (seconds: number) => void): Silence {
  let looks = 0;
  const timer = setInterval(() => {
    const most = patience();
    looks = most === 0 ? 0 : looks + 1;
    if (looks <= most) return;
    clearInterval(timer);
    onTooLong(most);
  }, LOOK_MS);
  timer.unref();
  return {
    broken: () => {
      looks = 0;
    },
    end: () => clearInterval(timer),
  };
}
