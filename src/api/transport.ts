import { readError } from '@contract/error.ts';
import { DESK_WAITS_MS, type Method } from '@contract/route.ts';
import * as z from 'zod/mini';
import { serverUrl } from '@/config.ts';
import {
  type AnswerFacts,
  notePause,
  noteWaiting,
  recordResponseHeaders,
  SLOW_AFTER_MS,
} from '@/state/backend-status.ts';
import { AppError } from './app-error.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Takes in what each answer tells beside its content. */
  heard?: AnswerFacts[] | undefined;
  /** Answers that are here already, by address: for reads that are told of the next one. */
  held?: ((address: string) => { answered: Answered; facts: AnswerFacts } | undefined) | undefined;
}

export interface HttpRequest {
  method: Method;
  /** Whether it changes anything; every method but GET does, unless it is said. */
  write?: boolean | undefined;
  /** A path of the server, or an address elsewhere. */
  url: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Token of whoever has signed in. */
  bearer?: string | undefined;
}

/** Longest answer read, in bytes: a page of 100 events with all markets is well below. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Longest wait that a service is given at its word: a timer of more than 24 days would end at once. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** The JSON of an answer, and by what its service finds it again. */
export interface Answered {
  body: unknown;
  requestId: string | undefined;
}

/**
 * Sends one request and returns the JSON of its answer. Never retries.
 * @throws AppError for every way this can fail.
 */
export async function request(http: HttpRequest, options: CallOptions = {}): Promise<Answered> {
  const isWrite = http.write ?? http.method !== 'GET';
  const held = isWrite || http.bearer !== undefined ? undefined : options.held?.(http.url);
  if (held) {
    options.heard?.push(held.facts);
    return held.answered;
  }
  /** From sending to the last byte. */
  const timeoutMs = isWrite ? DESK_WAITS_MS.write : DESK_WAITS_MS.read;
  const abort = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    abort.abort();
  }, timeoutMs);
  let waited = (): void => undefined;
  const slowTimer = setTimeout(() => {
    if (!isWrite) waited = noteWaiting();
  }, SLOW_AFTER_MS);
  const forward = (): void => abort.abort();
  options.signal?.addEventListener('abort', forward, { once: true });
  if (options.signal?.aborted) abort.abort();
  try {
    const askedAt = Date.now();
    const response = await fetch(serverUrl(http.url), {
      method: http.method,
      headers: {
        accept: 'application/json',
        ...(http.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(http.bearer === undefined ? {} : { authorization: `Bearer ${http.bearer}` }),
      },
      ...(http.body === undefined ? {} : { body: JSON.stringify(http.body) }),
      cache: 'no-store',
      signal: abort.signal,
    });
    const facts = recordResponseHeaders(response.headers, askedAt);
    options.heard?.push(facts);
    const text = await readText(response);
    if (!response.ok) {
      const error = errorOf(response, text);
      // The next poll of anything would only be told the same; a write's own limit concerns nobody else.
      if (error.kind === 'rate-limited' && !isWrite) notePause(error.retryAfterMs ?? 0);
      throw error;
    }
    return { body: parseJson(text, response), requestId: requestIdOf(response) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (timedOut) {
      throw new AppError('timeout', 'The service took too long to respond.', { cause: error });
    }
    if (abort.signal.aborted) throw new AppError('aborted', 'The request was cancelled.', { cause: error });
    throw new AppError('offline', 'The service can’t be reached.', { cause: error });
  } finally {
    clearTimeout(timer);
    clearTimeout(slowTimer);
    waited();
    options.signal?.removeEventListener('abort', forward);
  }
}

/** @throws AppError `malformed` when the answer does not have the documented shape. */
export function parseAnswer<T extends z.ZodMiniType>(
  schema: T,
  { body, requestId }: Answered,
  name: string,
): z.output<T> {
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = [name, ...(issue?.path ?? [])].join('.');
  throw new AppError('malformed', `The service sent an unreadable answer (${field}).`, {
    field,
    requestId,
    cause: issue?.message,
  });
}

const requestIdOf = (response: Response): string | undefined =>
  response.headers.get('x-request-id') ?? undefined;

async function readText(response: Response): Promise<string> {
  if (!response.body) return response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      await reader.cancel();
      throw new AppError('malformed', 'The service sent an answer that is too long.', {
        status: response.status,
        requestId: requestIdOf(response),
      });
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parseJson(text: string, response: Response): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('malformed', 'The service sent an unreadable answer.', {
      status: response.status,
      requestId: requestIdOf(response),
      cause,
    });
  }
}

/** What a service says may lack its stop; here it stands beside other sentences. */
const sentenceOf = (text: string): string => (/[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text);

/** Maps a refusal in any of the three shapes of contract/error.ts, or in none of them. */
function errorOf(response: Response, text: string): AppError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const wire = readError(body);
  const { status } = response;
  const details = {
    status,
    code: wire?.code,
    param: wire?.param,
    requestId: wire?.requestId ?? requestIdOf(response),
    retryAfterMs: retryAfterOf(response),
  };
  const said = wire?.message && sentenceOf(wire.message);
  if (status === 429) {
    return new AppError('rate-limited', said ?? 'Too many requests. Please wait a moment.', details);
  }
  if (
    wire?.code === 'UNSUPPORTED_REGION' ||
    (status === 403 && /\bregion\b|unsupported_region/i.test(said ?? ''))
  ) {
    return new AppError('region', 'Trading is not available in your region.', details);
  }
  if (status === 451) return new AppError('region', 'Trading is not available in your region.', details);
  if (status === 401) {
    return new AppError('unauthorised', said ?? 'The service denied access.', details);
  }
  if (status === 404) return new AppError('not-found', said ?? 'Not found.', details);
  if (status >= 500 || status === 408) {
    return new AppError('server', said ?? 'The service had an error.', details);
  }
  return new AppError('refused', said ?? 'The service rejected the request.', details);
}

/**
 * `Retry-After` in seconds or as a date; the front proxy sends none with its 429 and only names the moment its
 * window resets, in Unix seconds. Moments are by the clock of whoever answers: this computer's may be hours off.
 */
function retryAfterOf(response: Response): number | undefined {
  const told = toldRetryAfter(response);
  return told === undefined ? undefined : Math.min(Math.max(0, told), MAX_RETRY_AFTER_MS);
}

function toldRetryAfter(response: Response): number | undefined {
  const after = response.headers.get('retry-after') ?? '';
  if (/^\d{1,6}$/.test(after)) return Number(after) * 1000;
  const now = Date.parse(response.headers.get('date') ?? '') || Date.now();
  const date = Date.parse(after);
  if (!Number.isNaN(date)) return date - now;
  const reset = response.headers.get('x-ratelimit-reset') ?? '';
  if (response.status !== 429 || !/^\d{1,12}$/.test(reset)) return undefined;
  return Number(reset) * 1000 - now;
}
