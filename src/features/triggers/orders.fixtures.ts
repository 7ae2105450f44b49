import type { Pubkey } from '@contract/ids.ts';
import { type TriggerOrderWire, triggerHistory } from '@contract/triggers/order.ts';
import type { TriggerOrder } from '@/api/triggers.queries.ts';
import type { TokenOf } from './triggers-labels.ts';

export const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
export const SOL = 'So11111111111111111111111111111111111111112' as Pubkey;
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Pubkey;

export const tokenOf: TokenOf = (mint) =>
  mint === SOL ? { symbol: 'SOL', decimals: 9 } : mint === USDC ? { symbol: 'USDC', decimals: 6 } : undefined;

export const orderWire: TriggerOrderWire = {
  id: 'order-1',
  orderType: 'single',
  orderState: 'open',
  rawState: 'open',
  userPubkey: OWNER,
  vaultPubkey: OWNER,
  inputMint: SOL,
  initialInputAmount: '2000000000',
  remainingInputAmount: '2000000000',
  outputMint: USDC,
  triggerMint: SOL,
  triggerCondition: 'below',
  triggerPriceUsd: 76.37,
  slippageBps: 2_000,
  tpPriceUsd: null,
  slPriceUsd: null,
  tpSlippageBps: null,
  slSlippageBps: null,
  trailingBps: null,
  highWatermark: null,
  lowWatermark: null,
  expiresAt: 1_790_000_000_000,
  createdAt: 1_780_000_000_000,
  updatedAt: 1_780_000_000_000,
  triggeredAt: null,
  outputAmount: null,
  inputUsed: null,
  fillPercent: 0,
  parentOrderId: null,
  events: [],
};

/** An order as the service tells it, read as the desk reads it. */
export function orderWith(changes: Partial<TriggerOrderWire> = {}): TriggerOrder {
  const { orders } = triggerHistory.parse({
    orders: [{ ...orderWire, ...changes }],
    pagination: { total: 1, limit: 20, offset: 0 },
  });
  const [order] = orders;
  if (!order) throw new Error('no order was read');
  return order;
}
