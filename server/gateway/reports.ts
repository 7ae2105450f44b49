import type { Log } from '../common/log.ts';
import type { Timing } from './timing.ts';

const REPEAT_MS = 60_000;
const MAX_KNOWN = 500;

/** Writes a line about something once a minute, however often it happens. */
export type Report = (name: string, entry: Record<string, unknown>) => void;

export function createReport(log: Log, { now }: Pick<Timing, 'now'>): Report {
  const reported = new Map<string, number>();
  return (name, entry) => {
    if (now() - (reported.get(name) ?? 0) < REPEAT_MS) return;
    if (reported.size >= MAX_KNOWN) reported.clear();
    reported.set(name, now());
    log(entry);
  };
}
