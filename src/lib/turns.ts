import { pause } from './pause.ts';

/**
 * Lets loads begin one after another, each when the one before has ended and `gapMs` have passed since it began. One
 * that is given up before its turn takes none.
 */
export function createTurns(gapMs: () => number) {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(signal: AbortSignal, load: () => Promise<Value>): Promise<Value> => {
    const begun = last.then(() => signal.throwIfAborted());
    const loaded = begun.then(load);
    last = begun.then(
      () => Promise.allSettled([loaded, pause(gapMs())]),
      () => undefined,
    );
    return loaded;
  };
}
