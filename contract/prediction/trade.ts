import * as z from 'zod/mini';
import { eventId, marketId, pubkey } from '../ids.ts';
import { sends } from '../sends.ts';
import { idText, listOrNull, openEnum, textOrEmpty, unixSeconds, usd } from '../wire.ts';
import { marketOption } from './market.ts';

/** A public trade. `/trades` is a window of the newest, without paging. */
export const trade = z.object({
  id: idText,
  ownerPubkey: pubkey,
  marketId,
  message: textOrEmpty,
  timestamp: unixSeconds,
  action: openEnum(['buy', 'sell']),
  side: openEnum(['yes', 'no']),
  eventTitle: textOrEmpty,
  marketTitle: textOrEmpty,
  amountUsd: usd,
  priceUsd: usd,
  eventImageUrl: textOrEmpty,
  eventId,
  isTeamMarket: sends(z.optional(z.boolean()), () => z.boolean()),
  marketOptions: listOrNull(marketOption),
});
export type Trade = z.output<typeof trade>;
export type TradeWire = z.input<typeof trade>;
export const tradeList = z.object({ data: z.array(trade) });

export const tradingStatus = z.object({ trading_active: z.boolean() });
