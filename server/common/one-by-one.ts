import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds for which steps hold the process at a time. */
const TURN_MS = 8;

/** All of them, at most `size` at a time. */
export function* slices<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let slice: T[] = [];
  for (const one of all) {
    slice.push(one);
    if (slice.length < size) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

/** What is made of each of many, one after another, each in a turn of its own: others go on in between. */
export async function oneByOne<T, R>(many: Iterable<T>, make: (one: T) => R): Promise<R[]> {
  const made: R[] = [];
  for (const one of many) {
    if (made.length > 0) await nextTurn();
    made.push(make(one));
  }
  return made;
}

/** Takes steps to their end, as many in a turn as some milliseconds hold: others go on in between. */
export async function inTurns<R>(steps: Iterator<void, R>): Promise<R> {
  for (let until = performance.now() + TURN_MS; ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + TURN_MS;
  }
}
