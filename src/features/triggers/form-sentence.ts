import { formatToken } from '@contract/money.ts';
import type { PicoUsd } from '@contract/triggers/price.ts';
import {
  changeBps,
  distanceWords,
  formatChange,
  formatPercent,
  formatPrice,
} from '@/domain/trigger-price.ts';
import { formatDay } from '@/lib/time.ts';
import type { Prices } from './form-levels.ts';
import type { FormKind } from './form-state.ts';

export interface SentenceFacts {
  kind: FormKind;
  side: 'sell' | 'buy';
  condition: 'above' | 'below';
  /** The token whose price is waited for, and what it is traded against. */
  token: { symbol: string; decimals: number };
  cash: { symbol: string; decimals: number };
  amount: bigint;
  prices: Prices;
  trailBps: bigint | undefined;
  now: PicoUsd | null | undefined;
  expiresAt: number;
}

const MANY_DECIMALS = 9;
const amountOf = (amount: bigint, decimals: number): string =>
  formatToken(amount, decimals, MANY_DECIMALS)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

const bracketed = (text: string): string => (text === '' ? '' : ` (${text})`);

function moves(up: boolean, price: PicoUsd, distance: string): string {
  return `${up ? 'rises above' : 'falls below'} ${formatPrice(price, true)}${bracketed(distance)}`;
}

const fromEntry = (entry: PicoUsd, price: PicoUsd): string => {
  const bps = changeBps(entry, price);
  return bps === undefined ? '' : `${formatChange(bps)} from the entry`;
};

/** The order in words: "Sell 2 SOL for USDC when SOL falls below $76.37 (−10.0 % from now), until 3 Oct". */
export function orderSentence(facts: SentenceFacts): string | null {
  const { kind, side, condition, token, cash, amount, prices, trailBps, now } = facts;
  const { trigger, tp, sl } = prices;
  const name = token.symbol;
  const until = `until ${formatDay(facts.expiresAt)}`;
  const trade =
    side === 'sell'
      ? `Sell ${amountOf(amount, token.decimals)} ${name} for ${cash.symbol}`
      : `Buy ${name} for ${amountOf(amount, cash.decimals)} ${cash.symbol}`;
  switch (kind) {
    case 'single':
      if (trigger === undefined) return null;
      return `${trade} when ${name} ${moves(condition === 'above', trigger, distanceWords(now, trigger))}, ${until}`;
    case 'trailing':
      if (trailBps === undefined) return null;
      return side === 'sell'
        ? `${trade} when ${name} falls ${formatPercent(trailBps)} below its highest price from now on, ${until}`
        : `${trade} when ${name} rises ${formatPercent(trailBps)} above its lowest price from now on, ${until}`;
    case 'oco':
      if (tp === undefined || sl === undefined) return null;
      return `${trade} when ${name} ${moves(true, tp, distanceWords(now, tp))} to take the profit, or ${moves(false, sl, distanceWords(now, sl))} to stop the loss, whichever comes first, ${until}`;
    case 'otoco':
      if (trigger === undefined || tp === undefined || sl === undefined) return null;
      return `${trade} when ${name} ${moves(condition === 'above', trigger, distanceWords(now, trigger))}. Then sell what was bought when ${name} ${moves(true, tp, fromEntry(trigger, tp))} or ${moves(false, sl, fromEntry(trigger, sl))}. All ${until}`;
  }
}
