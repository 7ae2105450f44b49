import type { Params } from './params.ts';

/** What all calls of a batch may cost together. */
export const BATCH_BUDGET = 100;
/** What calls may cost for each request that they count as. */
const COST_OF_A_REQUEST = 10;
const ROWS_A_UNIT = 50;
const BYTES_A_UNIT = 32 * 1024;

/** What so many rows cost. */
export const costOfRows = (count: number): number => Math.ceil(count / ROWS_A_UNIT);
/** What so many bytes of accounts cost: those of the exchange are short, and nothing beyond their rows. */
export const costOfBytes = (bytes: number): number => Math.floor(bytes / BYTES_A_UNIT);
const rows = (count: unknown, most: number): number =>
  costOfRows(typeof count === 'number' && count >= 0 && count < most ? count : most);
const listed = (list: unknown): number => (Array.isArray(list) ? costOfRows(list.length) : 0);
const limitOf = (config: unknown): unknown =>
  typeof config === 'object' && config !== null ? Reflect.get(config, 'limit') : undefined;

/** What is dearer than a lookup in memory, 1 each: rows of the database, and work of the ledger. */
const COSTS: ReadonlyMap<unknown, (params: Params) => number> = new Map<string, (params: Params) => number>([
  ['getSignaturesForAddress', ([, config]) => 1 + rows(limitOf(config), 1_000)],
  ['getSignatureStatuses', ([signatures]) => 1 + listed(signatures)],
  ['getMultipleAccounts', ([addresses]) => 1 + listed(addresses)],
  ['getTokenAccountsByOwner', () => 2],
  ['getTransaction', () => 2],
  ['simulateTransaction', () => 5],
  ['sendTransaction', () => 5],
  ['requestAirdrop', () => 5],
]);

/** What a call costs, in lookups in memory; whatever is no call costs one. */
export function costOf(call: unknown): number {
  if (typeof call !== 'object' || call === null) return 1;
  const { method, params } = call as { method?: unknown; params?: unknown };
  return COSTS.get(method)?.(Array.isArray(params) ? params : []) ?? 1;
}

/** What the calls of a body cost together, as far as a batch may. */
function costOfBody(body: unknown): number {
  let cost = 0;
  for (const call of Array.isArray(body) ? body : [body]) {
    cost += costOf(call);
    if (cost >= BATCH_BUDGET) return BATCH_BUDGET;
  }
  return cost;
}

const requestsFor = (cost: number): number => Math.max(1, cost / COST_OF_A_REQUEST);

/** How many requests of a client a body counts as: at least one, and at most what a whole batch may cost. */
export const requestsOf = (body: unknown): number => requestsFor(costOfBody(body));

/** Counts what a call turns out to cost beyond its words. @throws ServiceError `rate-limited` */
export type Spend = (cost: number) => void;

/** `charge` counts what came as one request as several; what `requestsOf` says of the body is counted already. */
export function spending(body: unknown, charge: (requests: number) => void): Spend {
  let cost = costOfBody(body);
  return (more) => {
    charge(1 + requestsFor(cost + more) - requestsFor(cost));
    cost += more;
  };
}
