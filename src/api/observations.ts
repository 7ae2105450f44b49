import { serverNow } from '@/lib/clock.ts';

/** One figure at an instant, Unix seconds by the service's clock. */
export interface Observation<Value> {
  time: number;
  value: Value;
}

const KEPT = 2_000;

/** What a tab has seen of figures that nobody keeps for it: by name, oldest first, the last of each second. */
export function createObservations<Value>(): {
  note: (name: string, time: number, value: Value) => void;
  since: (name: string, time: number) => Observation<Value>[];
} {
  const seen = new Map<string, Observation<Value>[]>();
  return {
    note(name, time, value) {
      const now = serverNow() / 1_000;
      // What would be seen only in the future was noted by a clock that has been set back since.
      const known = (seen.get(name) ?? []).filter((one) => one.time <= now);
      const second = Math.floor(time);
      const last = known.at(-1);
      if (last && last.time > second) return;
      if (last?.time === second) last.value = value;
      else known.push({ time: second, value });
      seen.set(name, known.slice(-KEPT));
    },
    since: (name, time) =>
      (seen.get(name) ?? []).filter((one) => one.time >= time).map((one) => ({ ...one })),
  };
}
