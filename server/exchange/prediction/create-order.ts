import { microUsd } from '@contract/money.ts';
import type { CreateOrderBody } from '@contract/prediction/order.ts';
import { MIN_ORDER } from '@contract/pricing.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { invalidParam } from '../../common/errors.ts';
import { actorOf, checkedKey } from '../core/actor.ts';
import type { ExchangeContext } from '../core/context.ts';
import type { MarketDirectory } from '../core/markets.ts';
import type { OrderTerms } from '../core/order-answer.ts';
import { requireOpen, requirePosition, requireTrading } from '../core/requirements.ts';
import { positionAddress } from '../ledger/keys.ts';
import { type MintSpec, SETTLEMENT_MINTS, settlementMint, USDC } from '../ledger/mints.ts';
import { buildRoundOrder, sellableTokens } from '../rounds/build-swap.ts';
import { quoteRoundBuy, quoteRoundSell, requireRoundSize, requireTradable } from '../rounds/quote-round.ts';
import { buildOrder } from './build-order.ts';
import { priceOf, quantityOf, quoteBuy, quoteSell } from './quote-order.ts';

type Answer = AnswerWire<'createOrder'>;
type Actor = { owner: string; payer: string };

function mintOf(address: string | undefined): MintSpec {
  if (address === undefined) return USDC;
  const mint = SETTLEMENT_MINTS.find((one) => one.address === address);
  if (!mint) throw invalidParam('depositMint', 'depositMint must be USDC or the platform stablecoin');
  return mint;
}

function requireAbsent(body: CreateOrderBody, name: keyof CreateOrderBody, side: string): void {
  if (body[name] !== undefined) throw invalidParam(name, `${name} is not for ${side}`);
}

/** Only a market order can be built; the rest of a request is checked in the order in which it is refused. */
function commonTerms(body: CreateOrderBody) {
  if (body.orderType === 'limit') {
    throw invalidParam('orderType', 'limit orders are temporarily disabled', 'LIMIT_ORDERS_DISABLED');
  }
  if (body.integrator !== undefined) checkedKey(body.integrator, 'integrator');
  return { integrator: body.integrator ?? null, integratorBps: body.integratorFeeBps ?? 0 };
}

/**
 * Builds the transaction of a market order. A buy names a market, a side (Yes by default) and either a deposit or one
 * quantity; a sale names a position and one quantity. Sales have no minimum size.
 * @throws ServiceError with the code of the first rule that is broken: form, trading, market, size, liquidity, funds.
 */
export const createOrder =
  (context: ExchangeContext, markets: MarketDirectory) =>
  async ({ body }: Pick<RouteInput<'createOrder'>, 'body'>): Promise<Answer> => {
    const actor = actorOf(context, body);
    const integration = commonTerms(body);
    return body.isBuy
      ? buy(context, markets, body, actor, integration)
      : sell(context, markets, body, actor, integration);
  };

const wishesOf = (body: CreateOrderBody) => ({
  skipSigning: body.skipSigning ?? false,
  quoteOnly: body.returnQuoteOnInsufficientFunds ?? false,
});

type Integration = Pick<OrderTerms, 'integrator' | 'integratorBps'>;

async function buy(
  context: ExchangeContext,
  markets: MarketDirectory,
  body: CreateOrderBody,
  actor: Actor,
  integration: Integration,
): Promise<Answer> {
  requireAbsent(body, 'minSellPriceUsd', 'buys');
  const cap = priceOf(body, 'maxBuyPriceUsd');
  const quantity = quantityOf(body);
  const { depositAmount } = body;
  if (quantity && depositAmount !== undefined) {
    throw invalidParam(quantity.name, 'send depositAmount or a quantity, not both', 'QUANTITY_AMBIGUOUS');
  }
  if (!quantity && depositAmount === undefined) {
    throw invalidParam('depositAmount', 'a buy needs depositAmount or one quantity');
  }
  const mint = mintOf(body.depositMint);
  if (body.marketId === undefined) throw invalidParam('marketId', 'a buy needs marketId');
  requireTrading(context);

  const market = markets.find(body.marketId, context.clock.now());
  const isYes = body.isYes ?? true;
  const { positionPubkey } = body;
  if (
    positionPubkey !== undefined &&
    positionPubkey !== positionAddress(actor.owner, market.marketId, isYes)
  ) {
    throw invalidParam('positionPubkey', 'positionPubkey is another position than the one this order buys');
  }
  if (market.outcome) {
    if (!isYes) throw invalidParam('isYes', 'isYes is always true here: the market id picks the side');
    if (mint !== USDC) throw invalidParam('depositMint', 'rounds are paid in USDC alone');
    requireTradable(context, market);
    const param = quantity?.name ?? 'depositAmount';
    if (depositAmount !== undefined) requireRoundSize(param, depositAmount);
    const asked = quantity ? { contracts: quantity.micro } : { deposit: microUsd(depositAmount ?? 0n) };
    const quote = quoteRoundBuy(context, market, asked, cap, integration.integratorBps);
    if (quantity) requireRoundSize(param, quote.deposit);
    return buildRoundOrder(context, {
      ...actor,
      market,
      isBuy: true,
      quoted: quote,
      ...integration,
      ...wishesOf(body),
      fundsParam: param,
    });
  }
  requireOpen(context, market);
  if (depositAmount !== undefined && depositAmount < MIN_ORDER) {
    throw invalidParam('depositAmount', 'the smallest order is 5 USD', 'MIN_ORDER_SIZE');
  }
  const size = quantity ? { contracts: quantity.micro } : { deposit: microUsd(depositAmount ?? 0n) };
  const quoted = quoteBuy(context, market, isYes, size, cap, integration.integratorBps);
  if (quantity && quoted.deposit < MIN_ORDER) {
    throw invalidParam(quantity.name, 'the smallest order is 5 USD', 'MIN_ORDER_SIZE');
  }
  const { marketId, eventId } = market;
  return buildOrder(context, {
    terms: { owner: actor.owner, marketId, eventId, isYes, isBuy: true, ...integration },
    quoted,
    payer: actor.payer,
    mint,
    ...wishesOf(body),
    fundsParam: quantity?.name ?? 'depositAmount',
  });
}

async function sell(
  context: ExchangeContext,
  markets: MarketDirectory,
  body: CreateOrderBody,
  actor: Actor,
  integration: Integration,
): Promise<Answer> {
  for (const name of ['depositAmount', 'depositMint', 'maxBuyPriceUsd'] as const) {
    requireAbsent(body, name, 'sales');
  }
  const floor = priceOf(body, 'minSellPriceUsd');
  const quantity = quantityOf(body);
  if (body.positionPubkey === undefined) throw invalidParam('positionPubkey', 'a sale needs positionPubkey');
  if (!quantity) throw invalidParam('contractsMicro', 'a sale needs one quantity');
  requireTrading(context);

  const position = requirePosition(context, body.positionPubkey, actor.owner);
  const now = context.clock.now();
  if (body.marketId !== undefined && markets.canonical(body.marketId, now) !== position.marketId) {
    throw invalidParam('marketId', 'marketId is another market than that of the position');
  }
  if (body.isYes !== undefined && body.isYes !== position.isYes) {
    throw invalidParam('isYes', 'isYes is the other side than that of the position');
  }
  const market = markets.find(position.marketId, now);
  if (market.outcome) requireTradable(context, market);
  else requireOpen(context, market);
  const free = market.outcome
    ? sellableTokens(context, position, market)
    : position.contracts - position.locked;
  if (quantity.micro > free) {
    const message = `the position has ${free} micro-contracts free to sell, ${quantity.micro} were asked for`;
    throw invalidParam(quantity.name, message, 'INSUFFICIENT_FUNDS');
  }
  if (market.outcome) {
    return buildRoundOrder(context, {
      ...actor,
      market,
      isBuy: false,
      quoted: quoteRoundSell(context, position.marketId, quantity.micro, floor, integration.integratorBps),
      ...integration,
      ...wishesOf(body),
      fundsParam: 'payerPubkey',
    });
  }
  const { owner, marketId, eventId, isYes } = position;
  return buildOrder(context, {
    terms: { owner, marketId, eventId, isYes, isBuy: false, ...integration },
    quoted: quoteSell(context, marketId, isYes, quantity.micro, floor, integration.integratorBps),
    payer: actor.payer,
    mint: settlementMint(position.mint),
    ...wishesOf(body),
    fundsParam: 'payerPubkey',
  });
}
