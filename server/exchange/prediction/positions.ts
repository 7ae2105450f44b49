import { setImmediate as nextTurn } from 'node:timers/promises';
import { paginationOf } from '@contract/page.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { invalidParam } from '../../common/errors.ts';
import { ownerOf, ownersOf } from '../core/actor.ts';
import type { ExchangeContext, ReadContext } from '../core/context.ts';
import type { MarketDirectory } from '../core/markets.ts';
import type { PositionFilter } from '../core/positions.store.ts';
import { requirePosition } from '../core/requirements.ts';
import { marketAddress } from '../ledger/keys.ts';
import type { PositionRow } from '../writer/commit.store.ts';
import { mostOf, rangeOf } from './orders.ts';
import { positionWire } from './position-wire.ts';

/** Positions that ended by settlement stay listed this long; sold ones are history at once. */
const LINGER_SECONDS = 86_400;

/** Simulated instant from which on what has ended is still listed. */
const endedSince = (now: number): number => now - LINGER_SECONDS;

/** Addresses worked out in one turn of the event loop: some milliseconds. */
const ADDRESSES_A_TURN = 100;

/** Which of these markets has an address. */
async function marketAt(address: string, marketIds: readonly string[]): Promise<string | undefined> {
  for (let start = 0; start < marketIds.length; start += ADDRESSES_A_TURN) {
    if (start > 0) await nextTurn();
    const some = marketIds.slice(start, start + ADDRESSES_A_TURN);
    const found = some.find((marketId) => marketAddress(marketId) === address);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Which positions a query asks for; undefined: none can be meant. */
async function wantedOf(
  { store }: ReadContext,
  markets: MarketDirectory,
  owners: readonly string[] | undefined,
  query: Pick<RouteInput<'listPositions'>['query'], 'marketPubkey' | 'marketId' | 'isYes'>,
  now: number,
): Promise<PositionFilter | undefined> {
  const { marketPubkey, isYes } = query;
  const marketId = query.marketId === undefined ? undefined : markets.canonical(query.marketId, now);
  if (marketPubkey === undefined) return { owners, marketId, isYes };
  const ids =
    marketId === undefined
      ? await store.positions.markets({ owners }, endedSince(now), mostOf(owners?.[0]))
      : [marketId];
  const meant = await marketAt(marketPubkey, ids);
  return meant === undefined ? undefined : { owners, marketId: meant, isYes };
}

/** Positions of one owner, or the newest of everybody, newest first. */
export const listPositions =
  (context: ReadContext, markets: MarketDirectory) =>
  async ({ query }: Pick<RouteInput<'listPositions'>, 'query'>): Promise<AnswerWire<'listPositions'>> => {
    const range = rangeOf(query);
    const now = context.clock.now();
    const owner = ownerOf(query);
    const filter = await wantedOf(context, markets, owner === undefined ? undefined : [owner], query, now);
    if (!filter) return { data: [], pagination: paginationOf(range, 0) };
    const most = mostOf(owner);
    const { rows, total } = await context.store.positions.listed(filter, endedSince(now), range, most);
    markets.require(
      rows.map(({ marketId }) => marketId),
      now,
    );
    const wire = (row: PositionRow) => positionWire(context, markets, row, now, query.includePrices ?? true);
    return { data: rows.map(wire), pagination: paginationOf(range, total) };
  };

export const getPosition =
  (context: ExchangeContext, markets: MarketDirectory) =>
  ({
    params,
    query,
  }: Pick<RouteInput<'getPosition'>, 'params' | 'query'>): Promise<AnswerWire<'getPosition'>> =>
    context.writer.read(() => {
      const position = requirePosition(context, params.positionPubkey);
      return positionWire(context, markets, position, context.clock.now(), query.includePrices ?? true);
    });

/** What one answer holds at most: as many as anybody can look at, and some megabytes. */
export const MOST_POSITIONS = 2_000;
/** Positions valued in one turn of the event loop: some milliseconds. */
const POSITIONS_A_TURN = 50;

const tooManyPositions = (): Error =>
  invalidParam(
    'ownerPubkey',
    `more than ${MOST_POSITIONS} positions are too many for one answer: ask for fewer owners, or page by page`,
  );

/**
 * Positions of several owners at once, by owner, all of them or none.
 * @throws ServiceError `invalid` when they are more than one answer holds.
 */
export const listPositionsV2 =
  (context: ReadContext, markets: MarketDirectory) =>
  async ({ query }: Pick<RouteInput<'listPositionsV2'>, 'query'>): Promise<AnswerWire<'listPositionsV2'>> => {
    const { store, clock } = context;
    const now = clock.now();
    const owners = ownersOf(query);
    if (!owners) throw invalidParam('ownerPubkey', 'ownerPubkey is required');
    const data: AnswerWire<'listPositionsV2'>['data'] = Object.fromEntries(owners.map((key) => [key, []]));
    const filter = await wantedOf(context, markets, owners, query, now);
    if (!filter) return { data };
    const { rows: listed, total } = await store.positions.listed(
      filter,
      endedSince(now),
      { start: 0, end: MOST_POSITIONS },
      MOST_POSITIONS + 1,
    );
    if (total > MOST_POSITIONS) throw tooManyPositions();
    markets.require(
      listed.map(({ marketId }) => marketId),
      now,
    );
    for (let start = 0; start < listed.length; start += POSITIONS_A_TURN) {
      if (start > 0) await nextTurn();
      const rows = listed.slice(start, start + POSITIONS_A_TURN);
      for (const row of rows)
        data[row.owner]?.push(positionWire(context, markets, row, now, query.includePrices ?? true));
    }
    return { data };
  };
