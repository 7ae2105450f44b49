import { randomBytes } from 'node:crypto';
import type { AnswerWire } from '@contract/routes.ts';
import { invalidParam } from '../../common/errors.ts';
import { type OrderDraft, rememberBuild } from '../core/builds.ts';
import type { ExchangeContext } from '../core/context.ts';
import type { Quoted } from '../core/order-answer.ts';
import { type OrderTerms, orderAnswer } from '../core/order-answer.ts';
import { associatedTokenAddress } from '../ledger/addresses.ts';
import { positionAddress } from '../ledger/keys.ts';
import type { MintSpec } from '../ledger/mints.ts';
import { TOKEN_ACCOUNT_BYTES } from '../ledger/token-layout.ts';
import { buildOwnerTransaction } from '../ledger/transactions/owner-transactions.ts';
import { SIGNATURE_LAMPORTS } from '../ledger/transactions/parts.ts';

export interface OrderBuild {
  terms: OrderTerms;
  quoted: Quoted;
  payer: string;
  mint: MintSpec;
  skipSigning: boolean;
  /** Answers the quote alone where the owner cannot cover it. */
  quoteOnly: boolean;
  /** The field a missing balance is blamed on. */
  fundsParam: string;
}

/** What the wallets lack for this order; null when nothing. */
function shortfall(context: ExchangeContext, { terms, quoted, payer, mint }: OrderBuild): string | null {
  const { ledger } = context;
  const balance = ledger.tokenBalance(terms.owner, mint.address) ?? 0n;
  if (balance < quoted.deposit) {
    return `the owner holds ${balance} of the ${quoted.deposit} units that the order deposits`;
  }
  const rent = terms.isBuy ? ledger.rentExemption(TOKEN_ACCOUNT_BYTES) : 0n;
  const needed = rent + SIGNATURE_LAMPORTS * (payer === terms.owner ? 2n : 3n);
  const lamports = ledger.lamports(payer);
  return lamports < needed ? `the payer holds ${lamports} of the ${needed} lamports for fees and rent` : null;
}

/**
 * Builds the transaction of an order and remembers it.
 * @throws ServiceError `invalid` INSUFFICIENT_FUNDS, unless a quote alone is welcome.
 */
export async function buildOrder(
  context: ExchangeContext,
  build: OrderBuild,
): Promise<AnswerWire<'createOrder'>> {
  const { ledger, keys, state } = context;
  const { terms, quoted, payer, mint, skipSigning } = build;
  const missing = shortfall(context, build);
  if (missing !== null) {
    if (!build.quoteOnly) throw invalidParam(build.fundsParam, missing, 'INSUFFICIENT_FUNDS');
    const nameless = { orderPubkey: null, orderAtaPubkey: null, externalOrderId: null };
    return {
      transaction: null,
      txMeta: null,
      externalOrderId: null,
      requiredSigners: [...new Set([payer, terms.owner])],
      order: orderAnswer(context, terms, quoted, nameless),
    };
  }

  const { owner, marketId, isYes, integrator, integratorBps } = terms;
  const position = positionAddress(owner, marketId, isYes);
  // Where it is not in memory all of this begins again: before the keys are made, which takes longer than the rest.
  state.positions.get(position);
  const seq = state.next('order');
  const externalOrderId = randomBytes(16).toString('hex');
  const order = keys.orderAddress(externalOrderId);
  const escrow = associatedTokenAddress(order, mint.address, mint.program);
  // Nobody has known this address before: the database need not be asked whether there is anything at it.
  ledger.admit({ asked: [order, escrow], accounts: [] });
  const { blockhash, lastValidBlockHeight } = ledger.latestBlockhash();
  const common = {
    ...{ owner, payer, order, externalOrderId, marketId, position, isYes, mint, integrator, integratorBps },
    limit: quoted.limitPrice,
  };
  const contracts = quoted.byQuantity ? quoted.contracts : null;
  const tx = buildOwnerTransaction(
    keys,
    terms.isBuy
      ? { ...common, intent: 'buy', deposit: quoted.deposit, contracts }
      : { ...common, intent: 'sell', contracts: quoted.contracts },
    blockhash,
  );
  const draft: OrderDraft = {
    pubkey: order,
    seq: seq.toString(),
    externalOrderId,
    owner: terms.owner,
    payer,
    marketId: terms.marketId,
    eventId: terms.eventId,
    position,
    isYes: terms.isYes,
    isBuy: terms.isBuy,
    contracts: quoted.contracts.toString(),
    byQuantity: quoted.byQuantity,
    limitPrice: quoted.limitPrice.toString(),
    deposit: quoted.deposit.toString(),
    mint: mint.address,
    escrow,
    integrator: terms.integrator,
    integratorBps: terms.integratorBps,
  };
  const names = { orderPubkey: order, orderAtaPubkey: terms.isBuy ? escrow : null, externalOrderId };
  // The answer is made before the wait, from the same instant as the quote.
  const answer = orderAnswer(context, terms, quoted, names);
  const built = await rememberBuild(context, tx, { kind: 'order', draft, skipSigning });
  return {
    ...built,
    txMeta: { blockhash, lastValidBlockHeight },
    externalOrderId,
    order: answer,
  };
}
