import type { AdjustableClock } from '../../common/clock.ts';
import { ServiceError } from '../../common/errors.ts';
import { causeOf } from '../../common/log.ts';
import { inTurns } from '../../common/one-by-one.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Changes, CommitStore, WriterRow } from './commit.store.ts';
import { FencedError, NotCommittedError } from './commit-errors.ts';
import { createHealth } from './health.ts';
import { landedAfterAll } from './landed-after-all.ts';
import type { ExchangeState } from './state.ts';
import { Batch, type Job } from './unit-of-work.ts';

export interface WriterDeps {
  store: CommitStore;
  ledger: Ledger;
  state: ExchangeState;
  clock: AdjustableClock;
  /** Number of the last committed batch. */
  lastBatch: number;
  log: (entry: Record<string, unknown>) => void;
  /** The database is no longer ours: the process must end. */
  fatal: (error: Error) => void;
  /** Hears what a batch has changed, once it is committed and before anybody is answered. Must not throw. */
  committed?: (changes: Changes) => void;
}

export interface Writer {
  /**
   * Runs a user's job after all users' jobs that came before it, and answers once what it did is committed. Jobs are
   * synchronous; what one throws undoes that one alone.
   * @throws what the job throws; ServiceError `unavailable` when the queue is full or the commit failed (then nothing happened).
   */
  submit<T>(job: Job<T>): Promise<T>;
  /**
   * Runs a job of the keeper's in what users leave free, and in a small share that they do not. It takes no user's
   * place in the queue; its only bound is that the keeper waits for its own.
   * @throws like `submit`, but is never refused for a full queue.
   */
  submitKeeperJob(job: Job<void>): Promise<void>;
  /**
   * Runs a look at memory between two batches, when all of it is committed.
   * @throws what the look throws; ServiceError `unavailable` once another process writes.
   */
  read<T>(look: () => T): Promise<T>;
  /** Refuses new jobs and waits for those already taken. */
  close(): Promise<void>;
  /** `working`: whether the last commit went through. */
  readonly stats: { commits: number; committedJobs: number; queuedJobs: number; working: boolean };
}

interface Entry {
  run: (batch: Batch) => void;
  settle: () => void;
  fail: (error: unknown) => void;
}

const MAX_BATCH = 48;
/** Of a batch: what the keeper has of it while users wait, and while it alone has work. */
const KEEPER_SHARE = 6;
const KEEPER_MOST = 24;
const MAX_QUEUE = 2_000;
/** From a commit that failed to one that only finds out whether commits go through again. */
const PROBE_MS = 1_000;

const unavailable = (message: string, cause?: unknown): ServiceError =>
  new ServiceError('unavailable', 'INTERNAL', message, { retryAfter: 1, cause });
const full = (): ServiceError =>
  unavailable('too many orders are waiting; nothing happened, try again shortly');
const closing = (): ServiceError => unavailable('the exchange is stopping; nothing happened');
/** Without its cause, which is logged once and not with every request that it fails. */
const notSaved = (): ServiceError =>
  unavailable('the change could not be saved; nothing happened, try again');
const takenOver = (): ServiceError => unavailable('another server takes over; ask it again');
const unclear = (cause: unknown): ServiceError =>
  unavailable('another server takes over; look up whether this happened before trying again', cause);

/**
 * The single writer: jobs run one after another against memory and the ledger; all that are waiting share one
 * database transaction, users' before the keeper's. Nothing is answered before its commit, and a failed commit takes everything back.
 */
export function createWriter(deps: WriterDeps): Writer {
  const { store, ledger, state, clock, log, fatal } = deps;
  const queue: Entry[] = [];
  const keeperQueue: Entry[] = [];
  const looks: (() => void)[] = [];
  const health = createHealth(log);
  const stats = {
    commits: 0,
    committedJobs: 0,
    get working() {
      return health.working && !fenced;
    },
    get queuedJobs() {
      return queue.length + keeperQueue.length;
    },
  };
  let batchNumber = deps.lastBatch;
  let running: Promise<void> | undefined;
  let closed = false;
  let fenced = false;
  let probe: NodeJS.Timeout | undefined;
  let probing = false;

  /** Commits nothing but its number after a while: nobody else may come to write, and be the one who finds out. */
  function probeLater(): void {
    clearTimeout(probe);
    if (closed) return;
    probe = setTimeout(() => {
      probing = true;
      start();
    }, PROBE_MS).unref();
  }

  function runJob(entry: Entry, batch: Batch): void {
    const savepoint = batch.savepoint();
    try {
      entry.run(batch);
    } catch (error) {
      batch.rollbackTo(savepoint);
      entry.settle = () => entry.fail(error);
    }
  }

  function runFollowUps(batch: Batch): void {
    for (let job = batch.followUps.shift(); job; job = batch.followUps.shift()) {
      const savepoint = batch.savepoint();
      try {
        job(batch);
      } catch (error) {
        batch.rollbackTo(savepoint);
        log({ level: 'error', message: 'a follow-up job failed', ...causeOf(error) });
      }
    }
  }

  /** Nothing is written from here on, and what waits is told so. */
  function fence(error: FencedError): void {
    fenced = true;
    closed = true;
    for (const entry of [...queue.splice(0), ...keeperQueue.splice(0)]) entry.fail(closing());
    fatal(error);
  }

  /** Resolves once a batch is committed. @throws ServiceError when it is not, or when that cannot be known. */
  async function commit(batch: Batch, saved: Omit<WriterRow, 'batch'>): Promise<void> {
    try {
      await store.commit(batchNumber + 1, saved, batch.changes);
    } catch (error) {
      if (error instanceof FencedError) {
        fence(error);
        throw notSaved();
      }
      health.fails(error);
      if (error instanceof NotCommittedError) throw notSaved();
      try {
        if (!(await landedAfterAll(store, batchNumber + 1))) throw notSaved();
      } catch (verdict) {
        if (!(verdict instanceof FencedError)) throw verdict;
        fence(verdict);
        throw unclear(error);
      }
    }
    health.works();
  }

  async function flush(batch: Batch): Promise<void> {
    const blockhashes = ledger.drainNewBlockhashes();
    for (const row of blockhashes) batch.changes.blockhashes.set(row.blockhash, row);
    try {
      await commit(batch, { counters: state.savedCounters(), clock: clock.checkpoint(batch.advanced) });
    } catch (error) {
      batch.rollbackTo(0);
      ledger.requeueBlockhashes(blockhashes);
      probeLater();
      throw error;
    }
    clock.advance(batch.advanced);
    batchNumber += 1;
    stats.commits += 1;
    for (const tell of batch.told) tell();
    deps.committed?.(batch.changes);
  }

  /**
   * Lets requests that have arrived meanwhile into the queue. The built-in database works without ever yielding to
   * the event loop, so that without this turn every request would find the queue empty and pay for its own commit,
   * and none would be heard while the keeper works.
   */
  async function gather(): Promise<void> {
    for (let seen = -1; queue.length > seen && queue.length < MAX_BATCH; ) {
      seen = queue.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Those that came while a commit took its time: the next batch waits for them, and all else goes on in between. */
  function* looksThatWait(): Generator<void, void> {
    for (const look of looks.splice(0)) {
      look();
      yield;
    }
  }

  /** Users first, but for the share that lets the keeper get on whatever users do. */
  function nextBatch(): Entry[] {
    const users = queue.splice(0, MAX_BATCH - Math.min(keeperQueue.length, KEEPER_SHARE));
    return [...users, ...keeperQueue.splice(0, users.length > 0 ? KEEPER_SHARE : KEEPER_MOST)];
  }

  const isIdle = (): boolean => queue.length + keeperQueue.length === 0;

  async function drain(): Promise<void> {
    while (!isIdle() || probing) {
      await gather();
      const entries = nextBatch();
      const batch = new Batch(state, ledger, clock);
      for (const entry of entries) {
        runJob(entry, batch);
        runFollowUps(batch);
      }
      try {
        const isDue = !batch.isEmpty || (probing && !stats.working);
        probing = false;
        if (isDue) await flush(batch);
        stats.committedJobs += entries.length;
        for (const entry of entries) entry.settle();
      } catch (error) {
        for (const entry of entries) entry.fail(error);
      }
      await inTurns(looksThatWait());
    }
    await inTurns(looksThatWait());
  }

  function start(): void {
    running ??= drain().finally(() => {
      running = undefined;
      // Also for looks that were asked for since the last batch was over.
      if (!isIdle() || probing || looks.length > 0) start();
    });
  }

  function enqueue<T>(job: Job<T>, line: Entry[], room: number): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (closed) return reject(closing());
      if (line.length >= room) return reject(full());
      const entry: Entry = {
        run: (batch) => {
          const result = job(batch);
          entry.settle = () => resolve(result);
        },
        settle: () => undefined,
        fail: reject,
      };
      line.push(entry);
      start();
    });
  }

  return {
    stats,
    submit: (job) => enqueue(job, queue, MAX_QUEUE),
    submitKeeperJob: (job) => enqueue(job, keeperQueue, Number.POSITIVE_INFINITY),
    read: <T>(look: () => T) => {
      return new Promise<T>((resolve, reject) => {
        const run = () => {
          // What the memory was taken back to may be older than what is stored.
          if (fenced) return reject(takenOver());
          try {
            resolve(look());
          } catch (error) {
            reject(error);
          }
        };
        if (running) looks.push(run);
        else run();
      });
    },
    async close() {
      closed = true;
      clearTimeout(probe);
      while (running) await running;
    },
  };
}
