import type { CreatePriceOrderBody } from '@contract/triggers/order.ts';
import { AUTO_SLIPPAGE_BPS, MAX_LIFE_MS, URGENT_SLIPPAGE_BPS } from '@contract/triggers/order.ts';
import { invalidParam } from '../../common/errors.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';

/** When and how an order is to be executed. */
export type Terms = Pick<
  TriggerOrderRow,
  | 'condition'
  | 'triggerPrice'
  | 'trailingBps'
  | 'slippageBps'
  | 'tpPrice'
  | 'slPrice'
  | 'tpSlippageBps'
  | 'slSlippageBps'
>;
type Fields = Pick<
  CreatePriceOrderBody,
  | 'triggerCondition'
  | 'triggerPriceUsd'
  | 'trailingBps'
  | 'slippageBps'
  | 'tpPriceUsd'
  | 'slPriceUsd'
  | 'tpSlippageBps'
  | 'slSlippageBps'
>;
interface Pair {
  inputMint: string;
  outputMint: string;
  triggerMint: string;
}

const given = (value: unknown): boolean => value !== undefined && value !== null;

function refuseGiven(fields: Fields, names: readonly (keyof Fields)[], kind: string): void {
  for (const name of names) {
    if (given(fields[name])) throw invalidParam(name, `${name} has no meaning for an order of type ${kind}`);
  }
}

/** Selling into strength or buying a dip can wait for its price; a stop or a breakout cannot. */
function defaultSlippage(condition: 'above' | 'below', { inputMint, triggerMint }: Pair): number {
  const sells = triggerMint === inputMint;
  return sells === (condition === 'above') ? AUTO_SLIPPAGE_BPS : URGENT_SLIPPAGE_BPS;
}

function singleTerms(fields: Fields, pair: Pair) {
  const { triggerCondition: condition, triggerPriceUsd: price, trailingBps } = fields;
  if (condition === undefined || condition === null) {
    throw invalidParam('triggerCondition', 'triggerCondition is required');
  }
  if (given(price) === given(trailingBps)) {
    throw invalidParam('triggerPriceUsd', 'give exactly one of triggerPriceUsd and trailingBps');
  }
  const followed = condition === 'below' ? pair.inputMint : pair.outputMint;
  if (given(trailingBps) && pair.triggerMint !== followed) {
    const side = condition === 'below' ? 'inputMint' : 'outputMint';
    throw invalidParam(
      'triggerMint',
      `triggerMint must be the ${side} of a trailing order that fires ${condition}`,
    );
  }
  return {
    condition,
    triggerPrice: price ?? null,
    trailingBps: trailingBps ?? null,
    slippageBps: fields.slippageBps ?? defaultSlippage(condition, pair),
  };
}

function pairTerms({ tpPriceUsd: tp, slPriceUsd: sl, tpSlippageBps, slSlippageBps }: Fields) {
  if (tp === undefined || tp === null) throw invalidParam('tpPriceUsd', 'tpPriceUsd is required');
  if (sl === undefined || sl === null) throw invalidParam('slPriceUsd', 'slPriceUsd is required');
  if (tp <= sl) throw invalidParam('tpPriceUsd', 'tpPriceUsd must be above slPriceUsd');
  return {
    tpPrice: tp,
    slPrice: sl,
    tpSlippageBps: tpSlippageBps ?? AUTO_SLIPPAGE_BPS,
    slSlippageBps: slSlippageBps ?? URGENT_SLIPPAGE_BPS,
  };
}

const NO_SINGLE = { condition: null, triggerPrice: null, trailingBps: null, slippageBps: null };
const NO_PAIR = { tpPrice: null, slPrice: null, tpSlippageBps: null, slSlippageBps: null };
/** An order that waits for nothing yet. */
export const NO_TERMS: Terms = { ...NO_SINGLE, ...NO_PAIR };

/** The terms of a new order, defaults filled in. @throws ServiceError `invalid` naming the first field at fault. */
export function termsOf(orderType: 'single' | 'oco' | 'otoco', fields: Fields, pair: Pair): Terms {
  switch (orderType) {
    case 'single':
      refuseGiven(fields, ['tpPriceUsd', 'slPriceUsd', 'tpSlippageBps', 'slSlippageBps'], orderType);
      return { ...singleTerms(fields, pair), ...NO_PAIR };
    case 'oco':
      refuseGiven(fields, ['triggerPriceUsd', 'trailingBps', 'slippageBps'], orderType);
      return { ...NO_SINGLE, ...pairTerms(fields) };
    default:
      return { ...singleTerms(fields, pair), ...pairTerms(fields) };
  }
}

/** The terms of an order after a change; what the change does not name stays. @throws ServiceError `invalid`. */
export function changedTerms(row: TriggerOrderRow, changes: Omit<Fields, 'triggerCondition'>): Terms {
  if (row.orderType === 'v1')
    throw invalidParam('orderType', 'orders of the first version cannot be changed');
  if (row.trailingBps === null && given(changes.trailingBps)) {
    throw invalidParam('trailingBps', 'trailingBps has no meaning for an order that does not trail');
  }
  if (row.trailingBps !== null && given(changes.triggerPriceUsd)) {
    throw invalidParam('triggerPriceUsd', 'triggerPriceUsd has no meaning for an order that trails');
  }
  const keep = <T>(changed: T | null | undefined, before: T | null): T | null => changed ?? before;
  const fields = {
    triggerCondition: row.condition,
    triggerPriceUsd: keep<bigint>(changes.triggerPriceUsd, row.triggerPrice) as Fields['triggerPriceUsd'],
    trailingBps: keep(changes.trailingBps, row.trailingBps),
    slippageBps: keep(changes.slippageBps, row.slippageBps),
    tpPriceUsd: keep<bigint>(changes.tpPriceUsd, row.tpPrice) as Fields['tpPriceUsd'],
    slPriceUsd: keep<bigint>(changes.slPriceUsd, row.slPrice) as Fields['slPriceUsd'],
    tpSlippageBps: keep(changes.tpSlippageBps, row.tpSlippageBps),
    slSlippageBps: keep(changes.slSlippageBps, row.slSlippageBps),
  };
  return termsOf(row.orderType, fields, row);
}

/** Why the deposit of an order does not land that would be over by then. */
export const TIME_IS_OVER = 'The time of this order is over.';

/** @throws ServiceError `invalid` naming `field` for an instant that has passed, or lies too far ahead. */
export function requireExpiry(expiresAt: number, now: number, field = 'expiresAt'): void {
  if (expiresAt <= now) throw invalidParam(field, `${field} must be in the future`);
  if (expiresAt > now + MAX_LIFE_MS) throw invalidParam(field, `${field} must be within 366 days`);
}

/**
 * When the pair of an entry expires that is whole now: as long after this as its entry was given. With the entry's own
 * expiry, one that is whole in its last moment, or after it, would leave what it has bought without a stop.
 */
export const pairExpiry = (entry: Pick<TriggerOrderRow, 'createdAt' | 'expiresAt'>, now: number): number =>
  now + Math.min(entry.expiresAt - entry.createdAt, MAX_LIFE_MS);
