import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Peer } from '../../common/peer.ts';
import type { SubscriptionDeps } from './ports.ts';
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
