import * as z from 'zod/mini';
import { eventId, marketId, marketIdInput, pubkey, pubkeyInput } from '../ids.ts';
import { pageQuery, queryBoolean, queryInteger } from '../page.ts';
import { sends } from '../sends.ts';
import {
  bigInteger,
  contractsMicro,
  idNumber,
  instant,
  instantOrNull,
  listOrEmpty,
  openEnum,
  orNull,
  orUnknown,
  textOrEmpty,
  unixSeconds,
  usd,
} from '../wire.ts';
import { eventMetadata } from './event.ts';
import { marketMetadata } from './market.ts';

export const HISTORY_EVENT_TYPES = [
  'order_created',
  'order_closed',
  'order_filled',
  'order_failed',
  'payout_claimed',
  'position_updated',
  'position_lost',
] as const;

/** A history record. Its id travels as an integer. Amounts are micro-USD; `transferAmountToken` is in raw units of the settlement mint. */
export const historyEvent = z.object({
  id: idNumber,
  eventType: openEnum(HISTORY_EVENT_TYPES),
  signature: z.string(),
  slot: bigInteger,
  timestamp: unixSeconds,
  orderPubkey: textOrEmpty,
  positionPubkey: textOrEmpty,
  marketId,
  ownerPubkey: pubkey,
  keeperPubkey: textOrEmpty,
  externalOrderId: textOrEmpty,
  orderId: textOrEmpty,
  isBuy: z.boolean(),
  isYes: z.boolean(),
  contracts: bigInteger,
  contractsMicro,
  contractsDecimal: z.string(),
  filledContracts: bigInteger,
  filledContractsMicro: contractsMicro,
  filledContractsDecimal: z.string(),
  contractsSettled: bigInteger,
  contractsSettledMicro: contractsMicro,
  contractsSettledDecimal: z.string(),
  maxFillPriceUsd: usd,
  avgFillPriceUsd: usd,
  maxBuyPriceUsd: orNull(usd),
  minSellPriceUsd: orNull(usd),
  depositAmountUsd: usd,
  totalCostUsd: usd,
  feeUsd: orNull(usd),
  grossProceedsUsd: usd,
  netProceedsUsd: usd,
  transferAmountToken: orNull(usd),
  realizedPnl: orNull(usd),
  realizedPnlBeforeFees: orNull(usd),
  payoutAmountUsd: usd,
  eventId,
  marketMetadata,
  eventMetadata,
});
export type HistoryEvent = z.output<typeof historyEvent>;
export type HistoryEventWire = z.input<typeof historyEvent>;

export const POSITION_HISTORY_STATUSES = [
  'claimed',
  'lost',
  'sold',
  'open',
  'failed',
  'won',
  'refunded',
] as const;

export const positionHistory = z.object({
  positionPubkey: pubkey,
  ownerPubkey: pubkey,
  marketId,
  isYes: z.boolean(),
  status: openEnum(POSITION_HISTORY_STATUSES),
  entryPriceUsd: orNull(usd),
  exitPriceUsd: orNull(usd),
  totalContracts: bigInteger,
  totalContractsMicro: contractsMicro,
  totalContractsDecimal: z.string(),
  realizedPnlUsd: orNull(usd),
  feesPaidUsd: orUnknown(usd),
  openedAt: instant,
  closedAt: instantOrNull,
  marketMetadata: sends(z.optional(marketMetadata), (sent) => sent(marketMetadata)),
  eventMetadata: sends(z.optional(eventMetadata), (sent) => sent(eventMetadata)),
  events: listOrEmpty(historyEvent),
});
export type PositionHistory = z.output<typeof positionHistory>;
export type PositionHistoryWire = z.input<typeof positionHistory>;

export const historyQuery = z.strictObject({
  ownerPubkey: z.optional(pubkeyInput),
  userPubkey: z.optional(pubkeyInput),
  positionPubkey: z.optional(pubkeyInput),
  marketId: z.optional(marketIdInput),
  isYes: z.optional(queryBoolean),
  id: z.optional(queryInteger),
  /** Taken as lists of positions take it; what is recorded has its prices in either case. */
  includePrices: z.optional(queryBoolean),
  ...pageQuery,
});
export type HistoryQuery = z.output<typeof historyQuery>;
