import { type RouteId, routes } from '@contract/routes.ts';
import type { Report } from './reports.ts';
import type { Timing } from './timing.ts';
import type { UpstreamAnswer } from './upstream.ts';

export interface AnswerCheck {
  /** Looks at an answer that is passed on unchanged. */
  look(id: RouteId, answer: Pick<UpstreamAnswer, 'body' | 'json'>, requestId: string): void;
  /** Answers with a field that is not as documented, of those that were looked at. */
  readonly odd: () => number;
}

/** A page of a hundred events is 3 MB, and to look at it holds the process for 20 ms and more. */
const LONG_BYTES = 128 * 1024;
/** Of answers so long one of an operation is looked at within this time, in milliseconds. */
const LONG_EVERY_MS = 10_000;

/**
 * Reports where the platform answers otherwise than documented. The answer is passed on all the same: what a desk can
 * make of it is the desk's to say.
 */
export function createAnswerCheck(report: Report, { now }: Pick<Timing, 'now'>): AnswerCheck {
  let odd = 0;
  /** When a long answer of an operation is looked at again. */
  const nextLongAt = new Map<RouteId, number>();
  return {
    look(id, { body, json }, requestId) {
      if (body.byteLength >= LONG_BYTES) {
        if (now() < (nextLongAt.get(id) ?? 0)) return;
        nextLongAt.set(id, now() + LONG_EVERY_MS);
      }
      const parsed = routes[id].answer.safeParse(json);
      if (parsed.success) return;
      odd += 1;
      const issue = parsed.error.issues[0];
      const field = (issue?.path ?? []).map(String).join('.');
      // Whatever stands at which place of a list, it is the same fault.
      report(`${id} ${field.replace(/\b\d+\b/g, '*')}`, {
        level: 'warn',
        operation: id,
        field,
        reason: issue?.message,
        request_id: requestId,
      });
    },
    odd: () => odd,
  };
}
