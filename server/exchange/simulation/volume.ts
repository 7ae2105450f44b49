import type { Plan } from './event-series.ts';

const stretch = (t: number, from: number, to: number): number =>
  t <= from ? 0 : t >= to || to <= from ? 1 : (t - from) / (to - from);

/** Part of the lifetime volume done by t: slow before a match, fast while it is played. Never falls. */
export function progress(plan: Pick<Plan, 'beginAt' | 'close' | 'game'>, open: number, t: number): number {
  const { beginAt } = plan;
  const end = plan.game?.endAt ?? plan.close;
  if (beginAt === null || beginAt <= open || beginAt >= end) return stretch(t, open, end) ** 0.85;
  return 0.35 * stretch(t, open, beginAt) ** 1.6 + 0.65 * stretch(t, beginAt, end);
}
