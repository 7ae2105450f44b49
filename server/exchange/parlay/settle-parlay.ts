import type { ExchangeContext } from '../core/context.ts';
import { type Origin, recordPosition } from '../core/history-events.ts';
import { runKeeperTransaction } from '../core/keeper-transaction.ts';
import { outcomeOf } from '../core/markets.ts';
import { type Leg, legAfter, payoutOfLegs, statusOfLegs } from '../engine/parlay.ts';
import { STABLECOIN } from '../ledger/mints.ts';
import { buildStakeRelease } from '../ledger/transactions/parlay-transactions.ts';
import { buildPayout, buildServiceMemo } from '../ledger/transactions/settlement-transactions.ts';
import type { HistoryRow, ParlayRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';

function record(
  uow: UnitOfWork,
  eventType: HistoryRow['eventType'],
  parlay: ParlayRow,
  leg: Leg | undefined,
  origin: Origin,
  amounts: Partial<HistoryRow>,
): void {
  // Free parlays have no position that a record could be about.
  if (parlay.position === null) return;
  const position = {
    pubkey: parlay.position,
    marketId: leg?.marketId ?? parlay.parlayId,
    eventId: leg?.eventId ?? parlay.parlayId,
    owner: parlay.owner,
    isYes: true,
    contracts: parlay.payout,
  };
  recordPosition(uow, eventType, position, origin, {
    contractsSettled: parlay.payout,
    totalCost: parlay.stake,
    ...amounts,
  });
}

/** Books a payout, whoever asked for it. */
export function parlayPaid(uow: UnitOfWork, parlay: ParlayRow, origin: Origin): void {
  uow.put('parlays', parlay.parlayId, { ...parlay, status: 'paid', closedAt: origin.timestamp });
  record(uow, 'payout_claimed', parlay, parlay.legs[0], origin, {
    payout: parlay.payout,
    transfer: parlay.payout,
    realized: parlay.payout - parlay.stake,
    realizedBeforeFees: parlay.payout - parlay.stake,
  });
}

/** The legs with those ended that have ended by now. */
function currentLegs({ universe }: ExchangeContext, { legs }: ParlayRow, now: number): Leg[] {
  return legs.map((leg) => {
    // A market of another universe than today's: its leg waits until it is back.
    if (leg.state !== 'open' || !universe.market(leg.marketId, now)) return leg;
    const outcome = outcomeOf(universe.state(leg.marketId, now));
    return outcome === null ? leg : { ...leg, state: legAfter(outcome) };
  });
}

/**
 * Ends the legs of one open parlay whose markets have ended, and the parlay itself once that decides it: its stake
 * goes to the vault, which pays winners. Calling it again changes nothing.
 */
export function settleParlay(context: ExchangeContext, uow: UnitOfWork, parlayId: string): void {
  const { state, clock, keys, ledger } = context;
  const parlay = state.parlays.all.get(parlayId);
  if (parlay?.status !== 'open') return;
  const legs = currentLegs(context, parlay, clock.now());
  if (legs.every(({ state: after }, index) => after === parlay.legs[index]?.state)) return;
  const status = statusOfLegs(legs);
  const after: ParlayRow = { ...parlay, legs, status, payout: payoutOfLegs(parlay.mode, legs) };
  if (status === 'open') {
    uow.put('parlays', parlayId, after);
    return;
  }
  const step = {
    memo: `evenline:parlay-${status}:${parlayId}`,
    blockhash: ledger.latestBlockhash().blockhash,
  };
  const tx =
    parlay.stake > 0n
      ? buildStakeRelease(keys, { ...step, stake: parlay.stake })
      : buildServiceMemo(keys, step);
  const origin = runKeeperTransaction(context, uow, tx);
  const { timestamp } = origin;
  uow.put('parlays', parlayId, {
    ...after,
    settledAt: timestamp,
    closedAt: status === 'lost' ? timestamp : null,
  });
  if (status === 'won') return;
  const lost = legs.find((leg) => leg.state === 'lost');
  record(uow, 'position_lost', after, lost, origin, {
    realized: -parlay.stake,
    realizedBeforeFees: -parlay.stake,
  });
}

/** Pays a won parlay out at the exchange's expense, in stablecoin. Calling it again changes nothing. */
export function payParlay(context: ExchangeContext, uow: UnitOfWork, parlayId: string): void {
  const { state, keys, ledger } = context;
  const parlay = state.parlays.all.get(parlayId);
  if (parlay?.status !== 'won') return;
  const tx = buildPayout(keys, {
    memo: `evenline:parlay-payout:${parlayId}`,
    blockhash: ledger.latestBlockhash().blockhash,
    owner: parlay.owner,
    mint: STABLECOIN,
    amount: parlay.payout,
  });
  parlayPaid(uow, parlay, runKeeperTransaction(context, uow, tx));
}
