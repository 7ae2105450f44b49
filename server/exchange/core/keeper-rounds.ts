import { isUnavailable } from '../../common/errors.ts';
import { causeOf } from '../../common/log.ts';
import { inTurns } from '../../common/one-by-one.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import type { ExchangeContext } from './context.ts';

/** One thing to do: what it is about, and the job, which checks for itself whether it is still due. */
export type KeeperJob = readonly [key: string, job: (uow: UnitOfWork) => void];

/** Jobs of one task that the writer has at once; the rest waits for the next call. */
export const ROUND = 240;
/** Simulated seconds after which a market that can have ended is looked at again. */
export const RECHECK_SECONDS = 1;
/** What was won and nobody has claimed is paid out after this many simulated seconds. */
export const AUTO_CLAIM_SECONDS = 86_400;
/** Seconds after which a job that has failed is tried again. */
const RETRY_SECONDS = 5;
/** Seconds without any task after the writer itself has failed: shorter, so that others come before it fails again. */
const HOLD_SECONDS = 1;

export interface Round {
  readonly task: string;
  readonly jobs: readonly KeeperJob[];
  /** Due as well, but not in this round. */
  readonly left: number;
}

/** What the keeper does, in rounds of bounded size: however much is due, users wait for no more than one batch of it. */
export interface KeeperRounds {
  /**
   * The next round of what is due. What was in the rounds before comes again only after all the rest had its turn,
   * so that jobs which change nothing hold nobody up.
   */
  take(task: string, due: readonly KeeperJob[]): Round;
  /**
   * The next round of what a look has found. It is worked off before anybody looks again: where a hundred thousand are
   * due, a list of them all for each round would take longer than the rounds. It looks between two commits: what one
   * has changed that fails would be as before, and nobody would look again.
   */
  takeFound(task: string, look: () => readonly KeeperJob[]): Promise<Round>;
  /** Does a round, and writes one line when something of it failed or is left. @returns the keys that are done. */
  run(round: Round): Promise<ReadonlySet<string>>;
  /**
   * Does a job beside the rounds, after those that were begun before it: one that takes so long that nothing else may
   * wait for it. Only a failure is told, in a line as of a round.
   */
  begin(task: string, job: KeeperJob): void;
  /** Waits for what was begun. @returns whether there was anything. */
  begun(): Promise<boolean>;
  /** Whether it may be tried: it was not begun, or is over, and has not failed a moment ago. */
  mayRun(key: string): boolean;
  /** Forgets the pause after a failure of the writer. */
  release(): void;
  /** Forgets what was found and has had no round yet: the next calls look anew, from the beginning. */
  lookAgain(): void;
  /** Lets go of failures that hold nothing back any more. */
  prune(): void;
}

/** Something that a room has to do again and again. */
export interface Task {
  /** One round of it. @returns how much is left for the next call. */
  run(rounds: KeeperRounds): Promise<number>;
  /** Something outside of time has changed (a result, trading): look at everything again. */
  wake?(): void;
}

const taskBy = (take: (rounds: KeeperRounds) => Round | Promise<Round>): Task => ({
  run: async (rounds) => {
    const round = await take(rounds);
    await rounds.run(round);
    return round.left;
  },
});

/** A task that is nothing but what is due when it is asked. */
export const taskOf = (name: string, due: () => readonly KeeperJob[]): Task =>
  taskBy((rounds) => rounds.take(name, due()));

/** The same where looking at all of it takes long: a step of it each. */
export const steppedTaskOf = (name: string, due: () => Generator<void, readonly KeeperJob[]>): Task =>
  taskBy(async (rounds) => rounds.take(name, await inTurns(due())));

/** The same where what was found stays due until it is done. */
export const foundTaskOf = (name: string, look: () => readonly KeeperJob[]): Task =>
  taskBy((rounds) => rounds.takeFound(name, look));

export function createRounds({
  writer,
  clock,
  log,
}: Pick<ExchangeContext, 'writer' | 'clock' | 'log'>): KeeperRounds {
  const retryAt = new Map<string, number>();
  /** What had its turn, by task, while there is more than one round of it. */
  const turns = new Map<string, Set<string>>();
  /** What a look has found and no round has had yet, by task, and where the next round begins. */
  const found = new Map<string, { jobs: readonly KeeperJob[]; next: number }>();
  let heldUntil = Number.NEGATIVE_INFINITY;
  /** What was begun and is not over, and when it is. */
  const beside = new Set<string>();
  let last: Promise<void> = Promise.resolve();
  const mayRun = (key: string): boolean => !beside.has(key) && (retryAt.get(key) ?? 0) <= clock.wall();

  const rounds: KeeperRounds = {
    mayRun,
    begin(task, job) {
      const [key] = job;
      beside.add(key);
      last = last.then(async () => {
        await rounds.run({ task, jobs: [job], left: 0 });
        beside.delete(key);
      });
    },
    async begun() {
      const waits = beside.size > 0;
      await last;
      return waits;
    },
    take(task, due) {
      if (clock.wall() < heldUntil) return { task, jobs: [], left: 0 };
      const had = turns.get(task);
      const waiting = due.filter(([key]) => mayRun(key) && !had?.has(key));
      const jobs = waiting.slice(0, ROUND);
      const left = waiting.length - jobs.length;
      if (left === 0) turns.delete(task);
      else
        turns.set(
          task,
          jobs.reduce((all, [key]) => all.add(key), had ?? new Set<string>()),
        );
      return { task, jobs, left };
    },
    async takeFound(task, look) {
      if (clock.wall() < heldUntil) return { task, jobs: [], left: 0 };
      const { jobs: all, next } = found.get(task) ?? { jobs: await writer.read(look), next: 0 };
      const end = next + ROUND;
      const left = Math.max(0, all.length - end);
      if (left === 0) found.delete(task);
      else found.set(task, { jobs: all, next: end });
      return { task, jobs: all.slice(next, end).filter(([key]) => mayRun(key)), left };
    },
    async run({ task, jobs, left }) {
      const done = new Set<string>();
      const failures: { key: string; reason: unknown }[] = [];
      await Promise.all(
        jobs.map(([key, job]) =>
          writer.submitKeeperJob(job).then(
            () => done.add(key),
            (reason: unknown) => failures.push({ key, reason }),
          ),
        ),
      );
      for (const key of done) retryAt.delete(key);
      for (const { key, reason } of failures) {
        retryAt.set(key, clock.wall() + RETRY_SECONDS);
        if (isUnavailable(reason)) heldUntil = clock.wall() + HOLD_SECONDS;
      }
      const [first] = failures;
      if (first || left > 0) {
        log({
          level: first ? 'error' : 'info',
          message: first ? 'keeper jobs failed' : 'the keeper is behind',
          ...{ task, done: done.size, failed: failures.length, left },
          ...(first && { key: first.key, ...causeOf(first.reason) }),
        });
      }
      return done;
    },
    release: () => {
      heldUntil = Number.NEGATIVE_INFINITY;
    },
    lookAgain: () => found.clear(),
    prune: () => {
      for (const [key, at] of retryAt) if (at <= clock.wall()) retryAt.delete(key);
    },
  };
  return rounds;
}
