import { randomUUID } from 'node:crypto';
import type { RouteId } from '@contract/routes.ts';
import { ServiceError } from '../common/errors.ts';
import { FACTS, type Kind } from '../common/facts.ts';
import type { Faults } from '../common/faults.ts';
import { type Given, JsonText, type Operation, RawAnswer } from '../common/operation.ts';
import { check, readQuery } from '../common/validate.ts';

/** An answer to a watched address. */
export interface Look {
  /** The same as the time before: so is the text, without a look at it. */
  readonly made: unknown;
  /** JSON. */
  readonly text: () => string;
  /** Milliseconds for which it had been true when the look began; negative for what was made since. */
  readonly ageMs: number;
  /** What it tells of budget and pauses, by the names of its headers. */
  readonly facts: Readonly<Record<string, string>> | undefined;
}

/** What can be watched, and how it is asked. */
export interface Watchable {
  readonly id: string;
  /** What of it belongs to one owner is `private`; what the server has beside the interfaces is everybody's. */
  readonly kind: Kind;
  /** @param client address of who has asked first. @returns undefined where there is no answer to tell. */
  look(client: string): Look | undefined | Promise<Look | undefined>;
}

const TOLD = /^x-(budget|upstream)-/;
/** Without the mark of its byte order, which some platforms begin with and JSON does not know. */
const utf8 = new TextDecoder();
/** A piece of the stream is a line; where JSON has a break of its own, a blank says the same. */
const onOneLine = (json: string): string => json.replaceAll('\n', ' ');

function factsOf(headers: Readonly<Record<string, string>>): Look['facts'] {
  const told = Object.entries(headers).filter(([name]) => TOLD.test(name));
  return told.length > 0 ? Object.fromEntries(told) : undefined;
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value;

interface Way {
  readonly operation: Operation;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/** Addresses without parameters first: a path of its own is never taken for the parameter of another. */
function waysOf(operations: readonly Operation[]): Way[] {
  return operations
    .filter(
      ({ method, handle, guard, authenticate }) => method === 'GET' && handle && !guard && !authenticate,
    )
    .map((operation) => {
      const names: string[] = [];
      const source = operation.path.replace(/[.+*?^$()[\]\\|]/g, '\\$&').replace(/\{(\w+)\}/g, (_, name) => {
        names.push(name);
        return '([^/]+)';
      });
      return { operation, pattern: new RegExp(`^${source}$`), names };
    })
    .sort((a, b) => a.names.length - b.names.length);
}

/**
 * Finds out what an address asks for; undefined for what cannot be watched: writes, what needs a sign-in, what is no
 * operation or badly asked for. Who asks for it in the ordinary way hears what is wrong with it.
 * @param failed hears of answers that failed by a fault of ours.
 */
export function createAsker(
  operations: readonly Operation[],
  faults: Faults | undefined,
  failed: (operation: string, error: unknown) => void,
): (address: string) => Watchable | undefined {
  const ways = waysOf(operations);

  function inputOf({ operation, names }: Way, values: readonly string[], search: string): Given {
    const params = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]));
    return { params, query: operation.query ? readQuery(search) : {}, body: undefined };
  }

  function told({ id }: Operation, answer: unknown): Look | undefined {
    const raw = answer instanceof RawAnswer ? answer : undefined;
    if (raw && raw.status !== 200) return undefined;
    const body = raw ? raw.body : answer instanceof JsonText ? answer.text : JSON.stringify(answer);
    if (body === null) return undefined;
    const ageMs = Number(raw?.headers['x-age-ms'] ?? 0);
    return {
      made: body,
      text: () => {
        const text = onOneLine(typeof body === 'string' ? body : utf8.decode(body));
        return faults ? faults.misshape(id, text) : text;
      },
      ageMs,
      facts: raw && factsOf(raw.headers),
    };
  }

  return (address) => {
    const [path = '', ...rest] = address.split('?');
    const search = rest.join('?');
    for (const way of ways) {
      const found = way.pattern.exec(path);
      if (!found) continue;
      const { operation } = way;
      const { handle, params, query, id } = operation;
      if (!handle) return undefined;
      let input: { params: unknown; query: unknown; given: Given };
      try {
        const given = inputOf(way, found.slice(1), search);
        input = {
          given,
          params: params && check(params, given.params, 'path'),
          query: query && check(query, given.query, 'query'),
        };
      } catch {
        return undefined;
      }
      const none = (error: unknown): undefined => {
        if (!(error instanceof ServiceError)) failed(id, error);
        return undefined;
      };
      return {
        id,
        kind: Object.hasOwn(FACTS, id) ? FACTS[id as RouteId].policy.kind : 'public',
        look: (client) => {
          const work = () =>
            handle({
              ...input,
              body: undefined,
              requestId: randomUUID(),
              client: () => client,
              charge: () => undefined,
              address: () => address,
            });
          try {
            const answer = faults?.active ? faults.around(id, async () => work()) : work();
            if (!isThenable(answer)) return told(operation, answer);
            return Promise.resolve(answer)
              .then((value) => told(operation, value))
              .catch(none);
          } catch (error) {
            return none(error);
          }
        },
      };
    }
    return undefined;
  };
}
