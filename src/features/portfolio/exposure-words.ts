import type { Settles } from '@/domain/settles.ts';

export const SETTLES_NAMES: Record<Settles, string> = {
  settled: 'Settled, not paid yet',
  overdue: 'Closed, awaiting result',
  day: 'Within a day',
  week: 'Within a week',
  month: 'Within a month',
  later: 'Later',
  unknown: 'No date known',
};

/** "Economics". */
export const readableCategory = (category: string): string =>
  category.charAt(0).toUpperCase() + category.slice(1);
