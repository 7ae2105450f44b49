import type { Route } from '@contract/route.ts';
import type { RouteId } from '@contract/routes.ts';
import { FACTS } from './facts.ts';

/** What any operation may be refused with: a wrong input, too many requests, a failure here, a database away. */
const ANY = [400, 429, 500, 503] as const;

/** What a platform behind a gateway adds: a region or key that it refuses, what it does not have, and its absence. */
export const BEHIND_A_GATEWAY = [403, 404, 409, 502, 504] as const;

/** Every status that an operation refuses with, ascending. */
export function statusesOf(id: RouteId, { body, auth }: Route): readonly number[] {
  const all = [...ANY, ...(FACTS[id].refuses ?? []), ...(body ? [413] : []), ...(auth ? [401] : [])];
  return [...new Set(all)].sort((a, b) => a - b);
}
