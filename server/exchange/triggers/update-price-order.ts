import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { invalidParam } from '../../common/errors.ts';
import { nowMs, type TriggerContext } from './context.ts';
import { noSuchOrder, refusal } from './refusals.ts';
import { changedTerms, requireExpiry } from './terms.ts';

/**
 * Changes the prices, slippage or expiry of an open order; what is not named stays. A trailing order keeps the best
 * price it has seen.
 * @throws ServiceError `invalid` for a change that makes no sense or an order that is not open, `not-found`.
 */
export const updatePriceOrder =
  (context: TriggerContext) =>
  async ({
    params: { id },
    body,
    caller,
  }: Pick<RouteInput<'updatePriceOrder'>, 'params' | 'body' | 'caller'>): Promise<
    AnswerWire<'updatePriceOrder'>
  > => {
    const { state, store, writer } = context;
    const known = state.triggers.orders.get(id) ?? (await store.triggers.one(id));
    if (!known || known.owner !== caller || known.orderType === 'v1') throw noSuchOrder();
    if (known.orderType !== body.orderType)
      throw invalidParam('orderType', `orderType is ${known.orderType}`);
    return writer.submit((uow) => {
      const row = state.triggers.orders.get(id);
      if (row?.state !== 'open') throw refusal('invalid', 'Only an open order can be changed');
      const { orderType: _, expiresAt, ...changes } = body;
      const terms = changedTerms(row, changes);
      if (expiresAt !== undefined && expiresAt !== null) requireExpiry(expiresAt, nowMs(context));
      uow.put('triggerOrders', id, {
        ...state.triggers.current(row),
        ...terms,
        expiresAt: expiresAt ?? row.expiresAt,
        updatedAt: nowMs(context),
      });
      return { id };
    });
  };
