import type { Pubkey } from '@contract/ids.ts';
import type { PicoUsd } from '@contract/triggers/price.ts';
import { useState } from 'react';
import type { TriggerOrder } from '@/api/triggers.queries.ts';
import { useTypedHere } from '@/state/shown-forms.ts';
import { type EditDraft, withPrice } from './orders-edit.ts';
import type { TriggerPoint } from './orders-rows.ts';

/** Changes of open orders that are being made, in their rows or on the chart; nothing of them is sent before Save. */
export interface OrderDrafts {
  of: ReadonlyMap<string, EditDraft>;
  /** Null ends the change. */
  set: (order: TriggerOrder, draft: EditDraft | null) => void;
  /** Ends the change that has been saved, unless it has gone on meanwhile, as on the chart. */
  saved: (order: TriggerOrder, draft: EditDraft) => void;
  /** One of its prices, as it is moved on the chart. */
  move: (order: TriggerOrder, point: TriggerPoint['id'], to: PicoUsd) => void;
}

const NONE: ReadonlyMap<string, EditDraft> = new Map();

/**
 * The drafts of one wallet: another one has none of them, nor has an order that can be changed no more. `orders`: what is
 * active of it; undefined while that is not known.
 */
export function useOrderDrafts(
  owner: Pubkey | null,
  orders: readonly TriggerOrder[] | undefined,
): OrderDrafts {
  const [held, setHeld] = useState({ owner, drafts: NONE });
  const open =
    orders && new Set(orders.filter(({ orderState }) => orderState === 'open').map(({ id }) => id));
  const of =
    held.owner === owner ? new Map([...held.drafts].filter(([id]) => open?.has(id) !== false)) : NONE;
  useTypedHere(of.size > 0);
  const change = (id: string, next: (was: EditDraft | undefined) => EditDraft | null) =>
    setHeld((was) => {
      const drafts = new Map(was.owner === owner ? was.drafts : NONE);
      const draft = next(drafts.get(id));
      // What ends late may be of a wallet that has been left since.
      if (draft === null && !drafts.has(id)) return was;
      if (draft === null) drafts.delete(id);
      else drafts.set(id, draft);
      return { owner, drafts };
    });
  return {
    of,
    set: (order, draft) => change(order.id, () => draft),
    saved: (order, draft) => change(order.id, (was) => (was === undefined || was === draft ? null : was)),
    move: (order, point, to) => change(order.id, (was) => withPrice(was, point, to)),
  };
}
