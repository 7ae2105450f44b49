import type { TriggerEventWire, TriggerOrderWire } from '@contract/triggers/order.ts';
import { picoNumber } from '@contract/triggers/price.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';

const priceOf = (price: bigint | null): number | null => (price === null ? null : picoNumber(price));
const SHARES = 10_000n;

/** How far an order is filled: 1 is whole. */
const shareOf = (used: bigint, whole: bigint): number => Number((used * SHARES) / whole) / Number(SHARES);

/** The raw state that an order ends with; on its way there it is as stored. */
const RAW_STATES: { readonly [State in TriggerOrderRow['state']]?: string } = {
  filled: 'fill_success',
  failed: 'fill_failed',
};

type Context = 'take_profit' | 'stop_loss' | 'buy_above' | 'buy_below';

/** What an order is for: it sells what its price is about, or buys it. Null for a leg that is not known. */
function contextOf(
  { condition, inputMint, triggerMint }: TriggerOrderRow,
  leg: string | null,
): Context | null {
  if (leg !== null) return leg === 'tp' ? 'take_profit' : 'stop_loss';
  if (condition === null) return null;
  const sells = triggerMint === inputMint;
  if (condition === 'above') return sells ? 'take_profit' : 'buy_above';
  return sells ? 'stop_loss' : 'buy_below';
}

/** What happened, as it travels. All that is written down has succeeded; stored ones name the leg of a pair. */
function eventWire(row: TriggerOrderRow, event: TriggerEventWire): TriggerEventWire {
  const leg = event.orderContext ?? null;
  const orderContext = leg !== null || event.type === 'fill' ? contextOf(row, leg) : null;
  return { ...event, state: 'success', orderContext };
}

/** An order of the second version as it travels. */
export function triggerOrderWire(row: TriggerOrderRow): TriggerOrderWire {
  const used = row.initialInput - row.remainingInput;
  const mark = priceOf(row.mark);
  return {
    id: row.id,
    orderType: row.orderType,
    orderState: row.state,
    rawState: RAW_STATES[row.state] ?? row.rawState,
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
    fillPercent: shareOf(used, row.initialInput),
    parentOrderId: row.parentId,
    events: row.events.map((event) => eventWire(row, event)),
  };
}
