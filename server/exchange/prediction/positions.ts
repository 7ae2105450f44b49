import { paginationOf } from '@contract/page.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { marketAddress } from '../ledger/keys.ts';
import type { PositionRow } from '../writer/commit.store.ts';
import { checkedKey } from './actor.ts';
import type { ExchangeContext } from './context.ts';
import { requirePosition } from './create-order.ts';
import type { MarketDirectory } from './markets.ts';
import { rangeOf } from './orders.ts';
import { positionWire } from './position-wire.ts';

/** Positions that ended by settlement stay listed this long; sold ones are history at once. */
const LINGER_SECONDS = 86_400;

function isListed(position: PositionRow, now: number): boolean {
  switch (position.status) {
    case 'open':
      return position.contracts > 0n;
    case 'won':
    case 'refundable':
      return true;
    case 'sold':
    case 'failed':
      return false;
    default:
      return position.closedAt !== null && now - position.closedAt <= LINGER_SECONDS;
  }
}

const newestFirst = (a: PositionRow, b: PositionRow): number =>
  b.openedAt - a.openedAt || (a.pubkey < b.pubkey ? -1 : 1);

function listedOf({ state }: ExchangeContext, owner: string | undefined, now: number): PositionRow[] {
  const rows =
    owner === undefined
      ? [...state.positions.values()]
      : [...(state.positionsByOwner.get(owner) ?? [])].flatMap((key) => state.positions.get(key) ?? []);
  return rows.filter((row) => isListed(row, now)).sort(newestFirst);
}

/** Positions of one owner, or of everybody, newest first. */
export const listPositions =
  (context: ExchangeContext, markets: MarketDirectory) =>
  ({ query }: Pick<RouteInput<'listPositions'>, 'query'>): Promise<AnswerWire<'listPositions'>> =>
    context.writer.read(() => {
      const range = rangeOf(query);
      const { ownerPubkey, marketPubkey, isYes } = query;
      if (ownerPubkey !== undefined) checkedKey(ownerPubkey, 'ownerPubkey');
      const now = context.clock.now();
      const marketId = query.marketId === undefined ? undefined : markets.canonical(query.marketId, now);
      const rows = listedOf(context, ownerPubkey, now).filter(
        (row) =>
          (marketId === undefined || row.marketId === marketId) &&
          (marketPubkey === undefined || marketAddress(row.marketId) === marketPubkey) &&
          (isYes === undefined || row.isYes === isYes),
      );
      return {
        data: rows
          .slice(range.start, range.end)
          .map((row) => positionWire(context, markets, row, now, query.includePrices ?? true)),
        pagination: paginationOf(range, rows.length),
      };
    });

export const getPosition =
  (context: ExchangeContext, markets: MarketDirectory) =>
  ({ params }: Pick<RouteInput<'getPosition'>, 'params'>): Promise<AnswerWire<'getPosition'>> =>
    context.writer.read(() =>
      positionWire(context, markets, requirePosition(context, params.positionPubkey), context.clock.now()),
    );

/** Positions of several owners at once, by owner. */
export const listPositionsV2 =
  (context: ExchangeContext, markets: MarketDirectory) =>
  ({ query }: Pick<RouteInput<'listPositionsV2'>, 'query'>): Promise<AnswerWire<'listPositionsV2'>> =>
    context.writer.read(() => {
      const now = context.clock.now();
      const data: AnswerWire<'listPositionsV2'>['data'] = {};
      for (const owner of query.ownerPubkey) {
        data[owner] = listedOf(context, owner, now).map((row) => positionWire(context, markets, row, now));
      }
      return { data };
    });
