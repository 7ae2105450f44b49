import { fillPath } from '@contract/address.ts';
import { marketRoutes } from '@contract/prediction/market-routes.ts';
import type { Route } from '@contract/route.ts';
import type { Answer, RouteCall, RouteId } from '@contract/routes.ts';
import { baseOf } from '@/config.ts';
import { noteAbsence } from '@/state/backend-status.ts';
import { AppError } from './app-error.ts';
import { type Answered, type CallOptions, type HttpRequest, parseAnswer, request } from './transport.ts';
import { triggerToken } from './trigger-token.ts';

/**
 * Calls one operation of the route table and returns its answer in domain types (money as bigint).
 * Nothing is retried here, writes never anywhere.
 * @throws AppError
 */
export async function call<Id extends RouteId>(
  id: Id,
  input: RouteCall<Id> = {},
  options: CallOptions = {},
): Promise<Answer<Id>> {
  const route = await routeOf(id);
  const path = fillPath(route.path, { ...input.params }, notAnId);
  const url = baseOf(route.base) + path + queryText(input.query);
  const http = { method: route.method, write: route.write, url, body: input.body };
  try {
    const answer = await (route.auth === 'bearer' ? signedIn(http, options) : request(http, options));
    if (route.always) noteAbsence(route.base, false);
    return parseAnswer(route.answer, answer, id) as Answer<Id>;
  } catch (error) {
    if (route.always && error instanceof AppError && error.kind === 'not-found')
      noteAbsence(route.base, true);
    throw error;
  }
}

/**
 * As the wallet that has signed in. A token that is refused is dropped, once, however many requests learn of it.
 * @throws AppError `unauthorised` without asking while nobody is signed in.
 */
async function signedIn(http: HttpRequest, options: CallOptions): Promise<Answered> {
  const bearer = triggerToken.read();
  if (bearer === undefined) throw new AppError('unauthorised', 'Sign in with your wallet first.');
  try {
    return await request({ ...http, bearer }, options);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'unauthorised') triggerToken.lapse(bearer);
    throw error;
  }
}

/** What only owners, tokens and triggers need comes when it is first asked for: the first page shows markets. */
export async function routeOf(id: RouteId): Promise<Route> {
  if (id in marketRoutes) return marketRoutes[id as keyof typeof marketRoutes];
  try {
    const { historyRoutes } = await import('@contract/history-routes.ts');
    if (id in historyRoutes) return historyRoutes[id as keyof typeof historyRoutes];
    return (await import('@contract/routes.ts')).routes[id];
  } catch {
    throw new AppError('offline', 'Part of the app failed to load.');
  }
}

/** An id that would change the path itself cannot exist, so it is not asked for. */
function notAnId(param: string): never {
  throw new AppError('not-found', 'Not found.', { param });
}

function queryText(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
