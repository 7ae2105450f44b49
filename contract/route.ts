import type * as z from 'zod/mini';
import type { INTERFACES } from './config.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Interface = (typeof INTERFACES)[number];

/**
 * One operation of the platform. The client, the server and the API description derive from this table; a schema
 * that is absent means the operation takes no such input. Inputs are strict, answers tolerant.
 */
export interface Route {
  readonly base: Interface;
  readonly method: Method;
  /** Relative to the base; `{name}` marks a path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly answer: z.ZodMiniType;
  /** What it makes is new: its answer is 201. */
  readonly creates?: true;
  /** Changes state: never retried, never coalesced, never cached. */
  readonly write?: true;
  /** `Authorization: Bearer` names the caller. */
  readonly auth?: 'bearer';
  /** What it does holds for one host alone: that of the desk the request came from. */
  readonly deskHost?: true;
}
