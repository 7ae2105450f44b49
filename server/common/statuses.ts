import type { Route } from '@contract/route.ts';
import type { RouteId } from '@contract/routes.ts';

/** What any operation may be refused with: a wrong input, too many requests, a failure here, a database away. */
const ANY = [400, 429, 500, 503] as const;
const NO_SUCH = [404] as const;

/** Refusals that are an operation's own, beside those of its kind; those of the trigger interface are documented. */
const OWN: { readonly [Id in RouteId]?: readonly number[] } = {
  getEvent: NO_SUCH,
  listEventMarkets: NO_SUCH,
  getEventMarket: NO_SUCH,
  getScore: NO_SUCH,
  getVaultInfo: NO_SUCH,
  getMarket: NO_SUCH,
  getOrderbook: NO_SUCH,
  createOrder: NO_SUCH,
  orderStatus: NO_SUCH,
  getOrder: NO_SUCH,
  closeOrder: NO_SUCH,
  getPosition: NO_SUCH,
  closePosition: NO_SUCH,
  claimPosition: NO_SUCH,
  triggerVerify: [401],
  getVault: NO_SUCH,
  registerVault: [409],
  craftDeposit: [403],
  createPriceOrder: [403],
  updatePriceOrder: NO_SUCH,
  cancelPriceOrder: [403, 404],
  confirmCancelPriceOrder: NO_SUCH,
  listTriggerOrders: [403, 404],
  triggerCancelOrder: NO_SUCH,
  triggerCancelOrders: NO_SUCH,
};

/** What a platform behind a gateway adds: a region or key that it refuses, what it does not have, and its absence. */
export const BEHIND_A_GATEWAY = [403, 404, 409, 502, 504] as const;

/** Every status that an operation refuses with, ascending. */
export function statusesOf(id: RouteId, { body, auth }: Route): readonly number[] {
  const all = [...ANY, ...(OWN[id] ?? []), ...(body ? [413] : []), ...(auth ? [401] : [])];
  return [...new Set(all)].sort((a, b) => a - b);
}
