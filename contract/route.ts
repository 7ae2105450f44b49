import type * as z from 'zod/mini';
import type { Interface } from './config.ts';

/** How long a desk waits for an answer, milliseconds from sending to the last byte. */
export const DESK_WAITS_MS = { read: 10_000, write: 30_000 } as const;

/** How often what belongs to one owner is asked for: by a desk that polls, and by a gateway for one that is told. */
export const OWNER_POLL_MS = { orders: 5_000, positions: 5_000, history: 15_000 } as const;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
/** Where an operation lives: an interface of the platform, or the service's own surface. */
export type Base = Interface | 'desk';

/**
 * One operation of the platform. The client, the server and the API description derive from this table; a schema
 * that is absent means the operation takes no such input. Inputs are strict, answers tolerant.
 */
export interface Route {
  readonly base: Base;
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
  /** There wherever its interface is, because it names nothing that may be absent: without it there is no interface. */
  readonly always?: true;
  /** The operation to ask on platforms that do not have this one. */
  readonly older?: string;
  /** `Authorization: Bearer` names the caller. */
  readonly auth?: 'bearer';
  /** What it does holds for one host alone: that of the desk the request came from. */
  readonly deskHost?: true;
}
