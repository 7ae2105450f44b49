import { randomUUID } from 'node:crypto';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { priceOrderDigest } from '@contract/transactions/terms.ts';
import { termsOfPriceOrder } from '@contract/triggers/order.ts';
import { invalidParam } from '../../common/errors.ts';
import { checkedKey } from '../core/actor.ts';
import { landOnce } from '../core/land-once.ts';
import { derive } from '../ledger/derive.ts';
import { nowMs, pricedNow, requireToken, type TriggerContext } from './context.ts';
import { requirePair, requireSize } from './craft-deposit.ts';
import { openOrder } from './open-order.ts';
import { refusal } from './refusals.ts';
import { readSubmitted } from './submit.ts';
import { requireExpiry, TIME_IS_OVER, termsOf } from './terms.ts';

type Body = RouteInput<'createPriceOrder'>['body'];
const DEPOSIT = 'depositSignedTx';

/** The vault and terms of a new order. @throws ServiceError `invalid`, `forbidden`; Error while the price is unknown. */
function draftOf(context: TriggerContext, body: Body, caller: string) {
  const user = checkedKey(body.userPubkey, 'userPubkey');
  const vault = context.state.triggers.vaults.get(caller);
  if (user === vault?.vault) throw invalidParam('userPubkey', 'userPubkey must not be the vault');
  if (user !== caller) throw refusal('forbidden', 'userPubkey is not the wallet that has signed in');
  if (!vault) throw refusal('invalid', 'No vault registered: call GET /vault/register first');
  const { input } = requirePair(context, body.inputMint, body.outputMint);
  const trigger = requireToken(context, body.triggerMint, 'triggerMint');
  const terms = termsOf(body.orderType, body, body);
  requireExpiry(body.expiresAt, nowMs(context));
  const amount = BigInt(body.inputAmount);
  requireSize(context, input, amount, 'inputAmount');
  const priced = pricedNow(context, trigger);
  if (!priced) throw new Error(`no price of ${trigger.address}`);
  return { vault, terms, amount, price: priced.price };
}

/**
 * Creates a price order: its deposit lands on the ledger, and with it the order, in one step.
 * @throws ServiceError `invalid` for terms, deposit or a deposit used before; `forbidden` for another wallet.
 */
export const createPriceOrder =
  (context: TriggerContext) =>
  async ({
    body,
    caller,
  }: Pick<RouteInput<'createPriceOrder'>, 'body' | 'caller'>): Promise<AnswerWire<'createPriceOrder'>> => {
    const { vault, terms, amount, price } = draftOf(context, body, caller);
    const sent = await readSubmitted(context, body.depositSignedTx, ['triggerDeposit']);
    if (!sent.ok) throw invalidParam(DEPOSIT, sent.error);
    const { intent, build, tx } = sent;
    if (intent.requestId !== body.depositRequestId || intent.owner !== caller) {
      throw invalidParam('depositRequestId', 'depositRequestId is that of another deposit');
    }
    if (intent.inputMint !== body.inputMint || intent.outputMint !== body.outputMint) {
      throw invalidParam('inputMint', 'the deposit was built for another pair of mints');
    }
    if (intent.amount !== amount.toString()) {
      throw invalidParam('inputAmount', `inputAmount must be the deposited ${intent.amount}`);
    }
    const { orderDigest } = intent;
    if (orderDigest && orderDigest !== priceOrderDigest(termsOfPriceOrder(body), derive)) {
      throw invalidParam('depositRequestId', 'the deposit was signed for other terms than these');
    }
    const id = randomUUID();
    const landing = await context.writer.submit((uow) => {
      if ((context.state.builds.get(build.hash) ?? build).status === 'landed') {
        throw refusal('invalid', 'Duplicate deposit: an order was created with it already');
      }
      return landOnce(context, uow, build, tx, {
        // It may have waited for its turn meanwhile.
        objection: () => (body.expiresAt <= nowMs(context) ? TIME_IS_OVER : null),
        apply: ({ signature }) => {
          openOrder(context, uow, {
            ...terms,
            id,
            seq: uow.next('order'),
            owner: caller,
            payer: caller,
            vault: vault.vault,
            orderType: body.orderType,
            inputMint: body.inputMint,
            outputMint: body.outputMint,
            triggerMint: body.triggerMint,
            mark: terms.trailingBps === null ? null : price,
            expiresAt: body.expiresAt,
            amount,
            signature,
          });
        },
      });
    });
    if (landing.status === 'Failed') throw invalidParam(DEPOSIT, landing.error);
    return { id, txSignature: landing.signature, depositConfirmed: true };
  };
