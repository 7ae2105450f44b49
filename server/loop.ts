export interface LoopOptions {
  /** Pause between two turns. */
  readonly everyMs: number;
  /** Pause after a turn that failed: what is broken is not asked ten times a second. */
  readonly afterFailureMs: number;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Does something again and again, never twice at once, without keeping the process alive. A turn that answers true
 * has more to do: the next one follows without a pause.
 * @returns what ends it; resolves when the turn that runs is over.
 */
export function startLoop(turn: () => Promise<boolean>, options: LoopOptions): () => Promise<void> {
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
      const more = await turn();
      wait(more ? 0 : options.everyMs);
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
