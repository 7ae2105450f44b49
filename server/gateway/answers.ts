import { type RouteId, routes } from '@contract/routes.ts';
import type { Report } from './reports.ts';

export interface AnswerCheck {
  /** Looks at an answer that is passed on unchanged. */
  look(id: RouteId, json: unknown, requestId: string): void;
  /** Answers with a field that is not as documented. */
  readonly odd: () => number;
}

/**
 * Reports where the platform answers otherwise than documented. The answer is passed on all the same: what a desk can
 * make of it is the desk's to say.
 */
export function createAnswerCheck(report: Report): AnswerCheck {
  let odd = 0;
  return {
    look(id, json, requestId) {
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
