import type { BuiltTx, Review, TxIntent } from '@/tx/types.ts';

/** A transaction together with the judgement on whether it is what was shown. */
export interface Reviewed {
  built: BuiltTx;
  review: Review;
}

export const refuse = (message: string): Review => ({
  verdict: 'refuse',
  message: `${message} Nothing was signed.`,
});

/** Build and review of an intent, the review belonging to the very build it judges. */
export function reviewedBuild(
  build: (signal: AbortSignal) => Promise<Reviewed>,
): Pick<TxIntent, 'build' | 'review'> {
  const reviews = new WeakMap<BuiltTx, Review>();
  return {
    async build(signal) {
      const { built, review } = await build(signal);
      reviews.set(built, review);
      return built;
    },
    review: (built) =>
      reviews.get(built) ?? refuse('The transaction could not be compared with what was shown.'),
  };
}

/** An answer that the service has built together with others; null when there is none for this one. */
export type ReadyMade<Answer> = () => Promise<Answer | null>;

/** What was built with others, where it is as shown; else one of its own. */
export async function firstAsShown<Answer>(
  ready: ReadyMade<Answer> | undefined,
  own: () => Promise<Answer>,
  judge: (answer: Answer) => Reviewed | Promise<Reviewed>,
): Promise<Reviewed> {
  const made = await ready?.();
  if (made) {
    const reviewed = await judge(made);
    if (reviewed.review.verdict === 'as-shown') return reviewed;
  }
  return judge(await own());
}
