import { inTurns } from '../common/one-by-one.ts';
import { DAY } from './candle.ts';
import type { HistoryStore } from './history.store.ts';
import type { Snapshot } from './history-rows.ts';
import { prune } from './prune.ts';
import { lastRecordedAt, readSnapshot } from './read-history.store.ts';
import { rollUp } from './rollup.ts';
import { decodeSnapshot, encodeSnapshot, type Standing } from './snapshot.ts';
import { changesOf, namedOf, type Tracker } from './tracker.ts';
import { UpkeepClock } from './upkeep-clock.ts';

const ROWS_AT_ONCE = 5_000;
/** A recording is known to last so long after it was last noted, in milliseconds. */
const NOTE_MS = 5_000;
const UPKEEP_MS = 60_000;
const FORGET_MS = 3_600_000;
export const SNAPSHOT_MS = 5 * 60_000;
/** Minutes for which a market stands where it was last seen. */
export const SNAPSHOT_AGE = 60;
const MINUTE_MS = 60_000;

/** One that records as long as it holds a database: writes what was tracked, rolls it up and lets it go with age. */
export class Recording {
  /** Of the span of recording in the database; undefined: none has begun. */
  private number: number | undefined;
  private notedAt = Number.NEGATIVE_INFINITY;
  private maintainedAt = Number.NEGATIVE_INFINITY;
  private prunedAt = Number.NEGATIVE_INFINITY;
  private forgotAt: number;
  private snapshotAt: number;
  private hasRoom = true;
  /** The snapshot before this recording; null: there is none. Undefined: not read yet. */
  private earlier: Snapshot | null | undefined;

  /** @param now Unix milliseconds. @param upkeep what is rolled up and let go is judged by. */
  constructor(
    private readonly store: HistoryStore,
    private readonly tracker: Tracker,
    private readonly maxBytes: number,
    private readonly now: () => number,
    private readonly upkeep = new UpkeepClock(now, now),
  ) {
    this.snapshotAt = now();
    this.forgotAt = now();
  }

  /**
   * Begins a span of recording, with which those before it end. @returns its number. @throws what the database threw
   */
  async begin(): Promise<number> {
    if (this.number === undefined) {
      this.upkeep.begin(await lastRecordedAt(this.store.db));
      this.number = await this.store.beginRecording(this.now());
    }
    return this.number;
  }

  /** What is seen from now on is another span of recording: for a while nobody has looked. */
  interrupt(): void {
    this.number = undefined;
  }

  /**
   * Writes everything that waits; where there is no room for it, it is let go, and what follows is another span of
   * recording. @throws what the database threw: what was not written by then still waits
   */
  async flush(): Promise<void> {
    if (!this.hasRoom) {
      this.tracker.dropWaiting();
      return;
    }
    const number = await this.begin();
    const gap = this.tracker.gapAt;
    const until = gap ?? this.now();
    while (this.tracker.waiting > 0) {
      const batch = this.tracker.next(ROWS_AT_ONCE);
      if (batch.news.length > 0)
        this.tracker.named(batch.news, await this.store.name(batch.news.map(namedOf)));
      await this.store.append(changesOf(batch), number, until);
      this.tracker.wrote(batch);
      this.notedAt = until;
    }
    if (gap !== undefined) {
      this.tracker.gapIsNoted();
      this.number = undefined;
    } else if (until - this.notedAt >= NOTE_MS) {
      await this.store.append([], number, until);
      this.notedAt = until;
    }
  }

  /** Rolls up and lets go, from time to time; everything must have been written. */
  async maintain(): Promise<void> {
    const instant = this.now();
    if (instant - this.snapshotAt >= SNAPSHOT_MS) await this.snapshot(instant);
    const now = this.upkeep.read();
    if (now - this.maintainedAt < UPKEEP_MS) return;
    this.maintainedAt = now;
    await rollUp(this.store, now, () => this.flush());
    await this.letGo();
    if (now - this.forgotAt >= FORGET_MS) await this.forget(now);
  }

  /** Lets go with age, also while nothing can be written: that may be for want of the room that it takes. */
  async letGo(): Promise<void> {
    const now = this.upkeep.read();
    if (now - this.prunedAt < UPKEEP_MS) return;
    this.prunedAt = now;
    const had = this.hasRoom;
    this.hasRoom = await prune(this.store, now, this.maxBytes);
    // What was let go in between is a gap.
    if (had !== this.hasRoom) this.number = undefined;
  }

  /** Series of which nothing is left. */
  private async forget(now: number): Promise<void> {
    const days = (await this.store.partitions()).flatMap(({ table, from }) =>
      table === 'changes' ? [] : Math.floor(from / DAY),
    );
    const forgotten = await this.store.forgetBefore(Math.min(Math.floor(now / 1_000 / DAY), ...days));
    this.tracker.forgetNumbers(new Set(forgotten));
    this.forgotAt = now;
  }

  private async before(now: number): Promise<Snapshot | null> {
    // One that was made by a clock that was ahead says nothing of what was before.
    if (this.earlier === undefined)
      this.earlier = (await readSnapshot(this.store.db, 0, Math.floor(now / 1_000))) ?? null;
    return this.earlier;
  }

  /** Where markets stand now, those too that were seen before this recording and not again. In steps. */
  private *standings(now: number, before: Snapshot | null): Generator<void, Standing[]> {
    const { standings, seen } = yield* this.tracker.standings(now, SNAPSHOT_AGE);
    const older = Math.ceil((now - (before?.at ?? 0) * 1_000) / MINUTE_MS);
    if (before === null || older > SNAPSHOT_AGE) return standings;
    for (const standing of decodeSnapshot(before.body)) {
      yield;
      const age = standing.age + older;
      if (!seen.has(standing.series) && age <= SNAPSHOT_AGE) standings.push({ ...standing, age });
    }
    return standings;
  }

  private async snapshot(now: number): Promise<void> {
    const standings = await inTurns(this.standings(now, await this.before(now)));
    const body = await inTurns(encodeSnapshot(standings));
    await this.store.addSnapshot({ at: Math.floor(now / 1_000), body });
    this.snapshotAt = now;
  }
}
