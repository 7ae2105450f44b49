import type { Review, Reviewed } from '@/tx/types.ts';

export const refuse = (message: string): Review => ({
  verdict: 'refuse',
  message: `${message} Nothing was signed.`,
});

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
