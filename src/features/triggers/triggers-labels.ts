import type { Pubkey } from '@contract/ids.ts';
import { formatToken, maxBig, tokenAmount } from '@contract/money.ts';
import { type PicoUsd, picoUsd } from '@contract/triggers/price.ts';
import type { TriggerOrder } from '@/api/triggers.queries.ts';
import { BPS, changeBps, formatChange, formatPercent, formatPrice } from '@/domain/trigger-price.ts';
import type { Asset } from '@/orders/terms.ts';
import type { Tone } from '@/ui/pill.tsx';

/** What of a token the lists of orders show; undefined for one that is not known. */
export type TokenOf = (mint: Pubkey) => { symbol: string; decimals: number } | undefined;

export type OrderTerms = Pick<
  TriggerOrder,
  | 'orderType'
  | 'inputMint'
  | 'outputMint'
  | 'triggerMint'
  | 'triggerCondition'
  | 'triggerPriceUsd'
  | 'tpPriceUsd'
  | 'slPriceUsd'
  | 'trailingBps'
  | 'highWatermark'
  | 'lowWatermark'
>;

export const symbolOf = (tokenOf: TokenOf, mint: Pubkey): string =>
  tokenOf(mint)?.symbol ?? `${mint.slice(0, 4)}…`;

/** "2 SOL"; raw units of a token that is not known are not passed off as an amount. */
export function amountText(tokenOf: TokenOf, mint: Pubkey, amount: bigint): string {
  const token = tokenOf(mint);
  if (!token) return `${amount} units of ${mint.slice(0, 4)}…`;
  const text = formatToken(amount, token.decimals, amount < 10n ** BigInt(token.decimals) ? 6 : 4);
  return `${text.includes('.') ? text.replace(/\.?0+$/, '') : text} ${token.symbol}`;
}

/** "Sell 2 SOL for USDC" where the price followed is of what is given, "Buy SOL with 100 USDC" else. */
export function orderTitle(
  order: Pick<TriggerOrder, 'inputMint' | 'outputMint' | 'triggerMint' | 'initialInputAmount'>,
  tokenOf: TokenOf,
): string {
  const given = amountText(tokenOf, order.inputMint, order.initialInputAmount);
  const wanted = symbolOf(tokenOf, order.outputMint);
  return order.triggerMint === order.inputMint
    ? `Sell ${given} for ${wanted}`
    : `Buy ${wanted} with ${given}`;
}

/** Kind of the order in two or three words. */
export function kindWords({
  orderType,
  trailingBps,
  parentOrderId,
}: Pick<TriggerOrder, 'orderType' | 'trailingBps' | 'parentOrderId'>): string {
  if (orderType === 'oco') return parentOrderId === null ? 'Pair' : 'Bracket';
  if (orderType === 'otoco') return 'Entry with bracket';
  return trailingBps === null ? 'Single' : `Trailing ${formatPercent(BigInt(trailingBps))}`;
}

/** A price at which something happens to an order. */
export interface TriggerPoint {
  id: 'trigger' | 'tp' | 'sl';
  label: string;
  fires: 'above' | 'below';
  price: PicoUsd;
  /** Follows the best price seen, and so moves by itself. */
  trails: boolean;
  /** Of the pair that comes after an entry: not watched yet. */
  later: boolean;
}

/** Where a trailing order fires now: so far from the best price it has seen; null while it has seen none. */
export function trailingPrice({
  triggerCondition,
  trailingBps,
  highWatermark,
  lowWatermark,
}: Pick<OrderTerms, 'triggerCondition' | 'trailingBps' | 'highWatermark' | 'lowWatermark'>): PicoUsd | null {
  if (trailingBps === null) return null;
  const away = BigInt(trailingBps);
  if (triggerCondition === 'above') {
    return lowWatermark === null ? null : picoUsd((lowWatermark * (BPS + away)) / BPS);
  }
  return highWatermark === null ? null : picoUsd((highWatermark * (BPS - away)) / BPS);
}

/** All prices an order watches or will watch, the next one first. */
export function triggerPoints(order: OrderTerms): TriggerPoint[] {
  const points: TriggerPoint[] = [];
  const fires = order.triggerCondition === 'above' ? 'above' : 'below';
  const single = order.triggerPriceUsd ?? trailingPrice(order);
  if (single !== null) {
    points.push({
      id: 'trigger',
      label: order.orderType === 'otoco' ? 'Entry' : order.trailingBps === null ? 'Trigger' : 'Trails at',
      fires,
      price: single,
      trails: order.trailingBps !== null,
      later: false,
    });
  }
  const later = order.orderType === 'otoco';
  if (order.tpPriceUsd !== null) {
    const price = order.tpPriceUsd;
    points.push({ id: 'tp', label: 'Take profit', fires: 'above', price, trails: false, later });
  }
  if (order.slPriceUsd !== null) {
    const price = order.slPriceUsd;
    points.push({ id: 'sl', label: 'Stop loss', fires: 'below', price, trails: false, later });
  }
  return points;
}

/** Whether a price is on the side where the point fires. */
export const hasFired = ({ fires, price }: Pick<TriggerPoint, 'fires' | 'price'>, now: bigint): boolean =>
  fires === 'above' ? now >= price : now <= price;

/** "−10.0 %" from the price now, and "$8.49 away"; null while the price is unknown. */
export function distanceOf(
  now: bigint | null | undefined,
  point: Pick<TriggerPoint, 'fires' | 'price'>,
): { change: string; away: string } | null {
  if (now === null || now === undefined) return null;
  const bps = changeBps(now, point.price);
  if (bps === undefined) return null;
  if (hasFired(point, now)) return { change: formatChange(bps), away: 'reached' };
  const gap = point.price > now ? point.price - now : now - point.price;
  return { change: formatChange(bps), away: `${formatPrice(gap)} away` };
}

/** State of an order, in words. */
export function stateWords({ orderState, rawState }: Pick<TriggerOrder, 'orderState' | 'rawState'>): {
  text: string;
  tone: Tone;
} {
  switch (orderState) {
    case 'pending':
      return { text: 'Deposit landing', tone: 'neutral' };
    case 'open':
      return { text: 'Watching', tone: 'accent' };
    case 'executing':
      return rawState === 'stopping'
        ? { text: 'Stopping', tone: 'warn' }
        : { text: rawState === 'partial_fill_success' ? 'Partly filled' : 'Executing', tone: 'accent' };
    case 'pending_withdraw':
      return { text: 'Withdrawal unsigned', tone: 'warn' };
    case 'filled':
      return { text: 'Filled', tone: 'yes' };
    case 'expired':
      return { text: 'Expired', tone: 'neutral' };
    case 'cancelled':
      return { text: 'Cancelled', tone: 'neutral' };
    case 'failed':
      return { text: 'Failed', tone: 'no' };
    default:
      return { text: orderState, tone: 'neutral' };
  }
}

/**
 * What an order has left in its vault: the rest of its deposit, and what an entry has bought so far, which stays there
 * until the entry is whole. All other fills are paid out as they happen.
 */
export function assetsOf(
  order: Pick<
    TriggerOrder,
    | 'orderType'
    | 'orderState'
    | 'inputMint'
    | 'outputMint'
    | 'remainingInputAmount'
    | 'outputAmount'
    | 'events'
  >,
): Asset[] {
  if (order.orderState === 'filled' || order.orderState === 'cancelled') return [];
  const paidOut = order.events
    .filter(({ type, mint }) => type === 'withdrawal' && mint === order.outputMint)
    .reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
  const held = order.orderType === 'otoco' ? maxBig((order.outputAmount ?? 0n) - paidOut, 0n) : 0n;
  return [
    { mint: order.inputMint, amount: order.remainingInputAmount },
    { mint: order.outputMint, amount: tokenAmount(held) },
  ].filter(({ amount }) => amount > 0n);
}

export const assetsText = (assets: readonly Asset[], tokenOf: TokenOf): string =>
  assets.map(({ mint, amount }) => amountText(tokenOf, mint, amount)).join(' and ');

/** Whether an order has ended with funds still in the vault: they wait there until their owner withdraws them. */
export const isStranded = (order: Parameters<typeof assetsOf>[0]): boolean =>
  (order.orderState === 'expired' || order.orderState === 'failed') && assetsOf(order).length > 0;

/** The two that a pair is made of. */
const LEGS: ReadonlyMap<string, string> = new Map([
  ['take_profit', 'Take profit'],
  ['stop_loss', 'Stop loss'],
]);

/** What an event of an order says. */
export function eventWords(event: TriggerOrder['events'][number], tokenOf: TokenOf): string {
  const amount =
    event.mint !== null && event.amount !== null ? amountText(tokenOf, event.mint, event.amount) : null;
  switch (event.type) {
    case 'deposit':
      return amount === null ? 'Deposited' : `Deposited ${amount}`;
    case 'fill': {
      const leg = LEGS.get(event.orderContext ?? '');
      const purpose = leg === undefined ? '' : `${leg}: `;
      const got =
        event.outputMint !== null && event.outputAmount !== null
          ? ` for ${amountText(tokenOf, event.outputMint, event.outputAmount)}`
          : '';
      return amount === null ? `${purpose}Filled` : `${purpose}Gave ${amount}${got}`;
    }
    case 'withdrawal':
      return amount === null ? 'Paid to your wallet' : `${amount} to your wallet`;
    case 'cancelled': {
      const leg = LEGS.get(event.orderContext ?? '');
      return leg === undefined ? 'Cancelled' : `${leg} cancelled by the other`;
    }
    case 'expired':
      return 'Expired';
    default:
      return event.type;
  }
}
