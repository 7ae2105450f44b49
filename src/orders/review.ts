import type { Review } from '@/tx/types.ts';

export const AS_SHOWN: Review = { verdict: 'as-shown' };

/** What is never signed. `message`: whole sentences. */
export const refuse = (message: string): Review => ({
  verdict: 'refuse',
  message: `${message} Nothing was signed.`,
});

/** What is the user's to decide, with both figures. */
export const ask = (title: string, lines: readonly string[]): Review => ({ verdict: 'ask', title, lines });
