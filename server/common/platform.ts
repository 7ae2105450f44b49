import type { AppConfigWire } from '@contract/config.ts';
import type { Kind } from './facts.ts';
import type { Faults } from './faults.ts';
import type { Gauge } from './gauge.ts';
import type { Operation, OperationInput } from './operation.ts';
import type { Peer, Session } from './peer.ts';
import type { CachedResponse, ResponseCache } from './response-cache.ts';

/** How answers are looked at for those who watch them on the stream. */
export interface StreamRules {
  /** How often the answer of an operation is looked at, in milliseconds; undefined: nobody is told of it. */
  everyMs(operation: string, kind: Kind): number | undefined;
  /** Whether such looks wait for each other: they are made one after another, as are answers to who asks by itself. */
  isInLine(operation: string, kind: Kind): boolean;
  /**
   * What is one caller's own is looked at for each connection by itself, at its client's expense, where it says how far
   * apart all such looks together are in the mean, in milliseconds; else once for all.
   */
  ownGapMs?(): number;
  /** Hears whose records have changed, by address of the owner. @returns what ends it. */
  onChange?(listener: (owners: ReadonlySet<string>) => void): () => void;
}

/** What stands behind the server: the paper exchange, or a gateway to a live platform. */
export interface Platform {
  /** The interfaces, and whatever else it has that its API description tells of. */
  readonly interfaces: readonly Operation[];
  readonly extras: readonly Operation[];
  /** Answered, and told of nowhere: the test control. */
  readonly hidden: readonly Operation[];
  readonly gauges: readonly Gauge[];
  /** `GET /config.json`, as of now. */
  config(): AppConfigWire;
  /** Why it cannot do its work now, in words for whoever runs it; undefined when it can. */
  notReady(): Promise<string | undefined>;
  /**
   * Answers a JSON-RPC request or batch of the client at an address. `charge`: for what it turns out to take beyond
   * `rpcRequests`.
   */
  rpc(body: unknown, client: () => string, charge: OperationInput['charge']): Promise<unknown>;
  /** Answers a client that speaks WebSocket at `/rpc`. */
  rpcSocket(peer: Peer): Session;
  readonly stream: StreamRules;
  /** How many requests of its client a JSON-RPC body counts as. */
  rpcRequests(body: unknown): number;
  /** What a GET of an address can be answered with at once. */
  early(address: string): CachedResponse | undefined;
  /** Where answers are kept by their address for a moment; absent: nowhere. */
  readonly responses?: ResponseCache;
  readonly faults?: Faults;
}
