import { textOf, waitOf } from './slow-down.ts';
import type { HttpAnswer } from './transport.ts';

type Told = Pick<HttpAnswer, 'status' | 'headers'>;

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** The headers of the platform's answers that are passed on, and what of each; undefined: nothing. */
const PASSED_ON: Readonly<Record<string, (told: Told, clock: number) => string | undefined>> = {
  'x-request-id': ({ headers }) => {
    const requestId = textOf(headers['x-request-id']);
    return REQUEST_ID.test(requestId) ? requestId : undefined;
  },
  // A wait in seconds: its moments are by its clock, not by ours.
  'retry-after': ({ headers, status }, clock) => {
    const waitMs = status < 400 ? undefined : waitOf(headers, 'retry-after', clock);
    return waitMs === undefined ? undefined : String(Math.ceil(waitMs / 1_000));
  },
};

/** What of an answer's headers is passed on. `clock`: Unix milliseconds. */
export function passedOn(told: Told, clock: number): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, pass] of Object.entries(PASSED_ON)) {
    const text = pass(told, clock);
    if (text !== undefined) headers[name] = text;
  }
  return headers;
}

/** All that stands in those headers. */
export const textsPassedOn = ({ headers }: Pick<Told, 'headers'>): string[] =>
  Object.keys(PASSED_ON).map((name) => textOf(headers[name]));
