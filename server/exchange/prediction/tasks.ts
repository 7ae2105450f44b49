import { slices } from '../../common/one-by-one.ts';
import type { ExchangeContext } from '../core/context.ts';
import {
  AUTO_CLAIM_SECONDS,
  foundTaskOf,
  type KeeperJob,
  type KeeperRounds,
  RECHECK_SECONDS,
  ROUND,
  type Task,
  taskOf,
} from '../core/keeper-rounds.ts';
import { type MarketDirectory, outcomeOf } from '../core/markets.ts';
import { ifInMemory } from '../ledger/not-in-memory.ts';
import { adoptionsOf, settleRoundPosition } from '../rounds/settle-round.ts';
import type { MarketModel } from '../simulation/model.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { fillOrder } from './fill-order.ts';
import { payPosition, settlePosition } from './settle-position.ts';

/**
 * What the keeper has to do for orders and positions: fill, refund, settle, pay out. Only markets with positions are
 * looked at, and only when one of them can have ended.
 */
export function predictionTasks(context: ExchangeContext, markets: MarketDirectory) {
  const { state, clock, universe } = context;
  /** Simulated instant before which no market with a position can have ended. */
  let nextSettlement = 0;
  /** Simulated instant before which no winner has waited for its whole time. */
  let nextPayout = 0;
  let watchedMarkets = -1;
  /** Rounds, whose contracts are tokens, by the positions in them that are to be settled. */
  let roundOf = new Map<string, MarketModel>();
  /** Those of them whose holders are all known since they were found. */
  const adopted = new Set<string>();

  function fillsDue(): KeeperJob[] {
    const wall = clock.wall();
    const now = clock.now();
    const due = [...state.orders.values()].filter(({ dueAt, marketId }) =>
      markets.isOpen(marketId, now) ? dueAt <= wall && state.tradingActive : true,
    );
    // In the order in which they landed: after a start, or a commit that failed, they stand in memory in another one.
    due.sort((a, b) => a.dueAt - b.dueAt);
    return due.map(({ pubkey }) => [pubkey, (uow) => fillOrder(context, markets, uow, pubkey)]);
  }

  /**
   * Gives every holder of a round a position. Those that are not in memory are brought in first, beside the rounds.
   * @returns whether all of them have theirs.
   */
  async function adopt(rounds: KeeperRounds, market: MarketModel): Promise<boolean> {
    const { marketId } = market;
    const adoptions = await context.writer.read(() => ifInMemory(() => adoptionsOf(context, market)));
    if (adoptions === null) {
      rounds.begin('holders', [marketId, () => void adoptionsOf(context, market)]);
      return false;
    }
    let left = adoptions.length;
    for (const some of slices(adoptions, ROUND)) {
      left -= some.length;
      await rounds.run({ task: 'holders', jobs: some.map((job): KeeperJob => [marketId, job]), left });
      // One that has failed has all of them wait.
      if (!rounds.mayRun(marketId)) return false;
    }
    return true;
  }

  const unsettledOf = (marketId: string): number => state.unsettledByMarket.get(marketId)?.size ?? 0;

  /**
   * Before the first holder of a token is settled, all of them are known: a stop in between forgets nobody.
   * @returns jobs that may be done, and whether others are to be looked for: of holders who had no position before.
   */
  async function withHolders(rounds: KeeperRounds, jobs: readonly KeeperJob[]) {
    let hasMore = false;
    for (const market of new Set(jobs.flatMap(([pubkey]) => roundOf.get(pubkey) ?? []))) {
      const { marketId } = market;
      if (adopted.has(marketId) || !rounds.mayRun(marketId)) continue;
      const before = unsettledOf(marketId);
      if (await adopt(rounds, market)) adopted.add(marketId);
      hasMore ||= unsettledOf(marketId) > before;
    }
    const mayBeDone = jobs.filter(([pubkey]) => {
      const market = roundOf.get(pubkey);
      return market === undefined || adopted.has(market.marketId);
    });
    return { jobs: mayBeDone, hasMore };
  }

  function findSettlements(rounds: KeeperRounds): KeeperJob[] {
    const now = clock.now();
    if (state.marketsEntered === watchedMarkets && now < nextSettlement) return [];
    watchedMarkets = state.marketsEntered;
    roundOf = new Map();
    adopted.clear();
    const due: KeeperJob[] = [];
    nextSettlement = Number.POSITIVE_INFINITY;
    for (const [marketId, positions] of state.unsettledByMarket) {
      const market = universe.market(marketId, now);
      // A market of another universe than today's: its positions wait until it is back.
      if (!market) continue;
      const outcome = outcomeOf(universe.state(marketId, now));
      if (outcome === null) {
        const next = Math.max(market.resolveTime, now + RECHECK_SECONDS);
        nextSettlement = Math.min(nextSettlement, next);
        continue;
      }
      nextSettlement = now + RECHECK_SECONDS;
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
    return due;
  }

  async function settleDue(rounds: KeeperRounds): Promise<number> {
    const round = await rounds.takeFound('settlements', () => findSettlements(rounds));
    const { jobs, hasMore } = await withHolders(rounds, round.jobs);
    await rounds.run({ ...round, jobs });
    if (!hasMore) return round.left;
    watchedMarkets = -1;
    return round.left + 1;
  }

  function findPayouts(): KeeperJob[] {
    const now = clock.now();
    if (now < nextPayout) return [];
    // What is won from now on is due no earlier.
    nextPayout = now + AUTO_CLAIM_SECONDS;
    const due: KeeperJob[] = [];
    for (const pubkey of state.claimable) {
      const at = (state.positions.get(pubkey)?.settledAt ?? Number.POSITIVE_INFINITY) + AUTO_CLAIM_SECONDS;
      nextPayout = Math.min(nextPayout, at);
      if (at <= now) due.push([pubkey, (uow) => payPosition(context, uow, pubkey)]);
    }
    return due;
  }

  const settlements: Task = {
    run: settleDue,
    wake: () => {
      watchedMarkets = -1;
    },
  };
  return { fills: taskOf('fills', fillsDue), settlements, payouts: foundTaskOf('payouts', findPayouts) };
}
