import { sentBy } from '@contract/sent.ts';
import * as z from 'zod/mini';
import { invalidParam, type ServiceError } from './errors.ts';

// The small zod build speaks no language until it is given one.
z.config(z.locales.en());

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** What stands at a path; of a list that came as one text, that text. */
function valueAt(input: unknown, path: Path): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

const describe = (param: string, message: string): string => {
  if (param === '') return message;
  return /^[a-z]/.test(message) ? `${param} ${message}` : `${param}: ${message}`;
};

/** What a union of forms accepts, said once. */
function unionMessage(issue: Issue & { code: 'invalid_union' }): string {
  const messages = new Set(issue.errors.flatMap((issues) => issues.map(({ message }) => message)));
  return [...messages].join(', or ') || issue.message;
}

/** The refusal for the first thing wrong with an input; `place` is what `param` says when there is no field. */
function refusal(issue: Issue, input: unknown, place: string): ServiceError {
  if (issue.code === 'unrecognized_keys') {
    const param = [...issue.path, issue.keys[0] ?? ''].join('.');
    return invalidParam(param, `${param} is not a known ${place} field`, 'UNKNOWN_PARAM');
  }
  const param = issue.path.join('.');
  if (param === '') return invalidParam(place, `the ${place} must be an object`);
  if (valueAt(input, issue.path) === undefined) return invalidParam(param, `${param} is required`);
  const message = issue.code === 'invalid_union' ? unionMessage(issue) : issue.message;
  return invalidParam(param, describe(param, message));
}

/**
 * Checks one part of a request.
 * @throws ServiceError `invalid` with the code INVALID_PARAM or UNKNOWN_PARAM and the dotted path as `param`.
 */
export function check(schema: z.ZodMiniType, input: unknown, place: 'path' | 'query' | 'body'): unknown {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw issue ? refusal(issue, input, place) : invalidParam(place, `the ${place} is not valid`);
}

/** The one character that text in a database cannot hold. */
const NUL = '\u0000';

/**
 * A query as an object of texts.
 * @throws ServiceError `invalid` when a name comes twice: which of them was meant is not ours to guess.
 */
export function readQuery(search: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  if (search === '') return query;
  for (const [name, value] of new URLSearchParams(search)) {
    if (name in query) throw invalidParam(name, `${name} is given more than once`);
    if (value.includes(NUL)) throw invalidParam(name, `${name} must not hold the character NUL`);
    query[name] = value;
  }
  return query;
}

/**
 * The answer of a handler against what the contract says is sent, and against what it says is read. A mismatch is a
 * bug of ours, so the caller is told of it as `internal`.
 */
export function checkAnswer(operation: string, schema: z.ZodMiniType, answer: unknown): void {
  for (const form of [sentBy(schema), schema]) {
    const issue = form.safeParse(answer).error?.issues[0];
    if (!issue) continue;
    const place = issue.path.join('.');
    throw new Error(`${operation} answered against the contract: ${place}: ${JSON.stringify(issue)}`);
  }
}
