import type { CreateOrderBodyWire } from '@contract/prediction/order.ts';
import type { DepositTerms, FreeParlaysTerms, OrderTerms, ParlayTerms } from './terms.ts';

/** The request for what a form shows: a deposit or a quantity, and the limit it shows. Escrowed orders and swaps alike. */
export function orderBody(terms: OrderTerms): CreateOrderBodyWire {
  const common = {
    ownerPubkey: terms.owner,
    marketId: terms.marketId,
    isYes: terms.side === 'yes',
    orderType: 'market',
    skipSigning: false,
  } as const;
  if (terms.action === 'buy') {
    return {
      ...common,
      isBuy: true,
      depositAmount: terms.deposit.toString(),
      depositMint: terms.mint,
      maxBuyPriceUsd: terms.cap.toString(),
    };
  }
  return {
    ...common,
    isBuy: false,
    positionPubkey: terms.position,
    contractsMicro: terms.contracts.toString(),
    minSellPriceUsd: terms.cap.toString(),
  };
}

/** One item of a request for paid parlays. */
export const parlayItem = ({ owner, mint, legMarketIds }: ParlayTerms) => ({
  ownerPubkey: owner,
  legMarketIds: [...legMarketIds],
  mint,
});

/** The request for free parlays, of which the payment is bound to every part. */
export const freeParlaysBody = ({ owner, parlays }: FreeParlaysTerms) => ({
  ownerPubkey: owner,
  parlays: parlays.map(({ legMarketIds }) => ({ legMarketIds: [...legMarketIds] })),
});

/** The request for the deposit of a trigger order. */
export const depositBody = (
  terms: Omit<DepositTerms, 'vault'>,
  order: { outputMint: string; orderType: 'single' | 'oco' | 'otoco' },
) => ({
  inputMint: terms.mint,
  outputMint: order.outputMint,
  userAddress: terms.owner,
  amount: terms.amount.toString(),
  orderType: 'price' as const,
  orderSubType: order.orderType,
});
