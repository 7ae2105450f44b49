import type { BuyTerms, CancelTerms, ClaimTerms, SellTerms } from '@contract/transactions/terms.ts';
import { type OrderName, type PlatformKeys, positionAddress } from '../keys.ts';
import { USDC } from '../mints.ts';

/** The n-th order of a test, as the exchange names its orders. */
export const testOrder = (keys: PlatformKeys, n: bigint): OrderName => ({
  pubkey: keys.orderAddress(n.toString()),
  externalOrderId: n.toString(),
  seq: n,
});

interface Party {
  owner: string;
  payer?: string;
}

const orderTerms = ({ owner, payer = owner }: Party, { pubkey, externalOrderId }: OrderName) => ({
  owner,
  payer,
  order: pubkey,
  externalOrderId,
  marketId: 'MARKET-1',
  position: positionAddress(owner, 'MARKET-1', true),
  isYes: true,
  mint: USDC,
  integrator: null,
  integratorBps: 0,
  limit: 600_000n,
});

export const buyTerms = (party: Party, order: OrderName, deposit = 5_000_000n): BuyTerms => ({
  ...orderTerms(party, order),
  intent: 'buy',
  deposit,
  contracts: null,
});
export const sellTerms = (party: Party, order: OrderName, contracts = 5_000_000n): SellTerms => ({
  ...orderTerms(party, order),
  intent: 'sell',
  contracts,
});
export const cancelTerms = (
  { owner, payer = owner }: Party,
  order: OrderName,
  amount: bigint,
  rentReceiver = payer,
): CancelTerms => ({
  intent: 'cancel',
  owner,
  payer,
  order: order.pubkey,
  escrow: { mint: USDC, amount, rentReceiver },
});
export const claimTerms = ({ owner, payer = owner }: Party, payout: bigint): ClaimTerms => ({
  intent: 'claim',
  owner,
  payer,
  position: positionAddress(owner, 'MARKET-1', true),
  mint: USDC,
  payout,
});
