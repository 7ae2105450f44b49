/** When a held position is settled, seen from now. */
export const SETTLES = ['settled', 'overdue', 'day', 'week', 'month', 'later', 'unknown'] as const;
export type Settles = (typeof SETTLES)[number];
