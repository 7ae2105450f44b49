import type { StreamAsk } from '@contract/stream.ts';
import * as z from 'zod/mini';

const addresses = z.optional(z.array(z.string()));
const ask = z.strictObject({ watch: addresses, drop: addresses });

/** What a message of a client asks for; undefined when it is none of the stream. */
export function askOf(text: string): StreamAsk | undefined {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = ask.safeParse(message);
  return parsed.success ? parsed.data : undefined;
}
