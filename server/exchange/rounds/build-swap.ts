import { randomBytes } from 'node:crypto';
import { DEFAULT_BASES } from '@contract/config.ts';
import type { AnswerWire } from '@contract/routes.ts';
import { invalidParam, refused } from '../../common/errors.ts';
import { type Built, rememberBuild } from '../core/builds.ts';
import type { ExchangeContext } from '../core/context.ts';
import type { SwapDraft } from '../core/intents/swap.ts';
import { runKeeperTransaction } from '../core/keeper-transaction.ts';
import type { Quoted } from '../core/order-answer.ts';
import { orderAnswer } from '../core/order-answer.ts';
import { saleFees } from '../engine/position.ts';
import { positionAddress } from '../ledger/keys.ts';
import { type MintSpec, USDC } from '../ledger/mints.ts';
import { OUTCOME_ACCOUNT_BYTES, OUTCOME_MINT_BYTES, outcomeMint } from '../ledger/outcome-mints.ts';
import { addSignatures, messageHash } from '../ledger/signers.ts';
import { TOKEN_ACCOUNT_BYTES } from '../ledger/token-layout.ts';
import { buildOwnerTransaction } from '../ledger/transactions/owner-transactions.ts';
import { SIGNATURE_LAMPORTS } from '../ledger/transactions/parts.ts';
import { buildCreateOutcomeMint } from '../ledger/transactions/swap-transactions.ts';
import type { MarketModel } from '../simulation/model.ts';

export interface RoundSwap {
  owner: string;
  payer: string;
  market: MarketModel;
  isBuy: boolean;
  quoted: Quoted;
  skipSigning: boolean;
  integrator: string | null;
  integratorBps: number;
}

export interface BuiltSwap extends Built {
  externalOrderId: string;
  messageHash: string;
  blockhash: string;
  lastValidBlockHeight: number;
}

/** The token that a market's contracts are. */
export function outcomeOf({ outcome, marketId }: MarketModel): MintSpec {
  if (outcome === undefined) throw new RangeError(`${marketId} is no round`);
  return outcomeMint(outcome.mint);
}

/** What a sale pays, and its fees. */
export const saleOf = ({ walk }: Quoted) => saleFees(walk);

/** What the wallets lack for this swap; null when nothing. */
export function swapShortfall(context: ExchangeContext, swap: RoundSwap): string | null {
  const { ledger } = context;
  const { owner, payer, isBuy, quoted } = swap;
  const outcome = outcomeOf(swap.market);
  const held = ledger.tokenBalance(owner, isBuy ? USDC.address : outcome.address) ?? 0n;
  const needed = isBuy ? quoted.deposit : quoted.contracts;
  if (held < needed) return `the owner holds ${held} of the ${needed} units that the swap takes`;
  const opens = isBuy
    ? ledger.tokenBalance(owner, outcome.address) === null && OUTCOME_ACCOUNT_BYTES
    : ledger.tokenBalance(owner, USDC.address) === null && TOKEN_ACCOUNT_BYTES;
  const rent = opens === false ? 0n : ledger.rentExemption(opens);
  const lamportsNeeded = rent + SIGNATURE_LAMPORTS * (payer === owner ? 3n : 4n);
  const lamports = ledger.lamports(payer);
  return lamports < lamportsNeeded
    ? `the payer holds ${lamports} of the ${lamportsNeeded} lamports for fees and rent`
    : null;
}

/** Creates a market's token on the ledger before the first swap, so that a wallet can simulate what it signs. */
async function ensureOutcomeMint(context: ExchangeContext, { marketId }: MarketModel): Promise<void> {
  const { ledger, keys, writer } = context;
  const { address } = keys.outcome(marketId);
  // Its address is public before it is made: there may be an account that is no mint, of lamports anybody has sent.
  const isMade = () => ledger.supplyOf(address) !== null;
  if (isMade()) return;
  await writer.submit((uow) => {
    if (isMade()) return;
    const missing = ledger.rentExemption(OUTCOME_MINT_BYTES) - ledger.lamports(address);
    const tx = buildCreateOutcomeMint(keys, {
      marketId,
      lamports: missing > 0n ? missing : 0n,
      blockhash: ledger.latestBlockhash().blockhash,
    });
    runKeeperTransaction(context, uow, addSignatures(tx, [keys.outcome(marketId)]));
  });
}

function draftOf(swap: RoundSwap, externalOrderId: string): SwapDraft {
  const { owner, payer, market, isBuy, quoted } = swap;
  const { walk, limitPrice } = quoted;
  const { fee, integrator } = isBuy ? { ...walk.fees, fee: walk.fees.total } : saleOf(quoted);
  return {
    externalOrderId,
    owner,
    payer,
    marketId: market.marketId,
    eventId: market.eventId,
    position: positionAddress(owner, market.marketId, true),
    isBuy,
    contracts: walk.contracts.toString(),
    notional: walk.notional.toString(),
    fee: fee.toString(),
    integratorFee: integrator.toString(),
    limitPrice: limitPrice.toString(),
    average: (walk.average ?? 0n).toString(),
    fills: walk.fills.map(({ price, contracts }) => ({
      price: price.toString(),
      contracts: contracts.toString(),
    })),
  };
}

const EXECUTE = `${DEFAULT_BASES.prediction}/execute`;

/** Where a swap is executed, and what is handed back there: the name of the swap, which is that of its message. */
const swapExecution = (swapRequestId: string, ownerPubkey: string) => ({
  endpoint: EXECUTE,
  context: { type: 'provider_d_swap', swapRequestId, ownerPubkey },
});

/** Builds the transaction of a swap whose wallets lack nothing, and remembers it. */
export async function buildSwap(context: ExchangeContext, swap: RoundSwap): Promise<BuiltSwap> {
  const { ledger, keys } = context;
  const { owner, payer, market, isBuy, quoted, skipSigning } = swap;
  await ensureOutcomeMint(context, market);
  const externalOrderId = randomBytes(16).toString('hex');
  const { blockhash, lastValidBlockHeight } = ledger.latestBlockhash();
  const draft = draftOf(swap, externalOrderId);
  const tx = buildOwnerTransaction(
    keys,
    {
      intent: isBuy ? 'swap-buy' : 'swap-sell',
      ...{ owner, payer, externalOrderId },
      marketId: market.marketId,
      position: draft.position,
      isYes: true,
      mint: USDC,
      integrator: swap.integrator,
      integratorBps: swap.integratorBps,
      outcome: outcomeOf(market),
      contracts: quoted.walk.contracts,
      notional: quoted.walk.notional,
      fee: BigInt(draft.fee),
      limit: quoted.limitPrice,
    },
    blockhash,
  );
  const built = await rememberBuild(context, tx, { kind: 'swap', draft, skipSigning });
  return { ...built, externalOrderId, messageHash: messageHash(tx), blockhash, lastValidBlockHeight };
}

export interface RoundOrder extends RoundSwap {
  /** Answers the quote alone where the owner cannot cover it. */
  quoteOnly: boolean;
  /** The field a missing balance is blamed on. */
  fundsParam: string;
}

/**
 * Builds an order on a round: a swap, which has no escrow and no life of its own.
 * @throws ServiceError `invalid` INSUFFICIENT_FUNDS, unless a quote alone is welcome.
 */
export async function buildRoundOrder(
  context: ExchangeContext,
  order: RoundOrder,
): Promise<AnswerWire<'createOrder'>> {
  const { owner, payer, market, isBuy, quoted, integrator, integratorBps } = order;
  const { marketId, eventId } = market;
  const terms = { owner, marketId, eventId, isYes: true, isBuy, integrator, integratorBps };
  const nature = { executionModel: 'atomic_swap', settlement: 'auto' };
  const nameless = { orderPubkey: null, orderAtaPubkey: null };
  const missing = swapShortfall(context, order);
  if (missing !== null) {
    if (!order.quoteOnly) throw invalidParam(order.fundsParam, missing, 'INSUFFICIENT_FUNDS');
    return {
      transaction: null,
      txMeta: null,
      externalOrderId: null,
      requiredSigners: [...new Set([payer, owner])],
      order: orderAnswer(context, terms, quoted, { ...nameless, externalOrderId: null }),
      ...nature,
    };
  }
  // Made before the wait, from the same instant as the quote.
  const answer = orderAnswer(context, terms, quoted, { ...nameless, externalOrderId: null });
  const built = await buildSwap(context, order);
  const { transaction, requiredSigners, externalOrderId, blockhash, lastValidBlockHeight } = built;
  return {
    transaction,
    requiredSigners,
    txMeta: { blockhash, lastValidBlockHeight },
    externalOrderId,
    order: { ...answer, externalOrderId },
    execution: swapExecution(built.messageHash, owner),
    ...nature,
  };
}

/** Contracts of a position that can be sold: what is booked and still held as tokens. */
export function sellableTokens(
  { ledger }: Pick<ExchangeContext, 'ledger'>,
  position: { owner: string; contracts: bigint; locked: bigint },
  market: MarketModel,
): bigint {
  const booked = position.contracts - position.locked;
  const held = ledger.tokenBalance(position.owner, outcomeOf(market).address) ?? 0n;
  const least = held < booked ? held : booked;
  if (least <= 0n) throw refused('POSITION_NOT_FOUND', 'nothing of this position is left to sell');
  return least;
}
