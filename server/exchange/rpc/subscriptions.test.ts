import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Peer } from '../../common/peer.ts';
import type { CommitListener, CommittedBatch, SubscriptionDeps } from './ports.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

const LANDED = '1'.repeat(64);
const UNKNOWN = `${'1'.repeat(63)}2`;
const slotsOf = vi.fn<SubscriptionDeps['transactions']['slotsOf']>();
const report = vi.fn();
let heard: Record<string, unknown>[];
let subscriptions: Subscriptions;
const peer: Peer = {
  address: '203.0.113.9',
  send: (message) => heard.push(JSON.parse(message.toString())),
  unread: () => 0,
  charge: () => undefined,
  close: () => undefined,
};

beforeEach(() => {
  vi.useFakeTimers();
  heard = [];
  slotsOf.mockReset().mockRejectedValue(new Error('the database is away'));
  report.mockReset();
  const deps = { transactions: { slotsOf }, onCommit: () => () => undefined };
  // Signatures are looked for in the database alone.
  subscriptions = createSubscriptions(deps as unknown as SubscriptionDeps, report);
});
afterEach(() => {
  subscriptions.close();
  vi.useRealTimers();
});
const watch = (session: ReturnType<Subscriptions['open']>, signature: string) =>
  session.heard(
    JSON.stringify({ jsonrpc: '2.0', id: signature, method: 'signatureSubscribe', params: [signature] }),
  );

it('tells of a signature that has landed though the database failed when it was asked', async () => {
  const session = subscriptions.open(peer);
  watch(session, LANDED);
  watch(session, UNKNOWN);
  await vi.advanceTimersByTimeAsync(3_500);
  expect(heard).toHaveLength(2);
  // Both together: twice at first, and then once a second.
  expect(report).toHaveBeenCalledTimes(2 + 3);
  slotsOf.mockResolvedValue(new Map([[LANDED, 7]]));
  await vi.advanceTimersByTimeAsync(1_000);
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  expect(heard.slice(2)).toMatchObject([
    { method: 'signatureNotification', params: { result: { context: { slot: 7 }, value: { err: null } } } },
  ]);
  slotsOf.mockClear();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(slotsOf).not.toHaveBeenCalled();
});

it('asks no more for a client that has gone', async () => {
  const session = subscriptions.open(peer);
  watch(session, LANDED);
  await vi.advanceTimersByTimeAsync(0);
  session.ended();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(slotsOf).toHaveBeenCalledTimes(1);
});

describe('a commit', () => {
  const WATCHED = '11111111111111111111111111111111';
  const STATE = {
    pubkey: WATCHED,
    lamports: 5n,
    owner: WATCHED,
    executable: false,
    rentEpoch: 0n,
    data: new Uint8Array(),
  };
  const EVERYTHING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'logsSubscribe', params: ['all'] });
  const ACCOUNT = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'accountSubscribe', params: [WATCHED] });
  let commit: (batch: Partial<CommittedBatch>) => void;
  let slot: number;
  let closed: { code: number; address: string }[];
  let told: { method: string; address: string; result: unknown }[];

  /** Someone who keeps what they were told, and not what they were answered. */
  const client = (address: string) =>
    subscriptions.open({
      ...peer,
      address,
      send: (message) => {
        const { method, params } = JSON.parse(message.toString());
        if (method) told.push({ method, address, result: params.result });
      },
      close: (code) => closed.push({ code, address }),
    });
  const landed = (signature: string) => ({ signature, slot, addresses: [], logs: [`log of ${signature}`] });

  beforeEach(() => {
    closed = [];
    told = [];
    slot = 7;
    slotsOf.mockResolvedValue(new Map());
    const listen = (listener: CommitListener) => {
      commit = (batch) =>
        listener(() => ({ slot, transactions: [], owners: new Set(), accounts: new Map(), ...batch }));
      return () => undefined;
    };
    const deps = { ledger: { slot: () => slot }, transactions: { slotsOf }, onCommit: listen };
    subscriptions.close();
    subscriptions = createSubscriptions(deps as unknown as SubscriptionDeps, report);
  });
  /** Lets turns go by until nothing more is told; so many. */
  async function turns(): Promise<number> {
    for (let count = 0, quiet = 0; ; count++) {
      const before = told.length;
      await nextTurn();
      quiet = told.length === before ? quiet + 1 : 0;
      if (quiet > 3) return count - quiet;
    }
  }

  it('is told of after whoever waits for it has their answer, and others go on in between', async () => {
    for (let one = 0; one < 40; one++) {
      const session = client(`203.0.113.${one}`);
      for (let more = 0; more < 5; more++) session.heard(EVERYTHING);
    }
    // A message takes a millisecond.
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      passed += 0.5;
      return passed;
    });
    const made = vi.spyOn(JSON, 'stringify');
    commit({ transactions: [landed('a')] });
    expect(told).toEqual([]);
    expect(await turns()).toBeGreaterThan(10);
    expect(told).toHaveLength(200);
    // One text for all of them.
    expect(made).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
    expect(report).not.toHaveBeenCalled();
  });

  it('is told of in its order: slots, then what landed in them, then accounts', async () => {
    const session = client('203.0.113.9');
    watch(session, LANDED);
    session.heard(EVERYTHING);
    session.heard(ACCOUNT);
    session.heard(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'slotSubscribe' }));
    slot = 8;
    vi.advanceTimersByTime(100);
    commit({ transactions: [landed(LANDED)], accounts: new Map([[WATCHED, STATE]]) });
    slot = 9;
    vi.advanceTimersByTime(100);
    commit({ accounts: new Map([[WATCHED, null]]) });
    await turns();
    expect(told.map(({ method }) => method.replace('Notification', ''))).toEqual([
      'slot',
      'signature',
      'logs',
      'account',
      'slot',
      'account',
    ]);
    const lamports = told.flatMap(({ method, result }) =>
      method === 'accountNotification' ? [(result as { value: { lamports: number } }).value.lamports] : [],
    );
    expect(lamports).toEqual([5, 0]);
  });

  it('is not told of to who subscribed after it, nor to who has left by then', async () => {
    const [before, after, gone] = [client('before'), client('after'), client('gone')];
    before.heard(EVERYTHING);
    gone.heard(EVERYTHING);
    commit({ transactions: [landed('a')] });
    after.heard(EVERYTHING);
    gone.ended();
    commit({ transactions: [landed('b')] });
    await turns();
    expect(told.map(({ address, result }) => [address, JSON.stringify(result).includes('log of a')])).toEqual(
      [
        ['before', true],
        ['before', false],
        ['after', false],
      ],
    );
  });

  it('ends the connection of a client that would be told too much, and no other', async () => {
    const [greedy, modest] = [client('greedy'), client('modest')];
    for (let more = 0; more < 100; more++) greedy.heard(EVERYTHING);
    modest.heard(EVERYTHING);
    commit({ transactions: Array.from({ length: 48 }, (_, index) => landed(String(index))) });
    await turns();
    expect(closed).toEqual([{ code: 1013, address: 'greedy' }]);
    expect(told.filter(({ address }) => address === 'modest')).toHaveLength(48);
    expect(told.length).toBeLessThan(600);
    expect(subscriptions.size).toBe(1);
  });
});
