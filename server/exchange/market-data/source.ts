import type { TradeWire } from '@contract/prediction/trade.ts';
import type {
  Book,
  EventModel,
  MarketModel,
  MarketState,
  Quote,
  SimScore,
  SimTrade,
} from '../simulation/model.ts';

/** What the reads need of the universe. `t` is simulated Unix seconds. */
export interface MarketSource {
  /** Before this there are no prices; absent: each market has them since it opened. */
  readonly knownSince?: number;
  list(t: number): readonly EventModel[];
  event(eventId: string, t: number): EventModel | undefined;
  market(marketId: string, t: number): MarketModel | undefined;
  state(marketId: string, t: number): MarketState;
  quote(marketId: string, t: number): Quote;
  book(marketId: string, t: number): Book;
  isLive(event: EventModel, t: number): boolean;
  score(eventId: string, t: number): SimScore | null;
  trades(t: number, limit: number): readonly SimTrade[];
  eventVolume(eventId: string, t: number): { volumeUsd: bigint; volume24hr: bigint };
}

/** What the reads need of the rest of the exchange. */
export interface ReadsDeps {
  readonly universe: MarketSource;
  readonly clock: { now(): number };
  readonly tradingActive: () => boolean;
  /** The newest trades of wallets, newest first. */
  readonly recentTrades: (limit: number) => readonly TradeWire[];
  /** Events a wallet holds or held positions in, to suggest others by. */
  readonly tradedEvents: (owner: string) => Promise<readonly string[]>;
}
