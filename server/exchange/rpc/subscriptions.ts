import type { Peer, Session } from '../../common/peer.ts';
import {
  failureText,
  JSON_RPC_CODES,
  notificationText,
  readCall,
  resultText,
  type SocketCall,
} from '../../common/rpc-messages.ts';
import { addTo, removeFrom } from '../../common/sets.ts';
import { PROGRAMS } from '../ledger/addresses.ts';
import type { StoredAccount } from '../ledger/ledger.ts';
import { withMemory } from '../memory/memory-source.ts';
import { encodeAccount } from './encode-account.ts';
import { type Config, configAt, type Params, pubkey, pubkeyAt, signature } from './params.ts';
import type { CommittedBatch, SubscriptionDeps } from './ports.ts';
import { invalidParams, RpcError } from './rpc-error.ts';

/** Subscriptions of one socket, and of all. */
export const MAX_SUBSCRIPTIONS = 100;
const MAX_ALL = 20_000;
/** How often it is looked whether the slot has changed; a slot takes 400 ms. */
const SLOT_LOOK_MS = 100;
/** How long it takes until the database is asked again where it gave no answer. */
const ASK_AGAIN_MS = 1_000;
const CLOSED = { lamports: 0n, owner: PROGRAMS.system, executable: false, rentEpoch: 0n };

type Kind = 'signature' | 'account' | 'logs' | 'slot';

interface Subscription {
  readonly id: number;
  readonly kind: Kind;
  /** What is watched: a signature, an address, or `ALL`. */
  readonly key: string;
  /** How an account is told. */
  readonly config: Config;
  readonly peer: Peer;
}

/** Everything of a kind; no address is empty. */
const ALL = '';

/** Those who watch the same thing, by what that is. */
class Watchers {
  private readonly byKey = new Map<string, Set<Subscription>>();

  get size(): number {
    return this.byKey.size;
  }
  of(key: string): readonly Subscription[] {
    return [...(this.byKey.get(key) ?? [])];
  }
  add(one: Subscription): void {
    addTo(this.byKey, one.key, one);
  }
  remove(one: Subscription): void {
    removeFrom(this.byKey, one.key, one);
  }
}

/** What a subscription of each kind watches. @throws RpcError */
const KEYS: Readonly<Record<Kind, (params: Params) => string>> = {
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
const ENCODINGS: ReadonlySet<unknown> = new Set([undefined, null, 'base58', 'base64', 'jsonParsed']);

const kindOf = (method: string, verb: string): Kind | undefined => {
  const kind = method.endsWith(verb) ? method.slice(0, -verb.length) : '';
  return Object.hasOwn(KEYS, kind) ? (kind as Kind) : undefined;
};

export interface Subscriptions {
  /** Answers the client of a socket. */
  open(peer: Peer): Session;
  /** Subscriptions there are. */
  readonly size: number;
  close(): void;
}

/**
 * What clients are told without asking again, over WebSocket: `signature`, `account`, `logs` and `slot`, in the form of
 * the Solana PubSub interface. Everything is told once it is committed, whatever commitment was asked for: nothing here
 * is ever taken back. @param report hears of faults that are ours.
 */
export function createSubscriptions(
  deps: SubscriptionDeps,
  report: (error: unknown, method: string) => void = () => {},
): Subscriptions {
  const { ledger, memory, transactions } = deps;
  const watchers: Readonly<Record<Kind, Watchers>> = {
    signature: new Watchers(),
    account: new Watchers(),
    logs: new Watchers(),
    slot: new Watchers(),
  };
  const all = new Map<number, Subscription>();
  let lastId = 0;
  let slotTimer: NodeJS.Timeout | undefined;
  let toldSlot = 0;
  /** Accounts whose telling needs what is not in memory wait for it, one after another. */
  let line = Promise.resolve();

  const contextOf = (slot: number) => ({ apiVersion: '2.1.0', slot });
  const tell = (one: Subscription, result: unknown): void =>
    one.peer.send(notificationText(one.kind, one.id, result));

  function add(one: Subscription): void {
    all.set(one.id, one);
    watchers[one.kind].add(one);
    if (one.kind === 'slot') watchSlots();
  }
  function remove(one: Subscription): void {
    if (!all.delete(one.id)) return;
    watchers[one.kind].remove(one);
    if (watchers.slot.size === 0) clearInterval(slotTimer);
    if (watchers.slot.size === 0) slotTimer = undefined;
  }

  function watchSlots(): void {
    if (slotTimer !== undefined) return;
    toldSlot = ledger.slot();
    slotTimer = setInterval(() => {
      const slot = ledger.slot();
      if (slot === toldSlot) return;
      toldSlot = slot;
      for (const one of watchers.slot.of(ALL)) tell(one, { parent: slot - 1, root: slot, slot });
    }, SLOT_LOOK_MS).unref();
  }

  /** A signature lands once: with that its subscription is over. */
  function tellLanded(one: Subscription, slot: number): void {
    if (!all.has(one.id)) return;
    remove(one);
    tell(one, { context: contextOf(slot), value: { err: null } });
  }

  /** Of which the database has not said whether they landed before they were watched: then no commit tells of them. */
  const unsure = new Set<Subscription>();
  async function lookForLanded(some: readonly Subscription[]): Promise<void> {
    try {
      const slots = await transactions.slotsOf(some.map(({ key }) => key));
      for (const one of some) {
        const slot = slots.get(one.key);
        if (slot !== undefined) tellLanded(one, slot);
      }
    } catch (error) {
      report(error, 'signatureSubscribe');
      const isWaiting = unsure.size > 0;
      for (const one of some) unsure.add(one);
      if (isWaiting) return;
      setTimeout(() => {
        const watched = [...unsure].filter(({ id }) => all.has(id));
        unsure.clear();
        if (watched.length > 0) void lookForLanded(watched);
      }, ASK_AGAIN_MS).unref();
    }
  }

  function tellAccount(one: Subscription, slot: number, account: StoredAccount): void {
    const encoded = (): unknown => {
      try {
        return encodeAccount(ledger, account, one.config);
      } catch (error) {
        // More than base58 is told for; whoever listens already cannot be refused any more.
        if (!(error instanceof RpcError)) throw error;
        return encodeAccount(ledger, account, { ...one.config, encoding: 'base64' });
      }
    };
    const send = (value: unknown): void => tell(one, { context: contextOf(slot), value });
    if (one.config.encoding !== 'jsonParsed') {
      send(encoded());
      return;
    }
    line = line
      .then(async () => {
        if (all.has(one.id)) send(await withMemory(memory, encoded));
      })
      .catch((error: unknown) => report(error, 'accountNotification'));
  }

  function told({ slot, transactions: landed, accounts }: CommittedBatch): void {
    for (const { signature: key, slot: at, addresses, logs } of landed) {
      for (const one of watchers.signature.of(key)) tellLanded(one, at);
      if (watchers.logs.size === 0) continue;
      const result = { context: contextOf(at), value: { signature: key, err: null, logs } };
      for (const address of new Set([ALL, ...addresses])) {
        for (const one of watchers.logs.of(address)) tell(one, result);
      }
    }
    if (watchers.account.size === 0) return;
    for (const [address, account] of accounts) {
      for (const one of watchers.account.of(address)) {
        tellAccount(one, slot, account ?? { ...CLOSED, pubkey: address, data: new Uint8Array() });
      }
    }
  }
  const stop = deps.onCommit((batch) => {
    if (all.size > 0) told(batch());
  });

  function open(peer: Peer): Session {
    const own = new Set<number>();

    function subscribe({ id, params }: SocketCall, kind: Kind): void {
      for (const known of own) if (!all.has(known)) own.delete(known);
      if (own.size >= MAX_SUBSCRIPTIONS || all.size >= MAX_ALL) {
        const most = own.size >= MAX_SUBSCRIPTIONS ? `at most ${MAX_SUBSCRIPTIONS} a socket` : 'for now';
        peer.send(failureText(id, JSON_RPC_CODES.limitExceeded, `Too many subscriptions: ${most}`));
        return;
      }
      const config = kind === 'account' ? configAt(params, 1) : {};
      if (!ENCODINGS.has(config.encoding)) {
        throw invalidParams('encoding must be base64, jsonParsed or base58');
      }
      // Numbers stay what they are: what `dataSlice` may be is found out before anything is promised.
      const probe: StoredAccount = { ...CLOSED, pubkey: '', data: new Uint8Array() };
      encodeAccount(ledger, probe, { ...config, encoding: 'base64' });
      lastId += 1;
      const one: Subscription = { id: lastId, kind, key: KEYS[kind](params), config, peer };
      own.add(one.id);
      add(one);
      peer.send(resultText(id, one.id));
      if (kind === 'signature') void lookForLanded([one]);
    }

    function unsubscribe({ id, params }: SocketCall, kind: Kind): void {
      const one = all.get(Number(params[0]));
      if (typeof params[0] !== 'number' || one?.kind !== kind || !own.delete(one.id)) {
        peer.send(failureText(id, JSON_RPC_CODES.invalidParams, 'Invalid subscription id.'));
        return;
      }
      remove(one);
      peer.send(resultText(id, true));
    }

    function answer(call: SocketCall): void {
      const added = kindOf(call.method, 'Subscribe');
      const removed = kindOf(call.method, 'Unsubscribe');
      if (added) subscribe(call, added);
      else if (removed) unsubscribe(call, removed);
      else peer.send(failureText(call.id, JSON_RPC_CODES.methodNotFound, 'Method not found'));
    }

    return {
      heard(text) {
        const call = readCall(text);
        if (call === undefined) return;
        if (typeof call === 'string') return peer.send(call);
        try {
          answer(call);
        } catch (error) {
          if (error instanceof RpcError) return peer.send(failureText(call.id, error.code, error.message));
          report(error, call.method);
          peer.send(failureText(call.id, JSON_RPC_CODES.internal, 'Internal error'));
        }
      },
      ended() {
        for (const id of own) {
          const one = all.get(id);
          if (one) remove(one);
        }
      },
    };
  }

  return {
    open,
    get size() {
      return all.size;
    },
    close: () => {
      stop();
      clearInterval(slotTimer);
      all.clear();
    },
  };
}
