import type { TradeWire } from '@contract/prediction/trade.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import type { AdjustableClock } from '../common/clock.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Opening } from './opening.ts';
import type { AuditAnswer, ExchangeControl, FaucetAnswer } from './paper/ports.ts';
import type { RpcDeps, SubscriptionDeps } from './rpc/ports.ts';
import type { Feeds } from './simulation/feeds/feeds.ts';
import type { Universe } from './simulation/universe.ts';
import type { TokenMarket } from './tokens/tokens.ts';
import type { PriceSource } from './triggers/prices.ts';

/** Operations of the route table that the write side answers (reads of orders, positions and history included). */
export type ExchangeRoute =
  | 'createOrder'
  | 'execute'
  | 'executeAlias'
  | 'listOrders'
  | 'orderStatus'
  | 'getOrder'
  | 'closeOrder'
  | 'closeAllOrders'
  | 'listPositions'
  | 'getPosition'
  | 'closePosition'
  | 'closeAllPositions'
  | 'claimPosition'
  | 'listPositionsV2'
  | 'listHistory'
  | 'listHistoryV2'
  | 'createParlays'
  | 'executeParlays'
  | 'prepareFreeParlays'
  | 'submitFreeParlays'
  | 'listSlips'
  | 'parlayStats'
  | 'getTradingStatus'
  | 'getVaultInfo'
  | 'swapOrder'
  | 'swapExecute'
  | 'triggerChallenge'
  | 'triggerVerify'
  | 'getVault'
  | 'registerVault'
  | 'craftDeposit'
  | 'createPriceOrder'
  | 'updatePriceOrder'
  | 'cancelPriceOrder'
  | 'confirmCancelPriceOrder'
  | 'listTriggerOrders'
  | 'triggerExecute'
  | 'triggerCreateOrder'
  | 'triggerCancelOrder'
  | 'triggerCancelOrders'
  | 'getTriggerOrders';

/** The parts of a request that hold anything at all. */
type ServiceInput<Id extends ExchangeRoute> = {
  [K in keyof RouteInput<Id> as RouteInput<Id>[K] extends undefined
    ? never
    : string extends keyof RouteInput<Id>[K]
      ? never
      : K]: RouteInput<Id>[K];
};
export type ExchangeServices = {
  readonly [Id in ExchangeRoute]: (input: ServiceInput<Id>) => Promise<AnswerWire<Id>>;
};

export interface ExchangeStats {
  pendingOrders: number;
  openPositions: number;
  claimablePositions: number;
  /** Database transactions committed since the start, and the jobs they carried. */
  commits: number;
  committedJobs: number;
  queuedJobs: number;
  ledgerSlot: number;
}

/** The paper exchange: everything behind the wire, one writer, one ledger, one database. */
export interface Exchange {
  readonly services: ExchangeServices;
  readonly universe: Universe;
  readonly tokens: TokenMarket;
  /** Prices of all assets. */
  readonly feeds: Feeds;
  readonly clock: AdjustableClock;
  readonly ledger: Ledger;
  /** Public keys that a desk checks transactions against. */
  readonly chain: Readonly<
    Record<
      'authority' | 'sponsor' | 'vault' | 'fees' | 'parlays' | 'mintAuthority' | 'escrow' | 'vaults',
      string
    >
  >;
  /** What the JSON-RPC needs of the exchange. */
  readonly rpc: RpcDeps & SubscriptionDeps;
  /** What its simulation is opened with once more, as it stands. */
  opening(): Opening;
  readonly control: ExchangeControl;
  /** Newest first: trades of the exchange's own users, in the shape of the tape. */
  recentTrades(limit: number): TradeWire[];
  /** Events a wallet holds or has held positions in, newest first; for suggestions. */
  tradedEvents(owner: string): Promise<string[]>;
  tradingActive(): boolean;
  /** The wallet that has signed in for the trigger interface. @throws ServiceError `unauthenticated`. */
  authenticate(headers: Headers): Promise<string>;
  /** What the trigger interface trades, and at which prices. */
  readonly prices: PriceSource;
  /** @throws ServiceError `rate-limited` within an hour of the last grant. */
  faucet(pubkey: string): Promise<FaucetAnswer>;
  audit(): Promise<AuditAnswer>;
  /**
   * Does what is due, a round of bounded size of each: fills, refunds, settlement, payouts. Never runs twice at once.
   * @returns how much is left for the next call.
   */
  tick(): Promise<number>;
  /** Why nothing can be written now; undefined while the database answers and the last commit went through. */
  notReady(): Promise<string | undefined>;
  stats(): ExchangeStats;
  /** Finishes the waiting writes, then lets go of the database. */
  close(): Promise<void>;
}
