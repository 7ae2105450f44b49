import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import type { CancelTerms } from '@contract/transactions/terms.ts';
import { invalidParam, notFound } from '../../common/errors.ts';
import { actorOf } from '../core/actor.ts';
import { rememberBuild } from '../core/builds.ts';
import type { ExchangeContext } from '../core/context.ts';
import { fewAtATime } from '../core/few-at-a-time.ts';
import { associatedTokenAddress } from '../ledger/addresses.ts';
import { settlementMint } from '../ledger/mints.ts';
import { buildOwnerTransaction, unitsKindOf } from '../ledger/transactions/owner-transactions.ts';
import { COMPUTE_UNITS } from '../ledger/transactions/parts.ts';
import type { OrderRow } from '../writer/commit.store.ts';
import { escrowOf } from './fail-order.ts';

type Answer = AnswerWire<'closeOrder'>;

/** Builds the transaction that takes a pending order back: a buy's escrow returns to its owner. */
async function buildClose(
  context: ExchangeContext,
  order: OrderRow,
  payer: string,
  skipSigning: boolean,
): Promise<Answer> {
  const { ledger, keys } = context;
  const { blockhash, lastValidBlockHeight } = ledger.latestBlockhash();
  const mint = settlementMint(order.mint);
  const { pubkey, externalOrderId, owner } = order;
  const escrow = order.isBuy ? { mint, amount: escrowOf(context, order), rentReceiver: order.payer } : null;
  const terms: CancelTerms = { intent: 'cancel', owner, payer, order: pubkey, escrow };
  const tx = buildOwnerTransaction(keys, terms, blockhash);
  const built = await rememberBuild(context, tx, {
    kind: 'close',
    order: order.pubkey,
    orderKey: order.isBuy ? { pubkey, externalOrderId, seq: order.seq.toString() } : null,
    skipSigning,
  });
  return {
    ...built,
    blockhash,
    lastValidBlockHeight,
    computeUnits: COMPUTE_UNITS[unitsKindOf(terms)],
    orderPubkey: order.pubkey,
    accounts: {
      owner: order.owner,
      authority: keys.authority.address,
      vault: keys.vault.address,
      marketId: order.marketId,
      position: order.position,
      order: order.pubkey,
      orderAta: order.escrow,
      ownerTokenAccount: associatedTokenAddress(order.owner, mint.address, mint.program),
      settlementMint: mint.address,
    },
  };
}

/** @throws ServiceError `not-found` for an unknown order, `invalid` ORDER_NOT_PENDING once the keeper has taken it. */
export const closeOrder =
  (context: ExchangeContext) =>
  async ({ body }: Pick<RouteInput<'closeOrder'>, 'body'>): Promise<Answer> => {
    const pending = context.state.orders.get(body.orderPubkey);
    const order = pending ?? (await context.store.orders.one(body.orderPubkey));
    const { owner, payer } = actorOf(context, body, order?.owner);
    if (!order || order.owner !== owner) {
      throw notFound(`there is no order ${body.orderPubkey} of this owner`, 'orderPubkey');
    }
    if (!context.state.orders.has(order.pubkey)) {
      throw invalidParam('orderPubkey', 'this order is no longer pending', 'ORDER_NOT_PENDING');
    }
    return buildClose(context, order, payer, body.skipSigning ?? false);
  };

/** Builds the return of every pending order of an owner; other statuses have nothing to return. */
export const closeAllOrders =
  (context: ExchangeContext) =>
  async ({ body }: Pick<RouteInput<'closeAllOrders'>, 'body'>): Promise<AnswerWire<'closeAllOrders'>> => {
    const { owner, payer } = actorOf(context, body);
    const wanted = body.statuses ?? ['pending'];
    const pending = wanted.includes('pending')
      ? [...context.state.orders.values()].filter((order) => order.owner === owner)
      : [];
    // All at once, and not one after the other as they are wanted.
    context.ledger.requireKnown(pending.map(({ escrow }) => escrow));
    const data = await fewAtATime(pending, async (order) => {
      // While those before it were built, it may have been filled or taken back.
      return context.state.orders.has(order.pubkey) ? buildClose(context, order, payer, false) : undefined;
    });
    return { data: data.filter((answer) => answer !== undefined) };
  };
