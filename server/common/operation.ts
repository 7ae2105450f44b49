import { DEFAULT_BASES } from '@contract/config.ts';
import type { Base, Method, Route } from '@contract/route.ts';
import { type AnswerWire, type RouteId, type RouteInput, routes } from '@contract/routes.ts';
import type * as z from 'zod/mini';
import type { Encoding } from './encoding.ts';
import type { ErrorKind } from './errors.ts';
import { FACTS } from './facts.ts';
import { refusalsOf } from './refusals.ts';

/** Answers one operation of the route table. Its input is already checked; failures are thrown as ServiceError. */
export type Handler<Id extends RouteId> = (
  input: RouteInput<Id> & Partial<Pick<OperationInput, 'client' | 'left' | 'accepted'>>,
) => AnswerWire<Id> | JsonText | Promise<AnswerWire<Id> | JsonText>;
/** An operation that is absent is `not-found`: not offered here. */
export type Handlers = { readonly [Id in RouteId]?: Handler<Id> };

/** An answer that is serialised already: text, or the bytes of it, which may be encoded where that is accepted. */
export class JsonText {
  constructor(
    private readonly json: string | Buffer<ArrayBuffer>,
    readonly encoding?: Encoding,
  ) {}

  get text(): string {
    return this.json.toString();
  }
  get bytes(): Buffer<ArrayBuffer> {
    return typeof this.json === 'string' ? Buffer.from(this.json) : this.json;
  }
}

/** An answer that is no JSON, or carries a status or headers of its own. */
export class RawAnswer {
  constructor(
    readonly body: string | Uint8Array<ArrayBuffer> | null,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly status = 200,
  ) {}
}

/** What came in, in its own words: what has been checked is exactly this. */
export interface Given {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

export interface OperationInput {
  params: unknown;
  query: unknown;
  body: unknown;
  /** Who has signed in; undefined where nobody needs to. */
  caller?: string | undefined;
  /** Of the desk that asks; undefined where it does not matter. */
  deskHost?: string | undefined;
  readonly given: Readonly<Given>;
  /** Of the answer to come. */
  readonly requestId: string;
  /** Whose connection the request came in by: an address, or `local` where there is no network. */
  readonly client: () => string;
  /** Encodings that its client takes, as it names them; absent where an answer is needed as it is. */
  readonly accepted?: string | undefined;
  /** Aborted when its client has left; absent where an answer is made for whoever watches it. */
  readonly left?: () => AbortSignal;
  /** Counts the request as several, where it asks for as much. @throws ServiceError `rate-limited` */
  readonly charge: (requests: number) => void;
  /** Path and query as they were asked for. */
  readonly address: () => string;
}

/** One method and path of the server: of the route table, or of the server's own surface. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** Absolute; `{name}` marks a path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly answer?: z.ZodMiniType;
  /** Bytes a body may have; 64 KiB unless given. */
  readonly bodyLimit?: number;
  /** What to answer to a body that is no JSON, where the protocol has its own way of saying so. */
  readonly notJson?: () => unknown;
  /** Its answers may be given again from the response cache, until the next change or second. */
  readonly cacheable?: boolean;
  /** Throws when the caller may not see this operation at all; runs before anything is read. */
  readonly guard?: (headers: Headers) => void;
  /** Names the caller by the headers; runs before anything is read. @throws ServiceError `unauthenticated`. */
  readonly authenticate?: (headers: Headers) => Promise<string>;
  /** Needs to know the host of the desk that asks. */
  readonly deskHost?: true;
  /** Answered with 201 instead of 200. */
  readonly creates?: true;
  /** Every kind of failure that it answers with; not said of the server's own surface. */
  readonly refusals?: readonly ErrorKind[];
  /** How failures are written; the documented body of the prediction interface unless given. */
  readonly errors?: 'plain';
  /** Undefined: described, but not offered. */
  readonly handle?: (input: OperationInput) => unknown;
}

const TAGS: Record<Base, string> = {
  prediction: 'prediction',
  predictionV2: 'prediction',
  tokens: 'tokens',
  swap: 'swap',
  price: 'tokens',
  trigger: 'trigger',
  triggerV1: 'trigger',
  desk: 'history',
};
/** Interfaces whose errors are `{error, details?}`. */
const PLAIN = new Set<Base>(['tokens', 'price', 'trigger', 'triggerV1']);
/** First parts of the addresses that only such interfaces have, whatever their version. */
const PLAIN_ADDRESS = new RegExp(
  `^/(?:${[...new Set([...PLAIN].map((base) => DEFAULT_BASES[base].split('/')[1]))].join('|')})(?:[/?]|$)`,
);
/** Whether what has this address, if it has one at all, says its errors as `{error, details?}`. */
export const isPlainAddress = (address: string): boolean => PLAIN_ADDRESS.test(address);

/** The operations of the route table, at the default bases, joined with their handlers. */
export function operationsOf(
  handlers: Handlers,
  authenticate?: NonNullable<Operation['authenticate']>,
): Operation[] {
  const bound = <Id extends RouteId>(id: Id): Operation['handle'] => {
    const handler: Handler<Id> | undefined = handlers[id];
    // The route's own schemas have checked each part by then.
    return handler && ((input) => handler(input as unknown as RouteInput<Id>));
  };
  return routeOperations(bound, authenticate);
}

/** The operations of the route table, each with what `bound` makes of its id; undefined is not offered. */
export function routeOperations(
  bound: (id: RouteId) => Operation['handle'],
  authenticate?: NonNullable<Operation['authenticate']>,
): Operation[] {
  return (Object.keys(routes) as RouteId[]).map((id) => {
    const { base, path, auth, ...route }: Route = routes[id];
    const handle = bound(id);
    return {
      id,
      refusals: refusalsOf(id, routes[id]),
      ...route,
      path: DEFAULT_BASES[base] + path,
      tag: TAGS[base],
      cacheable: FACTS[id].cacheable === true,
      ...(PLAIN.has(base) && { errors: 'plain' as const }),
      ...(auth !== undefined && authenticate && { authenticate }),
      ...(handle && { handle }),
    };
  });
}
