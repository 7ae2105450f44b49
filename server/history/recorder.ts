import { setTimeout as pause } from 'node:timers/promises';
import { evenly } from '../common/even-clock.ts';
import { counter, type Gauge, gauge } from '../common/gauge.ts';
import { causeOf, type Log } from '../common/log.ts';
import type { PublicAnswer } from '../common/public-answer.ts';
import type { Waiting } from '../db/writer-lock.ts';
import { HistoryStore } from './history.store.ts';
import type { Opened } from './history-rows.ts';
import { Recording } from './recording.ts';
import { LATE_MS } from './rollup.ts';
import { hasSightings, sightingsIn } from './sightings.ts';
import { Tracker, type TrackerLimits } from './tracker.ts';
import { UpkeepClock } from './upkeep-clock.ts';

export interface RecorderOptions {
  /** Opens the database to write to, once nobody else does. @throws when it cannot be had now. */
  readonly open: (onWait: (reason: Waiting) => void, signal: AbortSignal) => Promise<Opened>;
  /** Bytes that the history may take. */
  readonly maxBytes: number;
  readonly log: Log;
  /** Unix milliseconds; the system's unless given. */
  readonly now?: () => number;
  /** Milliseconds that go on evenly, also while the machine sleeps. */
  readonly even?: () => number;
  readonly limits?: TrackerLimits & {
    readonly maxAnswers?: number;
    /** Milliseconds between two times that is written. */
    readonly flushMs?: number;
    /** Milliseconds until a database that could not be opened is opened again. */
    readonly retryMs?: number;
  };
}

export interface Recorder {
  /** Takes note of an answer. Never waits, never throws: what there is no room for is dropped. */
  see(answer: PublicAnswer): void;
  readonly gauges: readonly Gauge[];
  /** The database that is written to; undefined while it is not open. */
  database(): Opened | undefined;
  /** Writes what is left, and ends within seconds. */
  close(): Promise<void>;
}

const FLUSH_MS = 1_000;
const RETRY_MS = 5_000;
const MAX_ANSWERS = 200;
/** Answers are read for so long before others have their turn. */
const SLICE_MS = 4;
const CLOSE_MS = 2_000;
/** A process that did nothing for longer than this has seen nothing meanwhile: it was stopped, or its machine slept. */
const STILL_MS = 10_000;

const textOf = new TextDecoder();

/**
 * Records the prices of public answers. Reading answers is done in small pieces beside everything else, writing on the
 * database's own thread or server: while that is slow or away, changes wait, at most so many, and what comes beyond them
 * is a gap.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { open, maxBytes, log, now = Date.now, even = evenly, limits = {} } = options;
  const tracker = new Tracker(limits);
  const upkeep = new UpkeepClock(now, even);
  const answers: PublicAnswer[] = [];
  const { maxAnswers = MAX_ANSWERS, flushMs = FLUSH_MS, retryMs = RETRY_MS } = limits;
  const ending = new AbortController();
  let isReading = false;
  let isElsewhere = false;
  let missed = 0;
  let failing = false;
  let database: Opened | undefined;
  /** The latest that the clock has been, Unix milliseconds. */
  let latest = now();
  const clock = (): number => {
    const at = now();
    latest = Math.max(latest, at);
    return at;
  };

  /** A step for each sighting: an answer may hold thousands. */
  function* sightings(): Generator<void> {
    for (let answer = answers.shift(); answer; answer = answers.shift()) {
      try {
        const json = answer.json === undefined ? JSON.parse(textOf.decode(answer.body)) : answer.json;
        for (const sighting of sightingsIn(answer.id, json, answer.params)) {
          tracker.see(sighting, answer.at, clock());
          yield;
        }
      } catch {
        // No JSON: the gateway has told of it.
        missed += 1;
      }
      yield;
    }
  }

  function read(steps: Iterator<void>): void {
    const until = performance.now() + SLICE_MS;
    do {
      if (!steps.next().done) continue;
      isReading = false;
      return;
    } while (performance.now() <= until);
    setImmediate(read, steps);
  }

  const failed = (message: string, error: unknown): void => {
    // Told once: it is tried again until it works.
    if (!failing) log({ level: 'warn', message, ...causeOf(error) });
    failing = true;
  };
  const works = (): void => {
    if (failing) log({ level: 'info', message: 'the history is recorded again' });
    failing = false;
  };
  const wait = (ms: number): Promise<void> =>
    pause(ms, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);

  async function record(opened: Opened): Promise<void> {
    const recording = new Recording(new HistoryStore(opened), tracker, maxBytes, now, upkeep);
    tracker.forgetNumbers();
    await recording.begin();
    database = opened;
    while (!opened.lost.aborted) {
      const since = even();
      await wait(flushMs);
      if (even() - since > flushMs + STILL_MS) recording.interrupt();
      if (clock() < latest - LATE_MS) {
        // It was ahead: what was seen then would hide all that is seen until it is there again.
        log({ level: 'warn', message: 'the clock was set back; the history is recorded anew from here' });
        latest = now();
        tracker.clear();
        return;
      }
      try {
        await recording.flush();
        if (ending.signal.aborted) return;
        await recording.maintain();
        works();
      } catch (error) {
        failed('the history cannot be written; what is seen meanwhile may be missing from it', error);
        if (ending.signal.aborted) return;
        await recording.letGo().catch(() => undefined);
      }
    }
  }

  async function recordAgainAndAgain(): Promise<void> {
    while (!ending.signal.aborted) {
      let opened: Opened | undefined;
      try {
        opened = await open((reason) => {
          isElsewhere = reason === 'another process writes';
          if (isElsewhere) tracker.clear();
        }, ending.signal);
        isElsewhere = false;
        await record(opened);
      } catch (error) {
        if (!ending.signal.aborted) failed('the history cannot be opened', error);
      }
      database = undefined;
      await opened?.close().catch(() => undefined);
      await wait(retryMs);
    }
  }
  const running = recordAgainAndAgain();

  return {
    see(answer) {
      if (isElsewhere || ending.signal.aborted || !hasSightings(answer.id)) return;
      if (answers.length >= maxAnswers) {
        missed += 1;
        return;
      }
      answers.push(answer);
      if (isReading) return;
      isReading = true;
      setImmediate(read, sightings());
    },
    gauges: [
      gauge('history_recording', 'Whether this process records the history.', () => (database ? 1 : 0)),
      gauge('history_waiting', 'Changes that wait to be written.', () => tracker.waiting),
      gauge('history_series', 'Markets and assets whose prices are followed.', () => tracker.size),
      counter('history_changes_total', 'Changes written.', () => tracker.written),
      counter(
        'history_dropped_total',
        'Changes and answers that found no room.',
        () => tracker.dropped + missed,
      ),
    ],
    database: () => database,
    close: async () => {
      ending.abort();
      await Promise.race([running, pause(CLOSE_MS, undefined, { ref: false })]);
      await database?.close().catch(() => undefined);
    },
  };
}
