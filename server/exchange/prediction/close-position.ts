import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { invalidParam, refused } from '../../common/errors.ts';
import { actorOf } from '../core/actor.ts';
import type { ExchangeContext } from '../core/context.ts';
import type { MarketDirectory } from '../core/markets.ts';
import { requireOpen, requirePosition, requireTrading } from '../core/requirements.ts';
import { settlementMint } from '../ledger/mints.ts';
import { buildRoundOrder, sellableTokens } from '../rounds/build-swap.ts';
import { quoteRoundSell, requireTradable } from '../rounds/quote-round.ts';
import type { MarketModel } from '../simulation/model.ts';
import type { PositionRow } from '../writer/commit.store.ts';
import { buildOrder } from './build-order.ts';
import { quoteSell } from './quote-order.ts';

/** Builds the sale of all of a position in a round that is still held as tokens. */
function buildRoundSale(
  context: ExchangeContext,
  position: PositionRow,
  market: MarketModel,
  payer: string,
): Promise<AnswerWire<'createOrder'>> {
  requireTradable(context, market);
  const held = sellableTokens(context, position, market);
  return buildRoundOrder(context, {
    owner: position.owner,
    payer,
    market,
    isBuy: false,
    quoted: quoteRoundSell(context, position.marketId, held, undefined, 0),
    integrator: null,
    integratorBps: 0,
    skipSigning: false,
    quoteOnly: false,
    fundsParam: 'payerPubkey',
  });
}

/** Builds the sale of everything in a position that no other order has reserved. */
export async function buildFullSale(
  context: ExchangeContext,
  markets: MarketDirectory,
  position: PositionRow,
  payer: string,
  slippageBps?: number,
): Promise<AnswerWire<'createOrder'>> {
  requireTrading(context);
  const market = markets.find(position.marketId, context.clock.now());
  if (market.outcome) return buildRoundSale(context, position, market, payer);
  requireOpen(context, market);
  const free = position.contracts - position.locked;
  if (position.contracts === 0n)
    throw refused('POSITION_NOT_FOUND', 'nothing of this position is left to sell');
  if (free <= 0n) {
    const message = `all ${position.contracts} micro-contracts of this position are held by open orders`;
    throw invalidParam('positionPubkey', message, 'INSUFFICIENT_FUNDS');
  }
  const { owner, marketId, eventId, isYes } = position;
  return buildOrder(context, {
    terms: { owner, marketId, eventId, isYes, isBuy: false, integrator: null, integratorBps: 0 },
    quoted: quoteSell(context, marketId, isYes, free, undefined, 0, slippageBps),
    payer,
    mint: settlementMint(position.mint),
    skipSigning: false,
    quoteOnly: false,
    fundsParam: 'payerPubkey',
  });
}

/** Builds the sale of a whole position, 250 bps below the worst price of its quote at most. */
export const closePosition =
  (context: ExchangeContext, markets: MarketDirectory) =>
  async ({
    params,
    body,
  }: Pick<RouteInput<'closePosition'>, 'params' | 'body'>): Promise<AnswerWire<'closePosition'>> => {
    const known = requirePosition(context, params.positionPubkey);
    const { owner, payer } = actorOf(context, body, known.owner);
    return buildFullSale(context, markets, requirePosition(context, params.positionPubkey, owner), payer);
  };
