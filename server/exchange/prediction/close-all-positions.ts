import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { ServiceError } from '../../common/errors.ts';
import { actorOf } from '../core/actor.ts';
import type { ExchangeContext } from '../core/context.ts';
import { fewAtATime } from '../core/few-at-a-time.ts';
import type { MarketDirectory } from '../core/markets.ts';
import { isClaimable } from '../engine/position.ts';
import type { PositionRow } from '../writer/commit.store.ts';
import { buildPositionClaim } from './claim-position.ts';
import { buildFullSale } from './close-position.ts';

type Answer = AnswerWire<'closeAllPositions'>;

/** Refusals that concern one position and not the request: it is left out, the others are built. */
const LEFT_OUT = new Set([
  'TRADING_HALTED',
  'MARKET_CLOSED',
  'MARKET_NOT_TRADABLE',
  'NO_ROUTE',
  'NO_LIQUIDITY',
  'POSITION_NOT_FOUND',
  'NOT_FOUND',
]);

/**
 * Builds one transaction a position: the payout of what is settled, the sale of what is open. Positions that can be
 * neither sold nor claimed now are left out.
 */
export const closeAllPositions =
  (context: ExchangeContext, markets: MarketDirectory) =>
  async ({ body }: Pick<RouteInput<'closeAllPositions'>, 'body'>): Promise<Answer> => {
    const { owner, payer } = actorOf(context, body);
    const { state } = context;
    const closable = (key: string): PositionRow | undefined => {
      const position = state.positions.get(key);
      return position && (isClaimable(position) || position.contracts > position.locked)
        ? position
        : undefined;
    };
    const keys = [...(state.positionsByOwner.get(owner) ?? [])].filter((key) => closable(key) !== undefined);
    const build = (position: PositionRow): Promise<Answer['data'][number]> | undefined => {
      if (isClaimable(position)) return buildPositionClaim(context, position, payer);
      if (position.status !== 'open') return undefined;
      return buildFullSale(context, markets, position, payer, body.minSellPriceSlippageBps ?? undefined);
    };
    const data = await fewAtATime(keys, async (key) => {
      // While those before it were built, it may have been sold or paid out.
      const position = closable(key);
      try {
        return position && (await build(position));
      } catch (error) {
        if (error instanceof ServiceError && LEFT_OUT.has(error.code)) return undefined;
        throw error;
      }
    });
    return { data: data.filter((answer) => answer !== undefined) };
  };
