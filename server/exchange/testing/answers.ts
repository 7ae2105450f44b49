import { type RouteId, routes } from '@contract/routes.ts';
import { checkAnswer } from '../../common/validate.ts';
import { specificationFaults } from '../../testing/specification.ts';
import type { ExchangeServices } from '../ports.ts';

/** How many answers of each operation have been found as they should be. */
export type Answered = Map<RouteId, number>;

/** @throws Error where an answer is not what the contract says is sent, or not what the interface's tables say. */
export function expectSpecified(id: RouteId, answer: unknown, answered?: Answered): void {
  // As it travels: what is undefined is not sent.
  const json: unknown = JSON.parse(JSON.stringify(answer));
  checkAnswer(id, routes[id].answer, json);
  const faults = specificationFaults(id, json);
  if (faults.length > 0) throw new Error(`${id} answered against the specification: ${faults.join('; ')}`);
  answered?.set(id, (answered.get(id) ?? 0) + 1);
}

/** The services of an exchange, each answer of which is looked at. */
export function withAnswersChecked(services: ExchangeServices, answered: Answered): ExchangeServices {
  const checked = Object.entries(services).map(([id, handle]) => [
    id,
    async (input: never) => {
      const answer = await handle(input);
      expectSpecified(id as RouteId, answer, answered);
      return answer;
    },
  ]);
  // The same operations by the same names.
  return Object.fromEntries(checked) as ExchangeServices;
}
