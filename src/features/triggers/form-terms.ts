import type { Pubkey } from '@contract/ids.ts';
import { AUTO_SLIPPAGE_BPS, URGENT_SLIPPAGE_BPS } from '@contract/triggers/order.ts';
import { priceText } from '@/domain/trigger-price.ts';
import type { TriggerOrderTerms as OrderTerms } from '@/orders/deposit-intent.ts';
import { type Prices, parsePercent } from './form-levels.ts';
import { type FormState, LEVELS_OF, type LevelId } from './form-state.ts';

export interface TokenFacts {
  mint: Pubkey;
  symbol: string;
  name: string;
  decimals: number;
}

/** What is asked of the service, once nothing is missing. */
export interface OrderDraft {
  input: TokenFacts;
  output: TokenFacts;
  amount: bigint;
  isNative: boolean;
  terms: OrderTerms;
}

/** Whose slippage can be set. */
export const SLIPPAGE_OF: Record<FormState['kind'], readonly LevelId[]> = {
  ...LEVELS_OF,
  trailing: ['trigger'],
};

/** Leaving a loss or chasing a breakout cannot wait for its price; taking a gain or buying a dip can. */
export function defaultSlippage(id: LevelId, { kind, side, condition }: FormState): bigint {
  const fires = kind === 'trailing' ? (side === 'sell' ? 'below' : 'above') : condition;
  const patient = id === 'tp' || (id === 'trigger' && (side === 'sell') === (fires === 'above'));
  return BigInt(patient ? AUTO_SLIPPAGE_BPS : URGENT_SLIPPAGE_BPS);
}

const MAX_SLIPPAGE_BPS = 10_000n;

/** The slippage that will hold at each level, default or typed, in basis points. */
export function slippageOf(state: FormState): { bps: Partial<Record<LevelId, bigint>>; invalid: boolean } {
  const bps: Partial<Record<LevelId, bigint>> = {};
  let invalid = false;
  for (const id of SLIPPAGE_OF[state.kind]) {
    const text = state.slippage[id];
    const typed = text === '' ? defaultSlippage(id, state) : parsePercent(text);
    if (typed === undefined || typed > MAX_SLIPPAGE_BPS) invalid = true;
    else bps[id] = typed;
  }
  return { bps, invalid };
}

/** The order in the words of the service. */
export function termsOf(
  state: FormState,
  prices: Prices,
  trail: bigint | undefined,
  mints: Pick<OrderTerms, 'inputMint' | 'outputMint' | 'triggerMint' | 'inputAmount' | 'expiresAt'>,
): OrderTerms {
  const typed = (id: LevelId): number | undefined => {
    const bps = state.slippage[id] === '' ? undefined : parsePercent(state.slippage[id]);
    return bps === undefined ? undefined : Number(bps);
  };
  const slippage = (name: 'slippageBps' | 'tpSlippageBps' | 'slSlippageBps', id: LevelId) => {
    const bps = typed(id);
    return bps === undefined ? {} : { [name]: bps };
  };
  const text = (id: LevelId): string => priceText(prices[id] ?? 0n);
  const entry = {
    triggerCondition: state.condition,
    triggerPriceUsd: text('trigger'),
    ...slippage('slippageBps', 'trigger'),
  };
  const pair = {
    tpPriceUsd: text('tp'),
    slPriceUsd: text('sl'),
    ...slippage('tpSlippageBps', 'tp'),
    ...slippage('slSlippageBps', 'sl'),
  };
  switch (state.kind) {
    case 'single':
      return { orderType: 'single', ...mints, ...entry };
    case 'trailing':
      return {
        orderType: 'single',
        ...mints,
        triggerCondition: state.side === 'sell' ? 'below' : 'above',
        trailingBps: Number(trail ?? 0n),
        ...slippage('slippageBps', 'trigger'),
      };
    case 'oco':
      return { orderType: 'oco', ...mints, ...pair };
    case 'otoco':
      return { orderType: 'otoco', ...mints, ...entry, ...pair };
  }
}
