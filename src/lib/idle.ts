const MOST_MS = 3_000;
const WITHOUT_MS = 1_000;

/** Resolves once the browser has nothing better to do, or after a few seconds of doing. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Not every browser says when it is idle.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: MOST_MS });
    else setTimeout(resolve, WITHOUT_MS);
  });
