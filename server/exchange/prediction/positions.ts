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
import { mostOf, rangeOf } from './orders.ts';
import { positionWire } from './position-wire.ts';

/** Positions that ended by settlement stay listed this long; sold ones are history at once. */
const LINGER_SECONDS = 86_400;

/** Simulated instant from which on what has ended is still listed. */
const endedSince = (now: number): number => now - LINGER_SECONDS;

/** Positions of one owner, or the newest of everybody, newest first. */
export const listPositions =
  (context: ExchangeContext, markets: MarketDirectory) =>
  async ({ query }: Pick<RouteInput<'listPositions'>, 'query'>): Promise<AnswerWire<'listPositions'>> => {
    const range = rangeOf(query);
    const { ownerPubkey, marketPubkey, isYes } = query;
    if (ownerPubkey !== undefined) checkedKey(ownerPubkey, 'ownerPubkey');
    const now = context.clock.now();
    const named = query.marketId === undefined ? undefined : markets.canonical(query.marketId, now);
    const owners = ownerPubkey === undefined ? undefined : [ownerPubkey];
    const most = mostOf(ownerPubkey);
    let marketId = named;
    if (marketPubkey !== undefined) {
      const ids = named === undefined ? await context.store.positions.markets({ owners }, most) : [named];
      marketId = ids.find((id) => marketAddress(id) === marketPubkey);
      if (marketId === undefined) return { data: [], pagination: paginationOf(range, 0) };
    }
    const filter = { owners, marketId, isYes };
    const { rows, total } = await context.store.positions.listed(filter, endedSince(now), range, most);
    const wire = (row: PositionRow) => positionWire(context, markets, row, now, query.includePrices ?? true);
    return { data: rows.map(wire), pagination: paginationOf(range, total) };
  };

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
    const { store, clock } = context;
    const now = clock.now();
    const owners = [...new Set(query.ownerPubkey)];
    const { rows: listed, total } = await store.positions.listed(
      { owners },
      endedSince(now),
      { start: 0, end: MOST_POSITIONS },
      MOST_POSITIONS + 1,
    );
    if (total > MOST_POSITIONS) throw tooManyPositions();
    const data: AnswerWire<'listPositionsV2'>['data'] = Object.fromEntries(owners.map((key) => [key, []]));
    for (let start = 0; start < listed.length; start += POSITIONS_A_TURN) {
      if (start > 0) await nextTurn();
      const rows = listed.slice(start, start + POSITIONS_A_TURN);
      for (const row of rows) data[row.owner]?.push(positionWire(context, markets, row, now));
    }
    return { data };
  };
