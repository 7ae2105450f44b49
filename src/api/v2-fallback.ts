import type { NewerId, OlderOf } from '@contract/routes.ts';
import { AppError } from './app-error.ts';
import { routeOf } from './client.ts';

/** What this host was found not to offer, for the life of the page: one request is spent on it, and not one a poll. */
const absent = new Set<NewerId>();

/** Asks by a newer operation or, on a host that does not offer it (404), by the older one that its route names. */
export async function withV2Fallback<Id extends NewerId, Newer, Older>(
  id: Id,
  newer: (id: Id) => Promise<Newer>,
  older: (id: OlderOf<Id>) => Promise<Older>,
): Promise<Newer | Older> {
  if (!absent.has(id)) {
    try {
      return await newer(id);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'not-found') throw error;
      absent.add(id);
    }
  }
  const route = await routeOf(id);
  return older(route.older as OlderOf<Id>);
}
