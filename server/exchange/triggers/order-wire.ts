import type { TriggerEventWire, TriggerOrderWire } from '@contract/triggers/order.ts';
import { picoNumber } from '@contract/triggers/price.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';
import { READY } from './states.ts';

const priceOf = (price: bigint | null): number | null => (price === null ? null : picoNumber(price));
const MILLIONTHS = 1_000_000n;

type Context = 'take_profit' | 'stop_loss' | 'buy_above' | 'buy_below';
const LEGS: Readonly<Record<'tp' | 'sl', Context>> = { tp: 'take_profit', sl: 'stop_loss' };

/** What a fill of an order means to its owner: a gain taken, a loss stopped, or a purchase above or below a price. */
function contextOf({ condition, triggerMint, inputMint }: TriggerOrderRow): Context | null {
  if (condition === null) return null;
  if (triggerMint !== inputMint) return condition === 'above' ? 'buy_above' : 'buy_below';
  return condition === 'above' ? 'take_profit' : 'stop_loss';
}

/** Everything that is written down has happened, unless it says that it failed. Older lines say how the order stood. */
const eventState = (state: string): string => (state === 'failed' ? state : 'success');

function eventWire(row: TriggerOrderRow, event: TriggerEventWire): TriggerEventWire {
  const { type, orderContext: leg } = event;
  const told = leg === 'tp' || leg === 'sl' ? LEGS[leg] : type === 'fill' ? contextOf(row) : null;
  return {
    ...event,
    state: eventState(event.state ?? ''),
    orderContext: type === 'fill' || type === 'cancelled' ? told : null,
  };
}

/** As they were written before they had the words of the documentation. */
const RAW_STATES: Readonly<Record<string, string>> = {
  filled: 'fill_success',
  pending_withdraw: READY,
  no_price: 'fill_failed',
  no_output: 'fill_failed',
  no_liquidity: 'fill_failed',
};

/** An order of the second version as it travels, in the words of the platform's documentation. */
export function triggerOrderWire(row: TriggerOrderRow): TriggerOrderWire {
  const used = row.initialInput - row.remainingInput;
  const mark = priceOf(row.mark);
  return {
    id: row.id,
    orderType: row.orderType,
    orderState: row.rawState === READY ? 'pending_withdraw' : row.state,
    rawState: RAW_STATES[row.rawState] ?? row.rawState,
    userPubkey: row.owner,
    vaultPubkey: row.vault,
    inputMint: row.inputMint,
    initialInputAmount: row.initialInput.toString(),
    remainingInputAmount: row.remainingInput.toString(),
    outputMint: row.outputMint,
    triggerMint: row.triggerMint,
    triggerCondition: row.condition,
    triggerPriceUsd: priceOf(row.triggerPrice),
    slippageBps: row.slippageBps,
    tpPriceUsd: priceOf(row.tpPrice),
    slPriceUsd: priceOf(row.slPrice),
    tpSlippageBps: row.tpSlippageBps,
    slSlippageBps: row.slSlippageBps,
    trailingBps: row.trailingBps,
    highWatermark: row.condition === 'below' ? mark : null,
    lowWatermark: row.condition === 'above' ? mark : null,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    triggeredAt: row.triggeredAt,
    outputAmount: row.output > 0n ? row.output.toString() : null,
    inputUsed: used > 0n ? used.toString() : null,
    fillPercent: Number((used * MILLIONTHS) / row.initialInput) / 1e6,
    parentOrderId: row.parentId,
    events: row.events.map((event) => eventWire(row, event)),
  };
}
