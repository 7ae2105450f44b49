import type { ExchangeContext } from '../core/context.ts';
import {
  AUTO_CLAIM_SECONDS,
  foundTaskOf,
  type KeeperJob,
  RECHECK_SECONDS,
  type Task,
  taskOf,
} from '../core/keeper-rounds.ts';
import { outcomeOf } from '../core/markets.ts';
import { payParlay, settleParlay } from './settle-parlay.ts';

/** What the keeper has to do for parlays. Markets of open legs are looked at once each, when one can have ended. */
export function parlayTasks(context: ExchangeContext) {
  const { state, clock, universe } = context;
  /** When an open leg can have ended that has been looked at. */
  let nextLook = 0;

  /** Whether the market has ended, and when to look again if it has not. */
  function look(marketId: string, now: number): { ended: boolean; next: number } {
    const market = universe.market(marketId, now);
    if (!market) return { ended: false, next: Number.POSITIVE_INFINITY };
    const ended = outcomeOf(universe.state(marketId, now)) !== null;
    return { ended, next: Math.max(market.resolveTime, now + RECHECK_SECONDS) };
  }

  function settleDue(): KeeperJob[] {
    const now = clock.now();
    const { open, entered, all } = state.parlays;
    const isTime = now >= nextLook;
    const ids = isTime ? open : [...entered].filter((id) => open.has(id));
    if (isTime) nextLook = Number.POSITIVE_INFINITY;
    entered.clear();
    const looked = new Map<string, ReturnType<typeof look>>();
    const due: KeeperJob[] = [];
    for (const parlayId of ids) {
      let ended = false;
      for (const leg of all.get(parlayId)?.legs ?? []) {
        if (leg.state !== 'open') continue;
        const one = looked.get(leg.marketId) ?? look(leg.marketId, now);
        looked.set(leg.marketId, one);
        ended ||= one.ended;
        nextLook = Math.min(nextLook, one.ended ? now + RECHECK_SECONDS : one.next);
      }
      if (ended) due.push([parlayId, (uow) => settleParlay(context, uow, parlayId)]);
    }
    return due;
  }

  /** Free ones at once, paid ones a day after they were won. */
  function payDue(): KeeperJob[] {
    const before = clock.now() - AUTO_CLAIM_SECONDS;
    return [...state.parlays.payable].flatMap((parlayId): KeeperJob[] => {
      const parlay = state.parlays.all.get(parlayId);
      if (!parlay) return [];
      const due = parlay.mode === 'free' || (parlay.settledAt ?? Number.POSITIVE_INFINITY) <= before;
      return due ? [[parlayId, (uow) => payParlay(context, uow, parlayId)]] : [];
    });
  }

  const wake = (): void => {
    nextLook = 0;
  };
  const settlements: Task = { ...foundTaskOf('parlays', settleDue), wake };
  return { settlements, payouts: taskOf('parlay payouts', payDue) };
}
