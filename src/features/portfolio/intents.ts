import type { AppConfig } from '@contract/config.ts';
import { type Pubkey, sideOf } from '@contract/ids.ts';
import { formatContracts, formatUsd } from '@contract/money.ts';
import type { CloseOrderAnswer, Order } from '@contract/prediction/order.ts';
import type { ClaimAnswer, Position } from '@contract/prediction/position.ts';
import type { Answer } from '@contract/routes.ts';
import type { ReadyMade } from '@/orders/building.ts';
import { cancelIntent } from '@/orders/cancel-intent.ts';
import { claimIntent } from '@/orders/claim-intent.ts';
import { orderIntent } from '@/orders/order-intent.ts';
import { type CancelTerms, type ClaimTerms, type ShownSale, saleTerms } from '@/orders/terms.ts';
import type { TxIntent } from '@/tx/types.ts';
import { subjectText } from './market-label.view.tsx';

type Mints = Pick<AppConfig['mints'], 'usdc' | 'stablecoin'>;

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
  mints: Mints,
  ready?: ReadyMade<Answer<'createOrder'>>,
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
      title: `Sell ${subjectText(position)}`,
      done: `${formatContracts(shown.contracts)} sold`,
    },
    ready ? { ready } : {},
  );

export const claimTermsOf = (position: Position, owner: Pubkey, mints: Mints): ClaimTerms => ({
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
  mints: Mints,
  ready?: ReadyMade<ClaimAnswer>,
): TxIntent =>
  claimIntent(
    claimTermsOf(position, owner, mints),
    { title: `Claim ${formatUsd(position.payoutUsd)} · ${subjectText(position)}` },
    ready,
  );

export const cancelTermsOf = (order: Order, owner: Pubkey, mints: Mints): CancelTerms => ({
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
  mints: Mints,
  ready?: ReadyMade<CloseOrderAnswer>,
): TxIntent =>
  cancelIntent(
    cancelTermsOf(order, owner, mints),
    { title: `Cancel ${order.isBuy ? 'purchase' : 'sale'} · ${subjectText(order)}` },
    ready ? { ready } : {},
  );
