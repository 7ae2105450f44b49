import { setImmediate as nextTurn } from 'node:timers/promises';
import { paginationOf } from '@contract/page.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { badRequest } from '../../errors.ts';
import { marketAddress } from '../ledger/keys.ts';
import type { PositionRow } from '../writer/commit.store.ts';
import { checkedKey } from './actor.ts';
import type { ExchangeContext } from './context.ts';
import { requirePosition } from './create-order.ts';
import type { MarketDirectory } from './markets.ts';
import { LISTED_OF_EVERYBODY, rangeOf } from './orders.ts';
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
      ? state.newestPositions(LISTED_OF_EVERYBODY)
      : [...(state.positionsByOwner.get(owner) ?? [])].flatMap((key) => state.positions.get(key) ?? []);
  return rows.filter((row) => isListed(row, now)).sort(newestFirst);
}

/** Positions of one owner, or the newest of everybody, newest first. */
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

/** What one answer holds at most: as many as anybody can look at, and some megabytes. */
export const MOST_POSITIONS = 2_000;
/** Positions valued in one turn of the event loop: some milliseconds. */
const POSITIONS_A_TURN = 50;

const tooManyPositions = (): Error =>
  badRequest(
    'ownerPubkey',
    `more than ${MOST_POSITIONS} positions are too many for one answer: ask for fewer owners, or page by page`,
  );

/**
 * Positions of several owners at once, by owner, all of them or none.
 * @throws ApiError 400 when they are more than one answer holds.
 */
export const listPositionsV2 =
  (context: ExchangeContext, markets: MarketDirectory) =>
  async ({ query }: Pick<RouteInput<'listPositionsV2'>, 'query'>): Promise<AnswerWire<'listPositionsV2'>> => {
    const { writer, clock } = context;
    const now = clock.now();
    const owners = [...new Set(query.ownerPubkey)];
    const listed = await writer.read(() => owners.flatMap((owner) => listedOf(context, owner, now)));
    if (listed.length > MOST_POSITIONS) throw tooManyPositions();
    const data: AnswerWire<'listPositionsV2'>['data'] = Object.fromEntries(owners.map((key) => [key, []]));
    for (let start = 0; start < listed.length; start += POSITIONS_A_TURN) {
      if (start > 0) await nextTurn();
      const rows = listed.slice(start, start + POSITIONS_A_TURN);
      await writer.read(() => {
        for (const row of rows) data[row.owner]?.push(positionWire(context, markets, row, now));
      });
    }
    return { data };
  };
