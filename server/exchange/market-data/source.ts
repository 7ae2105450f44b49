import type { TradeWire } from '@contract/prediction/trade.ts';
import type { Universe } from '../simulation/universe.ts';

/** What the reads need of the universe. */
export type MarketSource = Pick<
  Universe,
  | 'list'
  | 'event'
  | 'market'
  | 'state'
  | 'quote'
  | 'book'
  | 'isLive'
  | 'score'
  | 'trades'
  | 'eventVolume'
  | 'knownSince'
>;

/** What the reads of one market need. */
export interface ReadsDeps {
  readonly universe: MarketSource;
  readonly clock: { now(): number };
  readonly tradingActive: () => boolean;
  /** The newest trades of wallets, newest first. */
  readonly recentTrades: (limit: number) => readonly TradeWire[];
}
