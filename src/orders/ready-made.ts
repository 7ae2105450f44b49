/** A transaction built longer ago than this (milliseconds) might run out before it is signed. */
export const GOOD_FOR_MS = 20_000;

/**
 * Transactions that the service builds for many at once: each is handed out once, and all are asked for again when
 * they have grown old. A service that refuses is not asked again.
 */
export function takeOnce<Answer>(
  fetch: () => Promise<readonly (readonly [string, Answer])[]>,
): (key: string) => Promise<Answer | null> {
  let made: Promise<Map<string, Answer>> | undefined;
  let at = Number.NEGATIVE_INFINITY;
  let refused = false;
  const fresh = (): Promise<Map<string, Answer>> => {
    // Not by the time of day: set back meanwhile, it would keep them for as long.
    if (made && performance.now() - at <= GOOD_FOR_MS) return made;
    at = performance.now();
    made = fetch()
      .then((answers) => new Map(answers))
      .catch(() => {
        refused = true;
        return new Map();
      });
    return made;
  };
  return async (key) => {
    if (refused) return null;
    const answers = await fresh();
    const answer = answers.get(key) ?? null;
    answers.delete(key);
    return answer;
  };
}
