import { refused } from '../../common/errors.ts';
import { type ExchangeContext, timestamp } from '../core/context.ts';
import type { FreeEntries, FreeResult } from '../core/intents/parlay.ts';
import { runKeeperTransaction } from '../core/keeper-transaction.ts';
import type { LandingRules } from '../core/land.ts';
import type { MarketDirectory } from '../core/markets.ts';
import { type Leg, payoutOfLegs } from '../engine/parlay.ts';
import type { ExecutedTransaction } from '../ledger/ledger.ts';
import { buildEntryRefund } from '../ledger/transactions/parlay-transactions.ts';
import type { BuildRow, ParlayRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { newParlayId } from './create-parlays.ts';
import { itemError, quoteLegs } from './legs.ts';
import { ENTRY_LAMPORTS, FREE_A_DAY, freeLeft } from './quota.ts';
import { parlayPaid } from './settle-parlay.ts';

export const HALTED = 'Trading is halted.';
export const LEG_CLOSED = 'A leg has closed.';

/** How transactions on parlays land. */
export function parlayLanding(context: ExchangeContext, markets: MarketDirectory) {
  const { state, clock } = context;
  const halted = (): string | null => (state.tradingActive ? null : HALTED);
  return {
    parlay: {
      objection: ({ draft: { legs } }) =>
        halted() ?? (legs.every((leg) => markets.isOpen(leg.marketId, clock.now())) ? null : LEG_CLOSED),
      apply: (uow, { draft }, { signature }) => {
        place(context, markets, uow, {
          parlayId: draft.parlayId,
          nonce: BigInt(draft.nonce),
          owner: draft.owner,
          mode: 'paid',
          stake: BigInt(draft.stake),
          payout: BigInt(draft.payout),
          legs: draft.legs,
          position: draft.position,
          signature,
        });
      },
    },
    freeParlays: {
      objection: halted,
      apply: (uow, intent, executed, landed) => placeFree(context, markets, uow, landed, intent, executed),
    },
    parlayClaim: {
      objection: ({ parlayId, payout }) => {
        const { payable, all } = state.parlays;
        const same = payable.has(parlayId) && all.get(parlayId)?.payout.toString() === payout;
        return same ? null : 'The parlay is paid out already.';
      },
      apply: (uow, { parlayId }, { signature, slot }) => {
        const parlay = state.parlays.all.get(parlayId);
        const origin = { signature, slot, timestamp: timestamp(context), keeper: '' };
        if (parlay) parlayPaid(uow, parlay, origin);
      },
    },
  } satisfies Partial<LandingRules>;
}

function place(
  { clock }: ExchangeContext,
  markets: MarketDirectory,
  uow: UnitOfWork,
  parlay: Omit<ParlayRow, 'status' | 'placedAt' | 'settledAt' | 'closedAt'>,
): ParlayRow {
  const now = clock.now();
  for (const { marketId } of parlay.legs) markets.keep(uow, marketId, now);
  const row: ParlayRow = {
    ...parlay,
    status: 'open',
    placedAt: Math.floor(now * 1_000),
    settledAt: null,
    closedAt: null,
  };
  uow.put('parlays', row.parlayId, row);
  return row;
}

/** One parlay of a free batch. @throws ServiceError with the code of the first rule that is broken. */
function freeLegs(context: ExchangeContext, markets: MarketDirectory, owner: string, ids: string[]): Leg[] {
  if (freeLeft(context, owner) === 0) {
    throw refused('QUOTA_EXCEEDED', `a wallet may place ${FREE_A_DAY} free parlays a day`);
  }
  return quoteLegs(context, markets, ids);
}

function placeFree(
  context: ExchangeContext,
  markets: MarketDirectory,
  uow: UnitOfWork,
  build: BuildRow,
  intent: FreeEntries,
  { signature }: ExecutedTransaction,
): void {
  const { keys, ledger, clock } = context;
  const { owner } = intent;
  // All at once: for each that is wanted by itself the payment would be undone and land again.
  markets.requireNamed(intent.parlays.flat(), clock.now());
  const results = intent.parlays.map((ids): FreeResult => {
    try {
      const legs = freeLegs(context, markets, owner, ids);
      const { parlayId, placedAt } = place(context, markets, uow, {
        parlayId: newParlayId(),
        nonce: uow.next('order'),
        owner,
        mode: 'free',
        stake: 0n,
        payout: payoutOfLegs('free', legs),
        legs,
        position: null,
        signature,
      });
      const legMarketIds = legs.map(({ marketId }) => marketId);
      return { status: 'ok', parlayId, ownerPubkey: owner, legMarketIds, placedAt };
    } catch (error) {
      return itemError(error);
    }
  });
  const refusedItems = results.filter(({ status }) => status === 'error').length;
  if (refusedItems > 0) {
    const refund = buildEntryRefund(keys, {
      owner,
      lamports: ENTRY_LAMPORTS * BigInt(refusedItems),
      memo: `evenline:free-refund:${signature}`,
      blockhash: ledger.latestBlockhash().blockhash,
    });
    runKeeperTransaction(context, uow, refund);
  }
  uow.put('builds', build.hash, { ...build, intent: { ...intent, results } });
}
