import type { AppConfigWire } from '@contract/config.ts';
import type { AppOptions } from './app.ts';
import type { Platform } from './common/platform.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { Subscriptions } from './exchange/rpc/subscriptions.ts';
import type { ThreadedReads } from './exchange/threaded-reads.ts';

/** What the HTTP side uses of the exchange. */
export type AppExchange = Pick<
  Exchange,
  | 'services'
  | 'universe'
  | 'tokens'
  | 'feeds'
  | 'clock'
  | 'control'
  | 'recentTrades'
  | 'tradedEvents'
  | 'tradingActive'
  | 'authenticate'
  | 'prices'
  | 'faucet'
  | 'audit'
  | 'notReady'
  | 'stats'
> & { readonly rpc: Pick<Exchange['rpc'], 'onCommit'> };

/** Everything the paper exchange's app touches outside itself: ports, so that tests bring their own. */
export interface PaperDeps extends AppOptions {
  readonly exchange: AppExchange;
  /** Reads that are answered in another thread than this. */
  readonly reads?: ThreadedReads;
  /** Answers a JSON-RPC request or batch. */
  readonly rpc: Platform['rpc'];
  /** Answers clients that are told without asking again. */
  readonly subscriptions: Pick<Subscriptions, 'open' | 'size'>;
  readonly config: AppConfigWire;
  readonly controlToken: string | undefined;
  /** 0 <= x < 1. */
  readonly random: () => number;
}
