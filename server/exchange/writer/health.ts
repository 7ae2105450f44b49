import { causeOf, type Log } from '../../common/log.ts';

/** Whether the database can be written, as the last commit showed. */
export interface Health {
  readonly working: boolean;
  works(): void;
  fails(error: unknown): void;
}

const PAUSE_MS = 1_000;

/** Tells the log when it changes, and one that comes and goes no more than once a second. */
export function createHealth(log: Log): Health {
  let working = true;
  let told = true;
  let cause: unknown;
  let pause: NodeJS.Timeout | undefined;
  function tell(): void {
    pause = undefined;
    if (told === working) return;
    told = working;
    if (working) log({ level: 'info', message: 'the database can be written again' });
    else log({ level: 'error', message: 'the database cannot be written', ...causeOf(cause) });
    pause = setTimeout(tell, PAUSE_MS).unref();
  }
  const turn = (now: boolean): void => {
    working = now;
    if (pause === undefined) tell();
  };
  return {
    get working() {
      return working;
    },
    works: () => turn(true),
    fails: (error) => {
      cause = error;
      turn(false);
    },
  };
}
