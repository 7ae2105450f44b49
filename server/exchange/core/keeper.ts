import { recentGrants } from '../writer/recent.ts';
import type { ExchangeContext } from './context.ts';
import { createRounds, type Task } from './keeper-rounds.ts';

const PRUNE_EVERY = 60;
/** Builds that never landed are remembered this long: far beyond the life of their blockhash. */
const BUILD_LIFE = 600;
/** Builds stay in memory at least this long: twice the life of their blockhash. Later ones are asked of the database. */
const BUILD_MEMORY = 120;
/** Builds that landed are remembered this long; from then on their transaction answers for them. */
const LANDED_LIFE = 3_600;
const BLOCKHASH_SLOTS = 400;
const DAY = 86_400;

export interface Keeper {
  /**
   * Does what is due, a round of each task at most, and answers when it is durable. A call during another one shares it.
   * @returns how much is left for the next call.
   */
  tick(): Promise<number>;
  /** Waits for what goes on beside the rounds. @returns whether anything did: what waited for it is due with the next call. */
  begun(): Promise<boolean>;
  /** Something outside of time has changed (a result, trading): look at everything again. */
  wake(): void;
  /**
   * The same for the first time since the change: what was found before it lacks what is due by it, and is not worked
   * off first. Not with every round of what follows, or rounds of what fails would come again and again.
   */
  startOver(): void;
}

/**
 * Does what the rooms have to do, in the order given, and forgets. Every step is one job that checks for itself
 * whether it is still due, so that a stop at any instant loses or repeats nothing.
 */
export function createKeeper(context: ExchangeContext, tasks: readonly Task[]): Keeper {
  const { state, clock, store, ledger, transactionDays } = context;
  let nextPrune = 0;
  const rounds = createRounds(context);
  let running: Promise<number> | undefined;

  /** A round of deleting what nobody needs any more; what it leaves has its turn with the next call. */
  async function prune(): Promise<void> {
    const wall = clock.wall();
    if (wall < nextPrune) return;
    rounds.prune();
    state.forgetBuilds(wall - BUILD_MEMORY);
    const hasMore = await store.commits.prune({
      slot: ledger.slot() - BLOCKHASH_SLOTS,
      grants: recentGrants(clock),
      unlanded: wall - BUILD_LIFE,
      landed: wall - LANDED_LIFE,
      transactions: wall - transactionDays * DAY,
    });
    if (!hasMore) nextPrune = wall + PRUNE_EVERY;
  }

  /** @throws what the first task that failed has thrown, once all the others have had their turn. */
  async function work(): Promise<number> {
    const failures: unknown[] = [];
    let left = 0;
    for (const task of tasks) {
      try {
        left += await task.run(rounds);
      } catch (error) {
        failures.push(error);
      }
    }
    await prune();
    if (failures.length > 0) throw failures[0];
    return left;
  }

  function wake(): void {
    rounds.release();
    for (const task of tasks) task.wake?.();
  }

  return {
    tick: () => {
      running ??= work().finally(() => {
        running = undefined;
      });
      return running;
    },
    begun: rounds.begun,
    wake,
    startOver: () => {
      rounds.lookAgain();
      wake();
    },
  };
}
