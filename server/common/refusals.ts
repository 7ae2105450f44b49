import type { Route } from '@contract/route.ts';
import type { RouteId } from '@contract/routes.ts';
import type { ErrorKind } from './errors.ts';
import { FACTS } from './facts.ts';

/** What any operation may be refused with: a wrong input, too many requests, a failure here, a database away. */
const ANY: readonly ErrorKind[] = ['invalid', 'rate-limited', 'internal', 'unavailable'];

/** What a platform behind a gateway adds: a region or key that it refuses, what it does not have, and its absence. */
export const BEHIND_A_GATEWAY: readonly ErrorKind[] = [
  'upstream-forbidden',
  'upstream-not-found',
  'conflict',
  'upstream-unusable',
  'upstream-late',
];

/** Every kind of failure that an operation answers with. */
export function refusalsOf(id: RouteId, { body, auth }: Route): readonly ErrorKind[] {
  const own = FACTS[id].refuses ?? [];
  return [
    ...new Set([
      ...ANY,
      ...own,
      ...(body ? (['too-large'] as const) : []),
      ...(auth ? (['unauthenticated'] as const) : []),
    ]),
  ];
}
