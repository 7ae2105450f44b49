import type { Flow } from '../../common/flow.ts';
import type { Peer } from '../../common/peer.ts';
import { addTo, removeFrom } from '../../common/sets.ts';
import { type Config, configAt, type Params, pubkey, pubkeyAt, signature } from './params.ts';
import { invalidParams } from './rpc-error.ts';

export type Kind = 'signature' | 'account' | 'logs' | 'slot';

/** The client of a socket. */
export interface Listener {
  readonly peer: Peer;
  /** Of its subscriptions. */
  readonly own: Set<number>;
  /** How much it is told. */
  readonly flow: Flow;
}

export interface Subscription {
  /** Of a later one it is greater. */
  readonly id: number;
  readonly kind: Kind;
  /** What is watched: a signature, an address, or `ALL`. */
  readonly key: string;
  /** How an account is told, and the same as text. */
  readonly config: Config;
  readonly form: string;
  readonly listener: Listener;
}

/** Everything of a kind; no address is empty. */
export const ALL = '';

/** Those who watch the same thing, by what that is. */
export class Watchers {
  private readonly byKey = new Map<string, Set<Subscription>>();

  get size(): number {
    return this.byKey.size;
  }
  /** Those there are, up to a number; who has left in between is left out. */
  *of(key: string, last: number): Generator<Subscription> {
    for (const one of this.byKey.get(key) ?? []) {
      if (one.id > last) return;
      yield one;
    }
  }
  add(one: Subscription): void {
    addTo(this.byKey, one.key, one);
  }
  remove(one: Subscription): void {
    removeFrom(this.byKey, one.key, one);
  }
}

/** What a subscription of each kind watches. @throws RpcError */
export const KEYS: Readonly<Record<Kind, (params: Params) => string>> = {
  signature: (params) => signature(params[0]),
  account: (params) => pubkeyAt(params, 0),
  slot: () => ALL,
  logs: ([filter]) => {
    if (filter === 'all' || filter === 'allWithVotes') return ALL;
    const { mentions } = configAt([filter], 0);
    if (!Array.isArray(mentions) || mentions.length !== 1) {
      throw invalidParams('logs are told of "all", or of {mentions: [one address]}');
    }
    return pubkey(mentions[0], 'mentions');
  },
};

export const kindOf = (method: string, verb: string): Kind | undefined => {
  const kind = method.endsWith(verb) ? method.slice(0, -verb.length) : '';
  return Object.hasOwn(KEYS, kind) ? (kind as Kind) : undefined;
};
