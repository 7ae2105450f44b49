import { DEFAULT_PAGE, MAX_PAGE } from '@contract/page.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { invalidParam } from '../../common/errors.ts';
import { checkedKey } from '../core/actor.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';
import type { TriggerContext } from './context.ts';
import { triggerOrderWire } from './order-wire.ts';
import { noSuchOrder, refusal } from './refusals.ts';

const STATES: Record<'active' | 'past', readonly TriggerOrderRow['state'][]> = {
  active: ['open', 'executing', 'pending_withdraw'],
  past: ['filled', 'expired', 'cancelled', 'failed'],
};

/**
 * Orders of the signed-in wallet, newest change first unless asked otherwise; one of them by its id.
 * @throws ServiceError `invalid`, `forbidden` for another wallet's order, `not-found`.
 */
export const listTriggerOrders =
  (context: TriggerContext) =>
  async ({
    query,
    caller,
  }: Pick<RouteInput<'listTriggerOrders'>, 'query' | 'caller'>): Promise<AnswerWire<'listTriggerOrders'>> => {
    const { store, state } = context;
    const wire = (row: TriggerOrderRow) => triggerOrderWire(state.triggers.current(row));
    const { limit = DEFAULT_PAGE, offset = 0 } = query;
    if (limit < 1 || limit > MAX_PAGE) throw invalidParam('limit', `limit must be 1 to ${MAX_PAGE}`);
    if (query.id !== undefined) {
      const row = await store.triggers.one(query.id);
      if (!row || row.orderType === 'v1') throw noSuchOrder();
      if (row.owner !== caller) throw refusal('forbidden', 'You may not see this order');
      return { orders: [wire(row)], pagination: { total: 1, limit, offset: 0 } };
    }
    if (query.mint !== undefined) checkedKey(query.mint, 'mint');
    const { rows, total } = await store.triggers.page({
      owner: caller,
      version: 2,
      states: query.state && STATES[query.state],
      mint: query.mint,
      sort: query.sort ?? 'updated_at',
      dir: query.dir ?? 'desc',
      limit,
      offset,
    });
    return { orders: rows.map(wire), pagination: { total, limit, offset } };
  };
