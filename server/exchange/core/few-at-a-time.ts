/** Transactions that are built in one turn of the event loop: some twenty milliseconds. */
export const AT_A_TIME = 16;

/** Does something for many, a few at a time, so that others have their turn in between. Answers in their order. */
export async function fewAtATime<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < all.length; start += AT_A_TIME) {
    done.push(...(await Promise.all(all.slice(start, start + AT_A_TIME).map(act))));
  }
  return done;
}
