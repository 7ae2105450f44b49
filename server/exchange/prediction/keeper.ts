import { createParlayDuties } from '../parlay/duties.ts';
import { adoptHolders, settleRoundPosition } from '../rounds/settle-round.ts';
import type { TriggerDuties } from '../triggers/duties.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import type { ExchangeContext } from './context.ts';
import { fillOrder } from './fill-order.ts';
import { type MarketDirectory, outcomeOf } from './markets.ts';
import { payPosition, settlePosition } from './settle-position.ts';

/** Winners that nobody has claimed are paid out after this many seconds. */
export const AUTO_CLAIM_SECONDS = 86_400;
const PRUNE_EVERY = 60;
/** Builds that never landed are remembered this long: far beyond the life of their blockhash. */
export const BUILD_LIFE = 600;
const BLOCKHASH_SLOTS = 400;
const RETRY_SECONDS = 5;
const RECHECK_SECONDS = 1;

export interface Keeper {
  /** Does what is due, and answers when it is durable. A call during another one shares it. */
  tick(): Promise<void>;
  /** Something outside of time has changed (a result, trading): look at everything again. */
  wake(): void;
}

/**
 * Fills, refunds, settles, pays out, forgets. Every step is one job that checks for itself whether it is still due,
 * so that a stop at any instant loses or repeats nothing. Only markets with positions are looked at, and only when
 * one of them can have ended.
 */
export function createKeeper(
  context: ExchangeContext,
  markets: MarketDirectory,
  triggers: TriggerDuties,
): Keeper {
  const { state, clock, writer, universe, store, ledger, log } = context;
  /** Simulated instant before which no market with a position can have ended. */
  let nextSettlement = 0;
  let watchedMarkets = -1;
  let nextPrune = 0;
  const parlays = createParlayDuties(context);
  const retryAt = new Map<string, number>();
  let running: Promise<void> | undefined;

  async function run(jobs: [key: string, job: (uow: UnitOfWork) => void][]): Promise<void> {
    const outcomes = await Promise.allSettled(jobs.map(([, job]) => writer.submit(job)));
    for (const [index, outcome] of outcomes.entries()) {
      const key = jobs[index]?.[0] ?? '';
      if (outcome.status === 'fulfilled') retryAt.delete(key);
      else {
        retryAt.set(key, clock.wall() + RETRY_SECONDS);
        log({ level: 'error', message: 'keeper job failed', key, cause: String(outcome.reason) });
      }
    }
  }
  const mayRun = (key: string): boolean => (retryAt.get(key) ?? 0) <= clock.wall();

  async function fillDue(): Promise<void> {
    const wall = clock.wall();
    const now = clock.now();
    const due = [...state.orders.values()].filter(
      ({ pubkey, dueAt, marketId }) =>
        mayRun(pubkey) && (markets.isOpen(marketId, now) ? dueAt <= wall && state.tradingActive : true),
    );
    await run(due.map(({ pubkey }) => [pubkey, (uow) => fillOrder(context, markets, uow, pubkey)]));
  }

  async function settleDue(): Promise<void> {
    const now = clock.now();
    const entered = state.marketsEntered;
    if (entered === watchedMarkets && now < nextSettlement) return;
    const jobs: [string, (uow: UnitOfWork) => void][] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const [marketId, positions] of state.unsettledByMarket) {
      const market = universe.market(marketId, now);
      // A market of another universe than today's: its positions wait until it is back.
      if (!market) continue;
      const outcome = outcomeOf(universe.state(marketId, now));
      if (outcome === null) {
        next = Math.min(next, Math.max(market.resolveTime, now + RECHECK_SECONDS));
        continue;
      }
      next = now + RECHECK_SECONDS;
      if (market.outcome) {
        // Before the first holder is settled, all of them are known: a stop in between forgets nobody.
        if (!mayRun(marketId)) continue;
        await run([[marketId, (uow) => adoptHolders(context, uow, market)]]);
        if (retryAt.has(marketId)) continue;
      }
      const settle = (uow: UnitOfWork, pubkey: string): void =>
        market.outcome
          ? settleRoundPosition(context, uow, pubkey, market, outcome)
          : settlePosition(context, uow, pubkey, outcome);
      for (const pubkey of positions) {
        if (mayRun(pubkey)) jobs.push([pubkey, (uow) => settle(uow, pubkey)]);
      }
    }
    await run(jobs);
    nextSettlement = next;
    watchedMarkets = entered;
  }

  async function payDue(): Promise<void> {
    const before = clock.now() - AUTO_CLAIM_SECONDS;
    const due = [...state.claimable].filter(
      (pubkey) => mayRun(pubkey) && (state.positions.get(pubkey)?.settledAt ?? Infinity) <= before,
    );
    await run(due.map((pubkey) => [pubkey, (uow) => payPosition(context, uow, pubkey)]));
  }

  async function prune(): Promise<void> {
    const wall = clock.wall();
    if (wall < nextPrune) return;
    nextPrune = wall + PRUNE_EVERY;
    state.forgetBuilds(wall - BUILD_LIFE);
    await store.commits.prune(ledger.slot() - BLOCKHASH_SLOTS, wall - BUILD_LIFE);
  }

  async function work(): Promise<void> {
    await fillDue();
    await settleDue();
    await run(parlays.settleDue(mayRun));
    await payDue();
    await run(parlays.payDue(mayRun));
    await triggers.work(run, mayRun);
    await prune();
  }

  return {
    tick: () => {
      running ??= work().finally(() => {
        running = undefined;
      });
      return running;
    },
    wake: () => {
      watchedMarkets = -1;
      parlays.wake();
    },
  };
}
