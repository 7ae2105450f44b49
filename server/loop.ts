export interface LoopOptions {
  /** Pause between two turns. */
  readonly everyMs: number;
  /** Pause after a turn that failed: what is broken is not asked ten times a second. */
  readonly afterFailureMs: number;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Does something again and again, never twice at once, without keeping the process alive.
 * @returns what ends it; resolves when the turn that runs is over.
 */
export function startLoop(turn: () => Promise<void>, options: LoopOptions): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const wait = (ms: number) => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = run();
    }, ms);
    timer.unref();
  };
  async function run(): Promise<void> {
    try {
      await turn();
      wait(options.everyMs);
    } catch (error) {
      options.onFailure(error);
      wait(options.afterFailureMs);
    }
  }
  wait(options.everyMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
