import { vi } from 'vitest';

/* The service, as tests of the forms put it in place of HTTP. */

export interface Asked {
  method: string;
  path: string;
  body: unknown;
}
export type Answering = (asked: Asked) => unknown;

/** The service refuses with this status and body. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {}
}

const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));

/**
 * The service: answers by "METHOD /path", of which the path is the end of the address without its query. What it is
 * asked beside that it does not know.
 */
export function serve(answers: Record<string, Answering>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    const path = new URL(url, 'http://desk.test').pathname;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const one = { method: init.method ?? 'GET', path, body };
    asked.push(one);
    const found = Object.entries(answers).find(([name]) => {
      const [method, end = ''] = name.split(' ');
      return one.method === method && path.endsWith(end);
    });
    const answer = found ? await found[1](one) : new Refusal(404, { error: 'not known' });
    const { status, body: json } = answer instanceof Refusal ? answer : { status: 200, body: answer };
    return new Response(toJson(json), { status });
  });
  return asked;
}

/** Bodies that were sent to one operation, oldest first. */
export const sentTo = (asked: readonly Asked[], method: string, end: string): unknown[] =>
  asked.filter((one) => one.method === method && one.path.endsWith(end)).map(({ body }) => body);

/** Something that a test lets go when it is time. */
export function gate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), passed };
}

/** A refusal as the service writes one. */
export const refusedWith = (code: string, param?: string): Refusal =>
  new Refusal(400, {
    type: 'invalid_request_error',
    code,
    ...(param === undefined ? {} : { param }),
    message: 'It was refused',
    request_id: 'r-1',
  });
