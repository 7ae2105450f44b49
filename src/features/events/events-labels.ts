import type { PredictionEvent } from '@contract/prediction/event.ts';
import { categoryOf, topicOf } from '@/domain/topics.ts';

/** Short words of topics that are no acronyms. */
const SHORT_WORDS = new Set(['art', 'fed', 'gas', 'law', 'oil', 'tax', 'war']);

/** "world-cup" → "World cup"; acronyms of up to three letters in capitals ("btc" → "BTC"). */
export function readable(slug: string): string {
  const words = slug.replace(/[-_]+/g, ' ').trim();
  if (/^[a-z]{2,3}\d?$/.test(words) && !SHORT_WORDS.has(words)) return words.toUpperCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "Sports · World cup". */
export const kindText = (event: Pick<PredictionEvent, 'category' | 'subcategory' | 'tags'>): string =>
  [categoryOf(event), topicOf(event)]
    .filter((part) => part !== '')
    .map(readable)
    .join(' · ');
