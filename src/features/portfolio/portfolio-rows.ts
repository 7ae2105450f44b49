import type { AppConfig, ProviderDescriptor } from '@contract/config.ts';
import { type MicroUsd, microUsd } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import { costOf, proceedsOf } from '@contract/pricing.ts';
import { isOpenOrder } from '@/api/orders.queries.ts';
import { heldText } from '@/domain/held-name.ts';
import { ifItWins, isHeld, type PositionState, type StatedPosition, worthOf } from '@/domain/portfolio.ts';
import { categoryOf, settlesWithin } from '@/domain/portfolio-figures.ts';
import { resultOf } from '@/domain/settled.ts';
import { type SortValue, sortRows } from '@/domain/sort-rows.ts';
import { PHASE_TEXTS } from '@/domain/status-texts.ts';
import type { PortfolioSearch, PositionColumn } from './search-params.ts';

/** What was traded at the average price: cost of a purchase, proceeds of a sale; null before anything filled. */
export function tradedOf(
  order: Pick<Order, 'isBuy' | 'filledContractsMicro' | 'avgFillPriceUsd'>,
): MicroUsd | null {
  const { filledContractsMicro: filled, avgFillPriceUsd: average, isBuy } = order;
  if (filled <= 0n || average <= 0n) return null;
  return microUsd(isBuy ? costOf(filled, average) : proceedsOf(filled, average));
}

/** The user's own limit: most a purchase pays, least a sale takes. */
export const limitOf = (
  order: Pick<Order, 'isBuy' | 'maxBuyPriceUsd' | 'minSellPriceUsd'>,
): MicroUsd | null => (order.isBuy ? order.maxBuyPriceUsd : order.minSellPriceUsd);

/**
 * The polled newest orders laid over the loaded pages: open ones first, then newest first. An order in both is taken
 * from `recent`.
 */
export function arrangeOrders(recent: readonly Order[], pages: readonly Order[]): Order[] {
  const byKey = new Map<string, Order>();
  for (const order of pages) byKey.set(order.pubkey, order);
  for (const order of recent) byKey.set(order.pubkey, order);
  return [...byKey.values()].sort(
    (a, b) =>
      Number(isOpenOrder(b)) - Number(isOpenOrder(a)) ||
      b.createdAt - a.createdAt ||
      (a.pubkey < b.pubkey ? -1 : a.pubkey > b.pubkey ? 1 : 0),
  );
}

/**
 * Whether orders may lie between the polled newest and the loaded pages, on neither: more have come since than a poll
 * tells of. What is open is polled however old it is, and joins nothing.
 */
export function isApart(recent: readonly Order[], pages: readonly Order[]): boolean {
  const loaded = new Set(pages.map(({ pubkey }) => pubkey));
  const [newest] = recent;
  if (!newest || loaded.has(newest.pubkey)) return false;
  return !recent.some((order) => !isOpenOrder(order) && loaded.has(order.pubkey));
}

/** What can be done about a position. */
export type PositionAction =
  | { kind: 'close' }
  | { kind: 'claim' }
  /** Sold on the page of its round: there is no book to close it into. */
  | { kind: 'round' }
  | { kind: 'none'; text: string; title: string }
  | { kind: 'nothing' };

/** How the venue of a position behaves; undefined when it is not one this desk knows. */
export const descriptorOf = (
  config: Pick<AppConfig, 'providers'>,
  { marketMetadata }: Pick<Position, 'marketMetadata'>,
): ProviderDescriptor | undefined =>
  config.providers.find(({ wire }) => wire === marketMetadata.provider) ??
  // Some answers leave the provider out; where there is only one kind of settlement it cannot matter.
  (marketMetadata.provider === undefined && config.providers.every(({ settles }) => settles === 'claim')
    ? config.providers[0]
    : undefined);

const PAYS_ITSELF = 'This provider pays out by itself: there is nothing to claim';

/**
 * A payout may always be claimed; selling needs a venue this desk knows, with a book to sell into, or a round that
 * somebody buys back now (`buyer`).
 */
export function actionOf(
  state: PositionState,
  descriptor: ProviderDescriptor | undefined,
  buyer: boolean,
): PositionAction {
  const settlesItself = descriptor?.settles === 'itself';
  const pending: PositionAction = {
    kind: 'none',
    text: PHASE_TEXTS.settled,
    title: settlesItself ? PAYS_ITSELF : 'The payout is being prepared',
  };
  switch (state.phase) {
    case 'open':
      if (!descriptor) {
        return { kind: 'none', text: 'Read only', title: 'This provider cannot be traded from here' };
      }
      if (descriptor.hasLadder) return { kind: 'close' };
      return buyer ? { kind: 'round' } : { kind: 'none', text: 'Settles by itself', title: PAYS_ITSELF };
    case 'awaiting':
      return { kind: 'none', text: PHASE_TEXTS.awaiting, title: 'The market is closed and not resolved yet' };
    case 'claimable':
      return settlesItself ? pending : { kind: 'claim' };
    case 'settled':
      return pending;
    case 'lost':
    case 'claimed':
    case 'sold':
      return { kind: 'nothing' };
  }
}

/** Average price of what is held; null once it has ended, where its record keeps none. */
export const entryOf = ({ avgPriceUsd }: Pick<Position, 'avgPriceUsd'>): MicroUsd | null =>
  avgPriceUsd > 0n ? avgPriceUsd : null;

/** What a sort by a column goes by: what the column shows. */
function sortValue({ position, state }: StatedPosition, column: PositionColumn): SortValue {
  switch (column) {
    case 'market':
      return heldText({ ...position, isYes: true });
    case 'contracts':
      return position.contractsMicro;
    case 'entry':
      return entryOf(position);
    case 'mark':
      return state.phase === 'open' ? position.markPriceUsd : null;
    case 'value':
      return state.phase === 'claimed' ? position.claimedUsd : worthOf(position, state);
    case 'pnl':
      return resultOf(position).gain;
    case 'wins':
      return ifItWins(position, state)?.gain ?? null;
  }
}

/** Whether the positions are narrowed to a category or a time of settlement. */
export const narrowsPositions = ({ category, settles }: PortfolioSearch): boolean =>
  category !== undefined || settles !== undefined;

/** Positions as the address narrows and sorts them: only held ones have a category or a time. `now`: Unix seconds. */
export function shownPositions(
  rows: readonly StatedPosition[],
  search: PortfolioSearch,
  showEnded: boolean,
  now: number,
): readonly StatedPosition[] {
  const { category, settles, sort } = search;
  const shown = rows.filter(({ position, state }) =>
    narrowsPositions(search)
      ? isHeld(state.phase) &&
        (category === undefined || categoryOf(position) === category) &&
        (settles === undefined || settlesWithin(position, state, now) === settles)
      : showEnded || isHeld(state.phase),
  );
  return sortRows(shown, sort, sortValue);
}

/** Of these rows the positions of which all can be claimed, or sold, at one press. */
export const withAction = (
  rows: readonly StatedPosition[],
  config: Pick<AppConfig, 'providers'>,
  kind: 'claim' | 'close',
): Position[] =>
  rows
    .filter(
      ({ position, state }) =>
        actionOf(state, descriptorOf(config, position), position.sellPriceUsd !== null).kind === kind,
    )
    .map(({ position }) => position);
