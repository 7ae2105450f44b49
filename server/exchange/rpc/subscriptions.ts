import { setImmediate as nextTurn } from 'node:timers/promises';
import { Flow } from '../../common/flow.ts';
import { inTurns } from '../../common/one-by-one.ts';
import type { Peer, Session } from '../../common/peer.ts';
import {
  failureText,
  JSON_RPC_CODES,
  notificationText,
  readCall,
  resultText,
  type SocketCall,
} from '../../common/rpc-messages.ts';
import { addTo } from '../../common/sets.ts';
import { PROGRAMS } from '../ledger/addresses.ts';
import type { StoredAccount } from '../ledger/ledger.ts';
import { withMemory } from '../memory/memory-source.ts';
import { encodeAccount } from './encode-account.ts';
import { type Config, configAt } from './params.ts';
import type { CommittedBatch, SubscriptionDeps } from './ports.ts';
import { invalidParams, RpcError } from './rpc-error.ts';
import { ALL, KEYS, type Kind, kindOf, type Listener, type Subscription, Watchers } from './watchers.ts';

/** Subscriptions of one socket, and of all. */
export const MAX_SUBSCRIPTIONS = 100;
const MAX_ALL = 20_000;
/** How often it is looked whether the slot has changed; a slot takes 400 ms. */
const SLOT_LOOK_MS = 100;
/** How long it takes until the database is asked again where it gave no answer. */
const ASK_AGAIN_MS = 1_000;
const ENCODINGS: ReadonlySet<unknown> = new Set([undefined, null, 'base58', 'base64', 'jsonParsed']);
const CLOSED = { lamports: 0n, owner: PROGRAMS.system, executable: false, rentEpoch: 0n };

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
 * is ever taken back, and in turns behind whatever is answered meanwhile: a thousand may want to hear of everything.
 * @param report hears of faults that are ours.
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
  /** What is told, one thing after another; and what is looked for first, as it may not be in memory. */
  let telling = Promise.resolve();
  let looking = Promise.resolve();

  const contextOf = (slot: number) => ({ apiVersion: '2.1.0', slot });
  /** Tells of something behind all that waits to be told: first whoever waits for an answer has it. */
  function later(steps: Iterator<void>): void {
    telling = telling
      .then(() => nextTurn())
      .then(() => inTurns(steps))
      .catch((error: unknown) => report(error, 'notification'));
  }
  function tell({ id, kind, listener }: Subscription, result: string): void {
    if (!all.has(id)) return;
    const text = notificationText(kind, id, result);
    if (listener.flow.takes(text.length)) {
      listener.peer.send(text);
      return;
    }
    listener.peer.close(1013, 'more is told than one client may have');
    end(listener);
  }
  function* tellEach(some: Iterable<Subscription>, result: string): Generator<void> {
    for (const one of some) yield tell(one, result);
  }

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

  function end({ own }: Listener): void {
    for (const id of own) {
      const one = all.get(id);
      if (one) remove(one);
    }
  }

  function watchSlots(): void {
    if (slotTimer !== undefined) return;
    toldSlot = ledger.slot();
    slotTimer = setInterval(() => {
      const slot = ledger.slot();
      if (slot === toldSlot) return;
      toldSlot = slot;
      const result = JSON.stringify({ parent: slot - 1, root: slot, slot });
      later(tellEach(watchers.slot.of(ALL, lastId), result));
    }, SLOT_LOOK_MS).unref();
  }

  /** A signature lands once: with that its subscription is over. */
  function tellLanded(one: Subscription, slot: number): void {
    tell(one, JSON.stringify({ context: contextOf(slot), value: { err: null } }));
    remove(one);
  }

  function* tellFound(some: readonly Subscription[], slots: ReadonlyMap<string, number>): Generator<void> {
    for (const one of some) {
      const slot = slots.get(one.key);
      if (slot !== undefined) yield tellLanded(one, slot);
    }
  }

  /** Of which the database has not said whether they landed before they were watched: then no commit tells of them. */
  const unsure = new Set<Subscription>();
  async function lookForLanded(some: readonly Subscription[]): Promise<void> {
    try {
      const slots = await transactions.slotsOf(some.map(({ key }) => key));
      later(tellFound(some, slots));
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

  function accountText(account: StoredAccount, slot: number, config: Config): string {
    const encoded = () => {
      try {
        return encodeAccount(ledger, account, config);
      } catch (error) {
        // More than base58 is told for; whoever listens already cannot be refused any more.
        if (!(error instanceof RpcError)) throw error;
        return encodeAccount(ledger, account, { ...config, encoding: 'base64' });
      }
    };
    return JSON.stringify({ context: contextOf(slot), value: encoded() });
  }
  /** Tells the same to some once it can be told for people: the mint of an account may not be in memory. */
  function tellParsed(some: ReadonlySet<Subscription>, make: () => string): void {
    looking = looking
      .then(() => nextTurn())
      .then(async () => later(tellEach(some, await withMemory(memory, make))))
      .catch((error: unknown) => report(error, 'accountNotification'));
  }

  /** Each text is made once, for however many. `last`: who subscribed later has asked for what comes later. */
  function* told({ slot, transactions: landed, accounts }: CommittedBatch, last: number): Generator<void> {
    for (const { signature: key, slot: at, addresses, logs } of landed) {
      for (const one of watchers.signature.of(key, last)) yield tellLanded(one, at);
      if (watchers.logs.size === 0) continue;
      let result: string | undefined;
      for (const address of new Set([ALL, ...addresses])) {
        for (const one of watchers.logs.of(address, last)) {
          result ??= JSON.stringify({ context: contextOf(at), value: { signature: key, err: null, logs } });
          yield tell(one, result);
        }
      }
    }
    if (watchers.account.size === 0) return;
    for (const [address, account] of accounts) {
      const now = account ?? { ...CLOSED, pubkey: address, data: new Uint8Array() };
      const texts = new Map<string, string>();
      const parsed = new Map<string, Set<Subscription>>();
      for (const one of watchers.account.of(address, last)) {
        const { form, config } = one;
        if (config.encoding === 'jsonParsed') {
          addTo(parsed, form, one);
        } else {
          const text = texts.get(form) ?? accountText(now, slot, config);
          texts.set(form, text);
          tell(one, text);
        }
        yield;
      }
      for (const some of parsed.values()) {
        const [one] = some;
        if (one) tellParsed(some, () => accountText(now, slot, one.config));
      }
    }
  }
  const stop = deps.onCommit((batch) => {
    if (all.size > 0) later(told(batch(), lastId));
  });

  function open(peer: Peer): Session {
    const listener: Listener = { peer, own: new Set(), flow: new Flow(() => performance.now()) };
    const { own } = listener;

    function subscribe({ id, params }: SocketCall, kind: Kind): void {
      for (const known of own) if (!all.has(known)) own.delete(known);
      if (own.size >= MAX_SUBSCRIPTIONS || all.size >= MAX_ALL) {
        const most = own.size >= MAX_SUBSCRIPTIONS ? `at most ${MAX_SUBSCRIPTIONS} a socket` : 'for now';
        peer.send(failureText(id, JSON_RPC_CODES.limitExceeded, `Too many subscriptions: ${most}`));
        return;
      }
      const { encoding, dataSlice } = kind === 'account' ? configAt(params, 1) : {};
      if (!ENCODINGS.has(encoding)) {
        throw invalidParams('encoding must be base64, jsonParsed or base58');
      }
      // Numbers stay what they are: what `dataSlice` may be is found out before anything is promised.
      const probe: StoredAccount = { ...CLOSED, pubkey: '', data: new Uint8Array() };
      encodeAccount(ledger, probe, { encoding: 'base64', dataSlice });
      const { offset, length } = (dataSlice ?? {}) as Config;
      const config = { encoding, ...(dataSlice ? { dataSlice: { offset, length } } : {}) };
      const form = JSON.stringify(config);
      lastId += 1;
      const one: Subscription = { id: lastId, kind, key: KEYS[kind](params), config, form, listener };
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
      ended: () => end(listener),
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
