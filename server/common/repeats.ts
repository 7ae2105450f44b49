import type { Log } from './log.ts';

type Entry = Parameters<Log>[0];

/** A little more than a second: clocks and timers are not exact. */
const PAUSE_MS = 1_050;

/** What lines of one kind have in common; the rest of a line (which request, how long it took) is another each time. */
const KIND = [
  'level',
  'message',
  'operation',
  'status',
  'refresh',
  'rpc',
  'failure',
  'task',
  'vault',
] as const;

/** What a failed query says after its first line is the query. */
const firstLines = (cause: unknown): string[] =>
  [cause ?? []].flat().map((one) => String(one).split('\n', 1)[0] ?? '');

const kindOf = (entry: Entry): string =>
  JSON.stringify([...KIND.map((name) => entry[name]), firstLines(entry.cause)]);

interface Withheld {
  last: Entry | undefined;
  /** How many came before it and are told of by their number alone. */
  before: number;
}

/**
 * A log that writes no more than one line a second of a kind: the first at once, then the last of those that came
 * meanwhile, with how many were `left_out`. `isWhole`: lines that are all written.
 */
export function groupRepeats(log: Log, isWhole: (entry: Entry) => boolean = () => false): Log {
  const kinds = new Map<string, Withheld>();
  function pause(kind: string, withheld: Withheld): void {
    setTimeout(() => {
      const { last, before } = withheld;
      if (!last) {
        kinds.delete(kind);
        return;
      }
      withheld.last = undefined;
      withheld.before = 0;
      pause(kind, withheld);
      log(before === 0 ? last : { ...last, left_out: before });
    }, PAUSE_MS).unref();
  }
  return (entry) => {
    if (isWhole(entry)) {
      log(entry);
      return;
    }
    const kind = kindOf(entry);
    const known = kinds.get(kind);
    if (!known) {
      const withheld = { last: undefined, before: 0 };
      kinds.set(kind, withheld);
      pause(kind, withheld);
      log(entry);
      return;
    }
    if (known.last) known.before += 1;
    known.last = entry;
  };
}
