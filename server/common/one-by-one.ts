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

/** So many are put in order in one step. */
const RUN = 1_000;

/** Merges two lists that are in order. */
function* merging<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  const all: T[] = [];
  let next = 0;
  for (const one of b) {
    for (let first = a[next]; first !== undefined && compare(first, one) <= 0; first = a[next]) {
      all.push(first);
      next += 1;
      yield;
    }
    all.push(one);
    yield;
  }
  for (const one of a.slice(next)) all.push(one);
  return all;
}

/** Puts in order, in steps: some at first, and then two lists that are in order to one. */
export function* sorting<T extends object>(
  all: Iterable<T>,
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  let lists: T[][] = [];
  for (const some of slices(all, RUN)) {
    lists.push(some.sort(compare));
    yield;
  }
  while (lists.length > 1) {
    const merged: T[][] = [];
    for (const [a = [], b = []] of slices(lists, 2)) merged.push(yield* merging(a, b, compare));
    lists = merged;
  }
  return lists[0] ?? [];
}
