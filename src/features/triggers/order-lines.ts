import type { Pubkey } from '@contract/ids.ts';
import { parsePicoUsd } from '@contract/triggers/price.ts';
import type { TriggerOrder } from '@/api/triggers.queries.ts';
import type { ChartLine } from './chart-handle.tsx';
import { type EditDraft, PRICE_FIELDS } from './orders-edit.ts';
import { type TriggerPoint, triggerPoints } from './orders-rows.ts';
import { amountText, type TokenOf } from './triggers-labels.ts';

/** A price of an order that has been placed, as a line on the chart. */
export interface OrderLine extends ChartLine {
  order: TriggerOrder;
  point: TriggerPoint['id'];
}

const TONES: Record<TriggerPoint['id'], ChartLine['tone']> = { trigger: 'neutral', tp: 'up', sl: 'down' };

function labelOf(order: TriggerOrder, point: TriggerPoint, tokenOf: TokenOf): string {
  const amount = amountText(tokenOf, order.inputMint, order.remainingInputAmount);
  if (point.id !== 'trigger') return `${point.label} ${point.later ? 'after entry' : amount}`;
  return `${order.triggerMint === order.inputMint ? 'Sell' : 'Buy with'} ${amount}`;
}

/** Where the draft of a change has the price; the order's own where none is typed. */
function movedPrice(point: TriggerPoint, draft: EditDraft | undefined) {
  const typed = parsePicoUsd(draft?.values[PRICE_FIELDS[point.id]] ?? '');
  return typed !== undefined && typed > 0n ? typed : point.price;
}

/** All prices at which open orders of a token do something; those that do not follow by themselves can be moved. */
export function orderLines(
  orders: readonly TriggerOrder[],
  mint: Pubkey,
  drafts: ReadonlyMap<string, EditDraft>,
  tokenOf: TokenOf,
): OrderLine[] {
  return orders
    .filter(({ triggerMint, orderState }) => triggerMint === mint && orderState === 'open')
    .flatMap((order) =>
      triggerPoints(order).map((point) => {
        const price = point.trails ? point.price : movedPrice(point, drafts.get(order.id));
        const label = labelOf(order, point, tokenOf);
        return {
          id: `${order.id}:${point.id}`,
          order,
          point: point.id,
          price,
          label: price === point.price ? label : `Not saved: ${label}`,
          tone: TONES[point.id],
          movable: !point.trails,
          placed: price === point.price ? ('as placed' as const) : ('moved' as const),
        };
      }),
    );
}
