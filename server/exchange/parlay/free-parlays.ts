import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { canonicalTerms } from '@contract/transactions/terms.ts';
import { invalidParam, refused } from '../../common/errors.ts';
import { actorOf } from '../core/actor.ts';
import { buildOf, intentOf, rememberBuild } from '../core/builds.ts';
import type { ExchangeContext } from '../core/context.ts';
import type { SubmitSigned } from '../core/execute.ts';
import { requireTrading } from '../core/requirements.ts';
import { decodeSigned } from '../ledger/decode-signed.ts';
import { derive } from '../ledger/derive.ts';
import { buildOwnerTransaction } from '../ledger/transactions/owner-transactions.ts';
import { SIGNATURE_LAMPORTS } from '../ledger/transactions/parts.ts';
import { ENTRY_LAMPORTS, FREE_A_DAY, freeLeft } from './quota.ts';

type FreeItems = RouteInput<'prepareFreeParlays'>['body']['parlays'];

/** Binds a payment to its request. */
function bindingOf({ keys }: ExchangeContext, owner: string, parlays: FreeItems): string {
  const legs = parlays.map(({ legMarketIds }) => legMarketIds);
  const request = { owner, parlays: legs, recipient: keys.fees.address, fee: ENTRY_LAMPORTS };
  return derive.digest(canonicalTerms(request));
}

/**
 * Builds the payment for free parlays: one transfer each. Legs are judged when the payment is submitted, as prices
 * and markets move meanwhile; who has nothing left of the day's quota is not asked to pay.
 * @throws ServiceError `invalid` QUOTA_EXCEEDED, INSUFFICIENT_FUNDS, TRADING_HALTED.
 */
export const prepareFreeParlays =
  (context: ExchangeContext) =>
  async ({
    body,
  }: Pick<RouteInput<'prepareFreeParlays'>, 'body'>): Promise<AnswerWire<'prepareFreeParlays'>> => {
    const { keys, ledger, state } = context;
    const { owner } = actorOf(context, body);
    requireTrading(context);
    if (freeLeft(context, owner) === 0) {
      throw refused('QUOTA_EXCEEDED', `a wallet may place ${FREE_A_DAY} free parlays a day`);
    }
    const count = body.parlays.length;
    const needed = ENTRY_LAMPORTS * BigInt(count) + SIGNATURE_LAMPORTS;
    const lamports = ledger.lamports(owner);
    if (lamports < needed) {
      const message = `the owner holds ${lamports} of the ${needed} lamports for entries and fee`;
      throw invalidParam('ownerPubkey', message, 'INSUFFICIENT_FUNDS');
    }
    const parlays = body.parlays.map(({ legMarketIds }) => legMarketIds);
    const tx = buildOwnerTransaction(
      keys,
      {
        intent: 'free-parlays',
        owner,
        nonce: state.next('order'),
        parlays,
        fee: ENTRY_LAMPORTS,
        recipient: keys.fees.address,
      },
      ledger.latestBlockhash().blockhash,
    );
    const { transaction } = await rememberBuild(context, tx, {
      kind: 'freeParlays',
      owner,
      parlays,
      binding: bindingOf(context, owner, body.parlays),
      results: [],
      skipSigning: true,
    });
    return { paymentTransaction: transaction };
  };

/**
 * Lands the payment and places what it pays for, each parlay for itself; the entry fee of a refused one returns. The
 * same payment gets the same answer however often it comes.
 * @throws ServiceError `invalid` when the payment is not the one of this request, or does not land: then nothing has moved.
 */
export const submitFreeParlays =
  (context: ExchangeContext, submit: SubmitSigned) =>
  async ({
    body,
  }: Pick<RouteInput<'submitFreeParlays'>, 'body'>): Promise<AnswerWire<'submitFreeParlays'>> => {
    const { owner } = actorOf(context, body);
    const decoded = decodeSigned(body.signedTransaction);
    if (!decoded.ok) throw invalidParam('signedTransaction', decoded.error);
    const build = await buildOf(context, decoded.tx);
    const intent = build && intentOf(build);
    if (
      build === undefined ||
      intent?.kind !== 'freeParlays' ||
      intent.binding !== bindingOf(context, owner, body.parlays)
    ) {
      throw invalidParam('signedTransaction', 'this is not the payment of this request; nothing moved');
    }
    const landing = await submit(decoded.tx);
    if (landing.status === 'Failed') throw invalidParam('signedTransaction', landing.error);
    // Memory has what has just landed. A look for what the wallet has guarded could fail now, as if nothing had.
    const landed = context.state.builds.get(build.hash) ?? (await buildOf(context, decoded.tx));
    const after = landed && intentOf(landed);
    if (after?.kind !== 'freeParlays') throw new Error(`The payment ${landing.signature} has no results.`);
    return { txSignature: landing.signature, parlays: after.results };
  };
