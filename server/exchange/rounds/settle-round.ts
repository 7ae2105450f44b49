import { slices } from '../../common/one-by-one.ts';
import { type ExchangeContext, timestamp } from '../core/context.ts';
import { emptyPosition } from '../core/empty-position.ts';
import { type Origin, recordPosition } from '../core/history-events.ts';
import { runKeeperTransaction } from '../core/keeper-transaction.ts';
import { applyClaim, applySettlement, type Outcome } from '../engine/position.ts';
import { isPlatformAddress, positionAddress } from '../ledger/keys.ts';
import type { TokenHolding } from '../ledger/ledger.ts';
import { USDC } from '../ledger/mints.ts';
import { buildSettleTokens } from '../ledger/transactions/swap-transactions.ts';
import type { MarketModel } from '../simulation/model.ts';
import type { PositionRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { outcomeOf } from './build-swap.ts';
import { applyReceived, reconcile } from './token-position.ts';

/** Token accounts that one transaction burns from. */
const BURNS = 6;

/** Token accounts of which one job gives positions to whom they belong to. */
const ADOPTED = 20;

/**
 * Gives every wallet that holds the market's tokens a position, also where they were sent to it: whoever holds a
 * token when the round is over is settled. In jobs of some holders each; doing one again changes nothing.
 */
export const adoptionsOf = (context: ExchangeContext, market: MarketModel): ((uow: UnitOfWork) => void)[] => {
  const holders = context.ledger.holdersOf(outcomeOf(market).address);
  return Array.from(slices(holders, ADOPTED), (some) => (uow) => adopt(context, uow, market, some));
};

function adopt(
  context: ExchangeContext,
  uow: UnitOfWork,
  { marketId, eventId }: MarketModel,
  holders: readonly TokenHolding[],
): void {
  const { keys, state } = context;
  const now = timestamp(context);
  for (const { owner, amount } of holders) {
    if (amount === 0n || isPlatformAddress(keys, owner)) continue;
    const pubkey = positionAddress(owner, marketId, true);
    const known = state.positions.get(pubkey);
    if (known?.status === 'open' && known.contracts > 0n) continue;
    const empty =
      known ?? emptyPosition({ pubkey, owner, marketId, eventId, isYes: true, mint: USDC.address }, now);
    uow.put('positions', pubkey, { ...applyReceived(empty, amount), updatedAt: now, closedAt: null });
  }
}

/** Burns all that the owner holds and pays what it is worth; answers the transaction that paid. */
function burnAndPay(
  context: ExchangeContext,
  uow: UnitOfWork,
  position: PositionRow,
  market: MarketModel,
  accounts: readonly { account: string; amount: bigint }[],
  payout: bigint,
  outcome: Outcome,
): Origin {
  const { keys, ledger } = context;
  const run = (burns: typeof accounts, part: number, paid: bigint): Origin =>
    runKeeperTransaction(
      context,
      uow,
      buildSettleTokens(keys, {
        memo: `evenline:settle:${position.pubkey}:${outcome}${part === 0 ? '' : `:${part}`}`,
        blockhash: ledger.latestBlockhash().blockhash,
        owner: position.owner,
        outcome: outcomeOf(market),
        burns,
        mint: USDC,
        payout: paid,
      }),
    );
  for (let from = BURNS; from < accounts.length; from += BURNS) {
    run(accounts.slice(from, from + BURNS), from / BURNS, 0n);
  }
  return run(accounts.slice(0, BURNS), 0, payout);
}

/**
 * Settles one position of a round by the tokens its owner holds: winners are paid at once, losers are left with
 * nothing, and no token of the owner's remains. Calling it again changes nothing.
 */
export function settleRoundPosition(
  context: ExchangeContext,
  uow: UnitOfWork,
  pubkey: string,
  market: MarketModel,
  outcome: Outcome,
): void {
  const { state, ledger } = context;
  const position = state.positions.get(pubkey);
  if (position?.status !== 'open' || position.contracts === 0n) return;
  const mint = outcomeOf(market).address;
  const accounts = ledger
    .tokenAccountsOf(position.owner)
    .filter((held) => held.mint === mint && held.amount > 0n)
    .map(({ pubkey: account, amount }) => ({ account, amount }));
  const tokens = accounts.reduce((sum, { amount }) => sum + amount, 0n);
  const real = reconcile(position, tokens);
  const settled =
    tokens === 0n
      ? { ...real, status: 'lost' as const, realized: real.realized - real.totalCost }
      : applySettlement(real, outcome);
  const origin = burnAndPay(context, uow, position, market, accounts, settled.payout, outcome);
  const lost = settled.status === 'lost';
  const after = lost ? settled : applyClaim(settled);
  const at = origin.timestamp;
  uow.put('positions', pubkey, { ...after, updatedAt: at, settledAt: at, closedAt: at });
  if (real.realized !== position.realized) {
    const given = real.realized - position.realized;
    recordPosition(uow, 'position_updated', real, origin, {
      realized: given,
      realizedBeforeFees: real.entryNotional - position.entryNotional,
      totalCost: -given,
    });
  }
  recordPosition(uow, lost ? 'position_lost' : 'payout_claimed', real, origin, {
    contractsSettled: real.contracts,
    totalCost: real.totalCost,
    payout: settled.payout,
    transfer: lost ? null : settled.payout,
    realized: settled.payout - real.totalCost,
    realizedBeforeFees: settled.payout - real.entryNotional,
  });
}
