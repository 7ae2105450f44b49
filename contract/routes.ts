import type * as z from 'zod/mini';
import { historyRoutes } from './history-routes.ts';
import { accountRoutes } from './prediction/account-routes.ts';
import { discoveryRoutes } from './prediction/discovery-routes.ts';
import { marketRoutes } from './prediction/market-routes.ts';
import type { Route } from './route.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { triggerRoutes } from './triggers/routes.ts';

/** Every operation once. A browser that only looks at markets needs no more than the first table. */
export const routes = {
  ...marketRoutes,
  ...discoveryRoutes,
  ...accountRoutes,
  ...tokenRoutes,
  ...triggerRoutes,
  ...historyRoutes,
} as const satisfies Record<string, Route>;

export type RouteId = keyof typeof routes;
type Part<R, K extends string> = R extends { [P in K]: infer S extends z.ZodMiniType } ? S : undefined;
type In<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type Out<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** What the operation answers: as it travels, and as the browser works with it. */
export type AnswerWire<Id extends RouteId> = z.input<(typeof routes)[Id]['answer']>;
export type Answer<Id extends RouteId> = z.output<(typeof routes)[Id]['answer']>;
/** Operations that not every platform has, and what to ask on those that have none. */
export type NewerId = {
  [Id in RouteId]: (typeof routes)[Id] extends { older: RouteId } ? Id : never;
}[RouteId];
export type OlderOf<Id extends NewerId> = (typeof routes)[Id]['older'];
interface CheckedParts<Id extends RouteId> {
  params: Out<Part<(typeof routes)[Id], 'params'>>;
  query: Out<Part<(typeof routes)[Id], 'query'>>;
  body: Out<Part<(typeof routes)[Id], 'body'>>;
}
/**
 * What a handler receives, already checked; `caller` is the wallet that has signed in, where one has to, `deskHost` the
 * host of the desk that asks, where it matters.
 */
export type RouteInput<Id extends RouteId> = CheckedParts<Id> &
  ((typeof routes)[Id] extends { auth: 'bearer' } ? { caller: string } : unknown) &
  ((typeof routes)[Id] extends { deskHost: true } ? { deskHost: string } : unknown);
/** What a caller sends: path parameters and queries as text, the body as JSON. */
export interface RouteCall<Id extends RouteId> {
  params?: In<Part<(typeof routes)[Id], 'params'>>;
  query?: In<Part<(typeof routes)[Id], 'query'>>;
  body?: In<Part<(typeof routes)[Id], 'body'>>;
}
