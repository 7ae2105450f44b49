import type { TriggerOrderWire } from '@contract/triggers/order.ts';
import { picoNumber } from '@contract/triggers/price.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';

const priceOf = (price: bigint | null): number | null => (price === null ? null : picoNumber(price));
const HUNDREDTHS = 10_000n;

/** An order of the second version as it travels. */
export function triggerOrderWire(row: TriggerOrderRow): TriggerOrderWire {
  const used = row.initialInput - row.remainingInput;
  const mark = priceOf(row.mark);
  return {
    id: row.id,
    orderType: row.orderType,
    orderState: row.state,
    rawState: row.rawState,
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
    fillPercent: Number((used * HUNDREDTHS) / row.initialInput) / 100,
    parentOrderId: row.parentId,
    events: row.events,
  };
}
