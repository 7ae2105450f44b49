import { microUsd, ONE_USD } from '@contract/money.ts';
import { type ExchangeContext, timestamp } from '../core/context.ts';
import { emptyPosition } from '../core/empty-position.ts';
import { type Origin, recordPosition } from '../core/history-events.ts';
import type { SwapDraft } from '../core/intents/swap.ts';
import type { LandingRules } from '../core/land.ts';
import type { MarketDirectory } from '../core/markets.ts';
import { tapeTrade } from '../core/tape.ts';
import { applyBuy, applySell } from '../engine/position.ts';
import { USDC } from '../ledger/mints.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { applyReceived } from './token-position.ts';

/** How swaps land. */
export const roundsLanding = (context: ExchangeContext, markets: MarketDirectory) =>
  ({
    swap: {
      objection: ({ draft }) => {
        if (!context.state.tradingActive) return 'Trading is halted.';
        return markets.isOpen(draft.marketId, context.clock.now()) ? null : 'The round is over.';
      },
      apply: (uow, { draft }, executed) => applySwap(context, markets, uow, draft, executed),
    },
  }) satisfies Partial<LandingRules>;

/** Books a swap that has landed: the position is there when the answer is. */
function applySwap(
  context: ExchangeContext,
  markets: MarketDirectory,
  uow: UnitOfWork,
  draft: SwapDraft,
  executed: { signature: string; slot: number },
): void {
  const { state, clock } = context;
  const { owner, marketId, eventId, position: pubkey, isBuy } = draft;
  const time = clock.now();
  const now = timestamp(context);
  const contracts = BigInt(draft.contracts);
  const notional = BigInt(draft.notional);
  const fee = BigInt(draft.fee);
  const integrator = microUsd(BigInt(draft.integratorFee));
  const fees = {
    venue: microUsd(fee - integrator),
    protocol: microUsd(0n),
    integrator,
    total: microUsd(fee),
  };
  const fill = { contracts, notional, fees };
  const before =
    state.positions.get(pubkey) ??
    emptyPosition({ pubkey, owner, marketId, eventId, isYes: true, mint: USDC.address }, now);
  // Tokens that came from another wallet cost this one nothing.
  const held =
    !isBuy && before.contracts < contracts ? applyReceived(before, contracts - before.contracts) : before;
  const after = isBuy ? applyBuy(held, fill) : applySell(held, fill, 0n);
  const costSold = held.totalCost - after.totalCost;
  const net = notional - fee;
  markets.keep(uow, marketId, time);
  uow.put('positions', pubkey, {
    ...after,
    updatedAt: now,
    openedAt: before.contracts === 0n && isBuy ? now : after.openedAt,
    closedAt: after.contracts === 0n ? now : null,
  });

  const origin: Origin = { signature: executed.signature, slot: executed.slot, timestamp: now, keeper: '' };
  const amounts = {
    externalOrderId: draft.externalOrderId,
    isBuy,
    filledContracts: contracts,
    avgFillPrice: BigInt(draft.average),
    limitPrice: BigInt(draft.limitPrice),
    fee,
    ...(isBuy
      ? { deposit: notional + fee, totalCost: notional, transfer: 0n }
      : {
          totalCost: costSold,
          grossProceeds: notional,
          netProceeds: net,
          transfer: net,
          realized: net - costSold,
          realizedBeforeFees: notional - (held.entryNotional - after.entryNotional),
        }),
  };
  const filled = recordPosition(uow, 'order_filled', { ...after, contracts }, origin, amounts);
  const { filledContracts, avgFillPrice } = amounts;
  recordPosition(uow, 'position_updated', after, origin, { isBuy, filledContracts, avgFillPrice });

  const eaten = draft.fills.map((level) => ({
    price: isBuy ? ONE_USD - BigInt(level.price) : BigInt(level.price),
    size: BigInt(level.contracts),
  }));
  context.change(uow, { kind: 'consume', marketId, at: time, side: isBuy ? 'no' : 'yes', fills: eaten });
  const trade = tapeTrade(markets, filled, time);
  uow.onCommitted(() => state.addTrade(trade));
}
