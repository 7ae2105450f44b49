import { createParlayDuties } from '../parlay/duties.ts';
import { fillOrder } from '../prediction/fill-order.ts';
import { payPosition, settlePosition } from '../prediction/settle-position.ts';
import { adoptHolders, settleRoundPosition } from '../rounds/settle-round.ts';
import type { MarketModel } from '../simulation/universe.ts';
import type { TriggerDuties } from '../triggers/duties.ts';
import { recentGrants } from '../writer/recent.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import type { ExchangeContext } from './context.ts';
import { createRounds, type KeeperJob } from './keeper-rounds.ts';
import { type MarketDirectory, outcomeOf } from './markets.ts';

/** Winners that nobody has claimed are paid out after this many seconds. */
export const AUTO_CLAIM_SECONDS = 86_400;
const PRUNE_EVERY = 60;
/** Builds that never landed are remembered this long: far beyond the life of their blockhash. */
export const BUILD_LIFE = 600;
/** Builds that landed are remembered this long; from then on their transaction answers for them. */
export const LANDED_LIFE = 3_600;
const BLOCKHASH_SLOTS = 400;
const DAY = 86_400;
const RECHECK_SECONDS = 1;

export interface Keeper {
  /**
   * Does what is due, a round of each duty at most, and answers when it is durable. A call during another one shares it.
   * @returns how much is left for the next call.
   */
  tick(): Promise<number>;
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
  const { state, clock, universe, store, ledger, transactionDays } = context;
  /** Simulated instant before which no market with a position can have ended. */
  let nextSettlement = 0;
  let watchedMarkets = -1;
  let nextPrune = 0;
  const parlays = createParlayDuties(context);
  const rounds = createRounds(context);
  let running: Promise<number> | undefined;

  /** One round of a duty. @returns how much of it is left. */
  async function run(duty: string, due: readonly KeeperJob[]): Promise<number> {
    const round = rounds.take(duty, due);
    await rounds.run(round);
    return round.left;
  }

  function fillsDue(): KeeperJob[] {
    const wall = clock.wall();
    const now = clock.now();
    const due = [...state.orders.values()].filter(({ dueAt, marketId }) =>
      markets.isOpen(marketId, now) ? dueAt <= wall && state.tradingActive : true,
    );
    return due.map(({ pubkey }) => [pubkey, (uow) => fillOrder(context, markets, uow, pubkey)]);
  }

  /** Before the first holder of a token is settled, all of them are known: a stop in between forgets nobody. */
  async function withHolders(
    jobs: readonly KeeperJob[],
    roundOf: ReadonlyMap<string, MarketModel>,
  ): Promise<KeeperJob[]> {
    const tokens = new Set(jobs.flatMap(([pubkey]) => roundOf.get(pubkey) ?? []));
    const adopting = [...tokens].map((market): KeeperJob => {
      return [market.marketId, (uow) => adoptHolders(context, uow, market)];
    });
    const adopted = await rounds.run({ duty: 'holders', jobs: adopting, left: 0 });
    return jobs.filter(([pubkey]) => {
      const market = roundOf.get(pubkey);
      return market === undefined || adopted.has(market.marketId);
    });
  }

  async function settleDue(): Promise<number> {
    const now = clock.now();
    const entered = state.marketsEntered;
    if (entered === watchedMarkets && now < nextSettlement) return 0;
    const due: KeeperJob[] = [];
    /** Rounds, whose contracts are tokens, by the positions in them. */
    const roundOf = new Map<string, MarketModel>();
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
      if (!rounds.mayRun(marketId)) continue;
      const settle = (uow: UnitOfWork, pubkey: string): void =>
        market.outcome
          ? settleRoundPosition(context, uow, pubkey, market, outcome)
          : settlePosition(context, uow, pubkey, outcome);
      for (const pubkey of positions) {
        due.push([pubkey, (uow) => settle(uow, pubkey)]);
        if (market.outcome) roundOf.set(pubkey, market);
      }
    }
    const round = rounds.take('settlements', due);
    await rounds.run({ ...round, jobs: await withHolders(round.jobs, roundOf) });
    nextSettlement = round.left > 0 ? now : next;
    watchedMarkets = entered;
    return round.left;
  }

  function payoutsDue(): KeeperJob[] {
    const before = clock.now() - AUTO_CLAIM_SECONDS;
    const due = [...state.claimable].filter(
      (pubkey) => (state.positions.get(pubkey)?.settledAt ?? Infinity) <= before,
    );
    return due.map((pubkey) => [pubkey, (uow) => payPosition(context, uow, pubkey)]);
  }

  async function settleParlays(): Promise<number> {
    const left = await run('parlays', parlays.settleDue());
    if (left > 0) parlays.wake();
    return left;
  }

  /** A round of deleting what nobody needs any more; what it leaves has its turn with the next call. */
  async function prune(): Promise<void> {
    const wall = clock.wall();
    if (wall < nextPrune) return;
    rounds.prune();
    state.forgetBuilds(wall - BUILD_LIFE);
    const hasMore = await store.commits.prune({
      slot: ledger.slot() - BLOCKHASH_SLOTS,
      grants: recentGrants(clock),
      unlanded: wall - BUILD_LIFE,
      landed: wall - LANDED_LIFE,
      transactions: wall - transactionDays * DAY,
    });
    if (!hasMore) nextPrune = wall + PRUNE_EVERY;
  }

  async function work(): Promise<number> {
    let left = await run('fills', fillsDue());
    left += await settleDue();
    left += await settleParlays();
    left += await run('payouts', payoutsDue());
    left += await run('parlay payouts', parlays.payDue());
    for (const [duty, due] of triggers.duties) left += await run(duty, due());
    await prune();
    return left;
  }

  return {
    tick: () => {
      running ??= work().finally(() => {
        running = undefined;
      });
      return running;
    },
    wake: () => {
      rounds.release();
      watchedMarkets = -1;
      parlays.wake();
    },
  };
}
