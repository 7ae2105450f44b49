// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { microUsd } from '@contract/money.ts';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useMids } from '@/api/mids.queries.ts';
import { orderKeys } from '@/api/orders.queries.ts';
import { setServerClock } from '@/lib/clock.ts';
import { queries, within } from '@/orders/testing.tsx';
import type { HistoryRow } from '../history/history-rows.ts';
import { aHistory, anEvent, OWNER } from '../testing.tsx';
import { useExecution } from './use-execution.ts';

vi.mock('@/api/mids.queries.ts');

const STEP = 15;
const cents = (count: bigint) => microUsd(count * 10_000n);
/** Seconds of the service's clock, on the beginning of a step; it stands still. */
const now = 1_790_000_010;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: now * 1_000 });
  setServerClock(now * 1_000);
});
afterEach(() => {
  vi.useRealTimers();
  setServerClock(Date.now());
});

/** The execution of this position; YES was at 50¢, and a cent more with each step before and after `around`. */
function executed(row: Partial<HistoryRow>, around: number, quotes: readonly object[] = []) {
  const from = around - 50 * STEP;
  const each = Array.from({ length: 100 }, (_, k) => cents(BigInt(k)));
  const of = () => [{ from, step: STEP, bid: each, ask: each }];
  vi.mocked(useMids).mockReturnValue({ of, loading: false, failed: false });
  const client = queries();
  client.setQueryData([...orderKeys.of(OWNER), 'quotes'], quotes);
  const rows = [{ ...aHistory(), ...row }];
  return renderHook(() => useExecution(OWNER, rows), { wrapper: within(client) }).result.current;
}
const placed = (timestamp: number) => anEvent({ id: '1', eventType: 'order_created', timestamp });
const filled = (timestamp: number) => anEvent({ id: '2', timestamp });

it('knows the mids around a fill as they were told, and how old that of the press was', () => {
  const at = now - 3_600;
  const { execution } = executed({ events: [placed(at - 5), filled(at)] }, at);
  // The step that ended ten seconds before the press is the last one known then.
  expect(execution.fills[0]?.around).toEqual({
    pressed: { price: cents(48n), ageMs: 10_000 },
    minute: cents(53n),
    ten: cents(89n),
    last: null,
  });
});

it('has them in the price of the side that was traded', () => {
  const at = now - 3_600;
  const { execution } = executed({ events: [{ ...filled(at), isYes: false }] }, at);
  expect(execution.fills[0]?.around).toMatchObject({ pressed: { price: cents(51n) }, minute: cents(47n) });
});

it('knows nothing of what is still to come', () => {
  const { execution } = executed({ events: [filled(now - 30)] }, now);
  expect(execution.fills[0]?.around).toMatchObject({
    pressed: { price: cents(47n) },
    minute: null,
    ten: null,
    last: null,
  });
});

it('looks no further than the close of a market, which is not one that is announced', () => {
  const at = now - 3_600;
  const lost = anEvent({ id: '3', eventType: 'position_lost', timestamp: at + 45 });
  const { execution } = executed({ status: 'lost', events: [filled(at), lost] }, at);
  expect(execution.fills[0]?.around).toMatchObject({ minute: null, ten: cents(52n), last: cents(52n) });
  const { marketMetadata } = aHistory();
  if (!marketMetadata) throw new Error('a market');
  const announced = { ...marketMetadata, closeTime: now + 3_600 };
  const running = executed({ marketMetadata: announced, events: [filled(at)] }, at).execution;
  expect(running.fills[0]?.around).toMatchObject({ minute: cents(53n), ten: cents(89n), last: null });
});

it('takes for the mid of a press what this browser has noted with it, of a swap by its signature', () => {
  const at = now - 3_600;
  const mid = { price: cents(61n), ageMs: 400 };
  const swap = anEvent({ timestamp: at, orderPubkey: '' as Pubkey, signature: 'swap' });
  const noted = { orderPubkey: null, signature: 'swap', quoted: { mid } };
  const { execution } = executed({ events: [swap] }, at, [noted]);
  expect(execution.fills[0]?.around.pressed).toEqual(mid);
});

it('leaves parlays out: they are bets of their own', () => {
  const at = now - 3_600;
  expect(executed({ parlay: true, events: [filled(at)] }, at).execution.fills).toEqual([]);
});
