import { mostWithin } from '../lib/counting-upstream.ts';

/** How often a message came in one log. */
export interface Frequent {
  readonly message: string;
  readonly times: number;
  /** The most of them within a second, and within ten. */
  readonly inOneSecond: number;
  readonly inTenSeconds: number;
}

interface Entry {
  at?: string;
  level?: string;
  message?: string;
  cause?: string | string[];
  operation?: string;
  refresh?: string;
  rpc?: string;
  failure?: string;
  task?: string;
  status?: number;
}

function read(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}

/** What a line says, without what is another each time. */
function messageOf(line: string): string {
  const entry = read(line);
  if (!entry) return line;
  const { level, message, cause, operation, refresh, rpc, failure, task, status } = entry;
  // What a failed query says after its first line is the query.
  const causes = [cause ?? []].flat().map((one) => one.split('\n')[0]);
  return [level, message, operation, refresh, rpc, failure, task, status, causes.join(', ')]
    .filter(Boolean)
    .join(' ');
}

/** Messages of a log by how often they came, most first. Lines without an instant are told as often as they are there. */
export function frequentIn(lines: readonly string[]): Frequent[] {
  const byMessage = new Map<string, { times: number; at: number[] }>();
  for (const line of lines) {
    const message = messageOf(line);
    const found = byMessage.get(message) ?? { times: 0, at: [] };
    found.times += 1;
    const at = read(line)?.at;
    if (at !== undefined) found.at.push(Date.parse(at));
    byMessage.set(message, found);
  }
  return [...byMessage]
    .map(([message, { times, at }]) => ({
      message,
      times,
      inOneSecond: mostWithin(at, 1_000),
      inTenSeconds: mostWithin(at, 10_000),
    }))
    .sort((a, b) => b.inTenSeconds - a.inTenSeconds || b.times - a.times);
}
