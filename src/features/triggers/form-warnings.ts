import type { PicoUsd } from '@contract/triggers/price.ts';
import { formatPercent } from '@/domain/trigger-price.ts';
import type { Prices } from './form-levels.ts';
import type { FormKind, LevelId } from './form-state.ts';

/** Slippage above this deserves a word, in basis points. */
const MUCH_SLIPPAGE_BPS = 500n;
/** A trigger further away than this is more likely a slip of the finger. */
const FAR_FACTOR = 10n;

export interface WarningFacts {
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

/** What a person should know before signing: the service does not judge whether a price makes sense. */
export function orderWarnings(facts: WarningFacts): string[] {
  const { now, prices, slippage, kind } = facts;
  const warnings = now
    ? atOnce(facts, now)
    : ['The price is not known now: whether it triggers at once cannot be told.'];
  warnings.push(...brackets(facts));
  if (now && kind !== 'trailing') {
    const far = Object.values(prices).some(
      (price) => price !== undefined && (price > now * FAR_FACTOR || price * FAR_FACTOR < now),
    );
    if (far) warnings.push('A price is more than ten times away from the market: check its digits.');
  }
  for (const id of ['trigger', 'tp', 'sl'] as const) {
    const bps = slippage[id];
    if (bps === undefined || bps <= MUCH_SLIPPAGE_BPS) continue;
    warnings.push(`The ${NAMES[id]} may fill up to ${formatPercent(bps)} worse than the market.`);
  }
  return warnings;
}
