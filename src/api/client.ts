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
  const url = baseOf(route.base) + fillPath(route.path, input.params) + queryText(input.query);
  const http = { method: route.method, url, body: input.body };
  try {
    const answer = await (route.auth === 'bearer' ? signedIn(http, options) : request(http, options));
    noteListing(id, false);
    return parseAnswer(route.answer, answer, id) as Answer<Id>;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not-found') noteListing(id, true);
    throw error;
  }
}

/** Operations that are there wherever their interface is: none of them names a thing that may not exist. */
const LISTINGS: { readonly [id in RouteId]?: string } = {
  listEvents: 'prediction',
  recentTokens: 'tokens',
  triggerChallenge: 'trigger',
};
function noteListing(id: RouteId, absent: boolean): void {
  const name = LISTINGS[id];
  if (name !== undefined) noteAbsence(name, absent);
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
async function routeOf(id: RouteId): Promise<Route> {
  if (id in marketRoutes) return marketRoutes[id as keyof typeof marketRoutes];
  try {
    return (await import('@contract/routes.ts')).routes[id];
  } catch {
    throw new AppError('offline', 'Part of the app failed to load.');
  }
}

/** Puts parameters into a path. An id that would change the path itself cannot exist, so it is not asked for. */
function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
      throw new AppError('not-found', 'Not found.', { param: name });
    }
    return encodeURIComponent(value);
  });
}

function queryText(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
