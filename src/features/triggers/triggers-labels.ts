import type { Pubkey } from '@contract/ids.ts';
import { formatToken, numberForm } from '@contract/money.ts';
import type { PicoUsd } from '@contract/triggers/price.ts';
import type { TriggerOrder } from '@/api/triggers.queries.ts';
import {
  changeBps,
  distanceWords,
  formatChange,
  formatChangeFixed,
  formatPartOf,
  formatPercent,
  formatPrice,
} from '@/domain/trigger-price.ts';
import { formatDay } from '@/lib/time.ts';
import type { Asset } from '@/orders/terms.ts';
import type { Tone } from '@/ui/pill.tsx';
import type { FormKind, LevelId } from './form-state.ts';
import type { Prices } from './form-terms.ts';
import { hasFired, type TriggerPoint } from './orders-rows.ts';
import type { Session } from './session.ts';

/** What of a token the lists of orders show; undefined for one that is not known. */
export type TokenOf = (mint: Pubkey) => { symbol: string; decimals: number } | undefined;

export const symbolOf = (tokenOf: TokenOf, mint: Pubkey): string =>
  tokenOf(mint)?.symbol ?? `${mint.slice(0, 4)}…`;

/** Why what only its owner sees is not on show. `what`: "your orders". */
export function unseenTitle(what: string, session: Session['state']): string {
  if (session === 'no-wallet') return `Connect a wallet to see ${what}`;
  if (session === 'cannot-sign') return `A watch-only wallet cannot sign in to see ${what}`;
  return `Sign in to see ${what}`;
}

/** A figure that is shown, without zeros at the end of its decimals. */
function withoutZeros(text: string): string {
  const { decimal } = numberForm();
  const at = text.lastIndexOf(decimal);
  if (at < 0) return text;
  const fraction = text.slice(at + 1).replace(/0+$/, '');
  return text.slice(0, at) + (fraction === '' ? '' : decimal + fraction);
}

/**
 * An amount of a token to four decimals, where it is less than one to six. One that would be nothing there has all it
 * has: of a token that costs a million a millionth is a dollar.
 */
export function balanceText(amount: bigint, decimals: number): string {
  const one = 10n ** BigInt(decimals);
  const shown = amount === 0n || amount >= one ? 4 : amount * 1_000_000n >= one ? 6 : decimals;
  return formatToken(amount, decimals, shown);
}

/** "2 SOL"; raw units of a token that is not known are not passed off as an amount. */
export function amountText(tokenOf: TokenOf, mint: Pubkey, amount: bigint): string {
  const token = tokenOf(mint);
  if (!token) return `${amount} units of ${mint.slice(0, 4)}…`;
  return `${withoutZeros(balanceText(amount, token.decimals))} ${token.symbol}`;
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
export function kindLabel({
  orderType,
  trailingBps,
  parentOrderId,
}: Pick<TriggerOrder, 'orderType' | 'trailingBps' | 'parentOrderId'>): string {
  if (orderType === 'oco') return parentOrderId === null ? 'TP / SL' : 'Bracket';
  if (orderType === 'otoco') return 'Entry with bracket';
  return trailingBps === null ? 'Single' : `Trailing ${formatPercent(BigInt(trailingBps))}`;
}

/** "−10.00 %" from the price now, and "$8.49 away"; null while the price is unknown. */
export function distanceOf(
  now: bigint | null | undefined,
  point: Pick<TriggerPoint, 'fires' | 'price'>,
): { change: string; away: string } | null {
  if (now === null || now === undefined) return null;
  const bps = changeBps(now, point.price);
  if (bps === undefined) return null;
  const change = formatChangeFixed(bps);
  if (hasFired(point, now)) return { change, away: 'reached' };
  const gap = point.price > now ? point.price - now : now - point.price;
  return { change, away: `${formatPartOf(now, gap)} away` };
}

/** State of an order, in words. */
export function stateLabel({ orderState, rawState }: Pick<TriggerOrder, 'orderState' | 'rawState'>): {
  text: string;
  tone: Tone;
} {
  switch (orderState) {
    case 'pending':
      return { text: 'Deposit pending', tone: 'neutral' };
    case 'open':
      return { text: 'Open', tone: 'accent' };
    case 'executing':
      return rawState === 'stopping'
        ? { text: 'Stopping', tone: 'warn' }
        : { text: rawState === 'partial_fill_success' ? 'Partly filled' : 'Executing', tone: 'accent' };
    case 'pending_withdraw':
      return { text: 'Withdrawal not signed', tone: 'warn' };
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

export const assetsText = (assets: readonly Asset[] | null, tokenOf: TokenOf): string =>
  assets?.map(({ mint, amount }) => amountText(tokenOf, mint, amount)).join(' and ') ??
  'an amount that the service does not tell';

/** The two that a pair is made of. */
const LEGS: ReadonlyMap<string, string> = new Map([
  ['take_profit', 'Take profit'],
  ['stop_loss', 'Stop loss'],
]);

/** What an event of an order says. */
export function eventLabel(event: TriggerOrder['events'][number], tokenOf: TokenOf): string {
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
      return amount === null ? `${purpose}Filled` : `${purpose}Filled ${amount}${got}`;
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

interface SentenceFacts {
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

const exactAmount = (amount: bigint, decimals: number): string =>
  withoutZeros(formatToken(amount, decimals, decimals));

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
      ? `Sell ${exactAmount(amount, token.decimals)} ${name} for ${cash.symbol}`
      : `Buy ${name} for ${exactAmount(amount, cash.decimals)} ${cash.symbol}`;
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
      return `${trade} when ${name} ${moves(condition === 'above', trigger, distanceWords(now, trigger))}, ${until}. Then sell what was bought when ${name} ${moves(true, tp, fromEntry(trigger, tp))} or ${moves(false, sl, fromEntry(trigger, sl))}. That pair has an expiry of its own`;
  }
}

/** Slippage above this deserves a word, in basis points. */
const MUCH_SLIPPAGE_BPS = 500n;
/** A trigger further away than this is more likely a slip of the finger. */
const FAR_FACTOR = 10n;

interface WarningFacts {
  kind: FormKind;
  side: 'sell' | 'buy';
  condition: 'above' | 'below';
  symbol: string;
  prices: Prices;
  now: PicoUsd | null | undefined;
  /** What will hold for each level that matters. */
  slippage: Partial<Record<LevelId, bigint>>;
}

const NAMES: Record<LevelId, string> = { trigger: 'order', tp: 'take-profit', sl: 'stop-loss' };

function atOnce({ kind, side, condition, symbol, prices }: WarningFacts, now: PicoUsd): string[] {
  const { trigger, tp, sl } = prices;
  const verb = side === 'sell' ? 'sells' : 'buys';
  if (kind === 'oco') {
    return [
      ...(tp !== undefined && tp <= now
        ? [`The take-profit is on the wrong side: ${symbol} is above it already, so it sells at once.`]
        : []),
      ...(sl !== undefined && sl >= now
        ? [`The stop-loss is on the wrong side: ${symbol} is below it already, so it sells at once.`]
        : []),
    ];
  }
  if (kind === 'trailing' || trigger === undefined) return [];
  const fires = condition === 'above' ? trigger <= now : trigger >= now;
  return fires ? [`${symbol} is ${condition} that price already: the order ${verb} at once.`] : [];
}

function brackets({ kind, prices }: WarningFacts): string[] {
  const { trigger, tp, sl } = prices;
  if (kind !== 'otoco' || trigger === undefined) return [];
  return [
    ...(tp !== undefined && tp <= trigger
      ? ['The take-profit is on the wrong side of the entry: it sells as soon as the entry has filled.']
      : []),
    ...(sl !== undefined && sl >= trigger
      ? ['The stop-loss is on the wrong side of the entry: it sells as soon as the entry has filled.']
      : []),
  ];
}

interface OrderWarning {
  text: string;
  /** Most likely a mistake, as slippage is not. */
  grave: boolean;
}

/** What a person should know before signing: the service does not judge whether a price makes sense. */
export function orderWarnings(facts: WarningFacts): OrderWarning[] {
  const { now, prices, slippage, kind } = facts;
  const mistakes = now ? atOnce(facts, now) : ['The price is not known now: it may trigger at once.'];
  mistakes.push(...brackets(facts));
  if (now && kind !== 'trailing') {
    const far = Object.values(prices).some(
      (price) => price !== undefined && (price > now * FAR_FACTOR || price * FAR_FACTOR < now),
    );
    if (far) mistakes.push('A price is more than ten times away from the market: check its digits.');
  }
  const slipping = (['trigger', 'tp', 'sl'] as const).flatMap((id) => {
    const bps = slippage[id];
    if (bps === undefined || bps <= MUCH_SLIPPAGE_BPS) return [];
    return `The ${NAMES[id]} may fill up to ${formatPercent(bps)} worse than the market.`;
  });
  return [
    ...mistakes.map((text) => ({ text, grave: true })),
    ...slipping.map((text) => ({ text, grave: false })),
  ];
}
