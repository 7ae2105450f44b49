import { refused, ServiceError } from '../../common/errors.ts';
import type { MarketModel } from '../simulation/model.ts';
import type { PositionRow } from '../writer/commit.store.ts';
import type { ExchangeContext } from './context.ts';

/** @throws ServiceError `invalid` MARKET_CLOSED. */
export function requireOpen(context: ExchangeContext, market: MarketModel): void {
  const { status } = context.universe.state(market.marketId, context.clock.now());
  if (status === 'open') return;
  const message = status === 'cancelled' ? 'this market was cancelled' : 'this market is closed';
  throw new ServiceError('invalid', 'MARKET_CLOSED', message, { param: 'marketId' });
}

/** @throws ServiceError `invalid` TRADING_HALTED. */
export function requireTrading({ state }: ExchangeContext): void {
  if (!state.tradingActive) throw refused('TRADING_HALTED', 'trading is halted at the moment');
}

/** @throws ServiceError `not-found` POSITION_NOT_FOUND, also for a position of somebody else. */
export function requirePosition({ state }: ExchangeContext, pubkey: string, owner?: string): PositionRow {
  const position = state.positions.get(pubkey);
  if (!position || position.boughtContracts === 0n || (owner !== undefined && position.owner !== owner)) {
    const message = `there is no position ${pubkey}${owner === undefined ? '' : ' of this owner'}`;
    throw new ServiceError('not-found', 'POSITION_NOT_FOUND', message, { param: 'positionPubkey' });
  }
  return position;
}
