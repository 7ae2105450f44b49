import type { AppConfig } from '@contract/config.ts';
import { type Pubkey, sideOf } from '@contract/ids.ts';
import {
  floorToLot,
  formatContracts,
  formatUsd,
  type MicroContracts,
  maxBig,
  parseUsd,
} from '@contract/money.ts';
import type { CloseOrderAnswer, Order } from '@contract/prediction/order.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import type { ClaimAnswer, Position } from '@contract/prediction/position.ts';
import type { Answer } from '@contract/routes.ts';
import type { AppError } from '@/api/app-error.ts';
import { closeAllOrders } from '@/api/orders.writes.ts';
import { closeAllPositions } from '@/api/positions.writes.ts';
import { heldText } from '@/domain/held-name.ts';
import type { PressedMid } from '@/domain/receipt.ts';
import type { ReadyMade } from '@/orders/building.ts';
import { cancelIntent } from '@/orders/cancel-intent.ts';
import { claimIntent, claimParlay } from '@/orders/claim-intent.ts';
import { orderIntent } from '@/orders/order-intent.ts';
import { takeOnce } from '@/orders/ready-made.ts';
import {
  type CancelTerms,
  type ClaimTerms,
  type SettlementMints,
  type ShownSale,
  saleTerms,
} from '@/orders/terms.ts';
import type { QueueItem } from '@/tx/queue.ts';
import type { QueueSubject } from '@/tx/queue-work.ts';
import type { TxIntent } from '@/tx/types.ts';

/** Spellings under which a service names a market: its key, its id, and the hash of it. */
const marketsOf = ({
  market,
  marketId,
  marketIdHash,
}: Pick<Position, 'market' | 'marketId' | 'marketIdHash'>) =>
  [market, marketId, marketIdHash].filter((name) => name !== '');

/** Selling all or part of a position as it was shown. */
export const sellPosition = (
  shown: ShownSale,
  position: Position,
  owner: Pubkey,
  mints: SettlementMints,
  { ready, mid }: { ready?: ReadyMade<Answer<'createOrder'>>; mid?: PressedMid | undefined } = {},
): TxIntent =>
  orderIntent(
    saleTerms(
      shown,
      {
        owner,
        marketId: position.marketId,
        side: sideOf(position.isYes),
        position: position.pubkey,
      },
      position.settlementMint ?? mints.usdc,
    ),
    {
      title: `Sell ${heldText(position)}`,
      done: `${formatContracts(shown.contracts)} sold`,
      mid,
    },
    ready ? { ready } : {},
  );

export const claimTermsOf = (position: Position, owner: Pubkey, mints: SettlementMints): ClaimTerms => ({
  owner,
  position: position.pubkey,
  side: sideOf(position.isYes),
  markets: marketsOf(position),
  contracts: position.contractsMicro,
  payout: position.payoutUsd,
  mint: position.settlementMint ?? null,
  usual: mints.usdc,
  mints,
});

export const claimPosition = (
  position: Position,
  owner: Pubkey,
  mints: SettlementMints,
  ready?: ReadyMade<ClaimAnswer>,
): TxIntent =>
  claimIntent(
    claimTermsOf(position, owner, mints),
    { title: `Claim ${formatUsd(position.payoutUsd)} · ${heldText(position)}` },
    ready,
  );

export const cancelTermsOf = (order: Order, owner: Pubkey, mints: SettlementMints): CancelTerms => ({
  owner,
  order: order.pubkey,
  externalOrderId: order.externalOrderId,
  position: order.position,
  markets: marketsOf(order),
  isBuy: order.isBuy,
  deposit: order.filledContractsMicro === 0n && order.sizeUsd > 0n ? order.sizeUsd : null,
  mints,
});

export const cancelOrder = (
  order: Order,
  owner: Pubkey,
  mints: SettlementMints,
  ready?: ReadyMade<CloseOrderAnswer>,
): TxIntent =>
  cancelIntent(
    cancelTermsOf(order, owner, mints),
    { title: `Cancel ${order.isBuy ? 'purchase' : 'sale'} · ${heldText(order)}` },
    ready ? { ready } : {},
  );

/** What one item of a queue is about, as it was shown when the queue was begun. */
export type PortfolioSubject =
  | { kind: 'claim'; position: Position }
  | { kind: 'claim-parlay'; slip: Pick<ParlaySlip, 'payoutUsd'>; position: Pubkey }
  | { kind: 'close'; position: Position; terms: ShownSale; slippageBps: number }
  | { kind: 'cancel'; order: Order };

export type NewItem = Pick<QueueItem<PortfolioSubject>, 'key' | 'title' | 'subject' | 'partial'>;

export const claimItem = (position: Position): NewItem => ({
  key: position.pubkey,
  title: `${formatUsd(position.payoutUsd)} · ${heldText(position)}`,
  subject: { kind: 'claim', position },
});
/** As the service wrote it where that cannot be read. */
function payoutText(text: string): string {
  const payout = parseUsd(text);
  return payout === undefined ? text : formatUsd(payout);
}
/** None where the service does not say which position a parlay is. */
export const claimParlayItem = ({ payoutUsd, positionPubkey }: ParlaySlip): NewItem[] =>
  positionPubkey === null
    ? []
    : [
        {
          key: positionPubkey,
          title: `${payoutText(payoutUsd)} · Parlay`,
          subject: { kind: 'claim-parlay', slip: { payoutUsd }, position: positionPubkey },
        },
      ];
/** Lots of a position beyond its sale: its book takes no more, or open sales have them already. */
export const keptOf = ({ contractsMicro }: Position, { contracts }: ShownSale): MicroContracts =>
  floorToLot(maxBig(0n, contractsMicro - contracts));
export const keptText = (kept: MicroContracts): string => `${formatContracts(kept)} contracts stay yours`;

export const closeItem = (position: Position, terms: ShownSale, slippageBps: number): NewItem => ({
  key: position.pubkey,
  title: heldText(position),
  subject: { kind: 'close', position, terms, slippageBps },
  ...(keptOf(position, terms) > 0n && { partial: true }),
});
export const cancelItem = (order: Order): NewItem => ({
  key: order.pubkey,
  title: `${order.isBuy ? 'Purchase' : 'Sale'} · ${heldText(order)}`,
  subject: { kind: 'cancel', order },
});

/** Refusals that say that somebody was faster, which is no failure. */
const NOTHING_LEFT: Record<string, string> = {
  NOT_CLAIMABLE: 'Nothing to claim any more.',
  POSITION_NOT_FOUND: 'Nothing is held any more.',
  ORDER_NOT_PENDING: 'It is filled or cancelled already.',
};
const skips = (error: AppError): string | null => NOTHING_LEFT[error.code ?? ''] ?? null;

const isClaim = (answer: ClaimAnswer | Answer<'createOrder'>): answer is ClaimAnswer => 'position' in answer;

/** Transactions of all positions, from one request; of a claim-all its claims, of a close-all its sales. */
async function buildPositions(ownerPubkey: Pubkey, slippageBps: number | null) {
  const { data } = await closeAllPositions({ ownerPubkey, minSellPriceSlippageBps: slippageBps });
  return {
    claims: data.filter(isClaim).map((answer) => [answer.position.positionPubkey, answer] as const),
    sales: data.flatMap((answer) =>
      isClaim(answer) ? [] : [[answer.order.positionPubkey, answer] as const],
    ),
  };
}

/**
 * How the items of a wallet's queue are done: with the transactions that the service builds for all at once, where
 * it does and they are as shown, else with one of its own.
 */
export function portfolioQueue(owner: Pubkey, mints: AppConfig['mints']): QueueSubject<PortfolioSubject> {
  const claims = takeOnce<ClaimAnswer>(async () => (await buildPositions(owner, null)).claims);
  const cancels = takeOnce<CloseOrderAnswer>(async () => {
    const { data } = await closeAllOrders({ ownerPubkey: owner, statuses: ['pending'] });
    return data.map((answer) => [answer.orderPubkey, answer]);
  });
  let slippage = 0;
  const sales = takeOnce<Answer<'createOrder'>>(async () => (await buildPositions(owner, slippage)).sales);
  return {
    intentOf: ({ key, subject }) => {
      switch (subject.kind) {
        case 'claim':
          return claimPosition(subject.position, owner, mints, () => claims(key));
        case 'claim-parlay':
          return claimParlay(mints, subject.slip, subject.position, owner);
        case 'close':
          slippage = subject.slippageBps;
          return sellPosition(subject.terms, subject.position, owner, mints, { ready: () => sales(key) });
        case 'cancel':
          return cancelOrder(subject.order, owner, mints, () => cancels(key));
      }
    },
    skips,
  };
}
