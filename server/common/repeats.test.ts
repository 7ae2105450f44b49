import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Log } from './log.ts';
import { groupRepeats } from './repeats.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failed = (request_id: string, operation = 'execute', status = 503) => ({
  ...{ level: 'warn', request_id, operation, status, ms: 4 },
});

function open(isWhole?: Parameters<typeof groupRepeats>[1]) {
  const lines: (readonly [ms: number, entry: Record<string, unknown>])[] = [];
  const began = Date.now();
  const log: Log = groupRepeats((entry) => lines.push([Date.now() - began, entry]), isWhole);
  return { lines, log };
}

it('writes the first of a kind at once, then one a second with how many were left out', () => {
  const { lines, log } = open();
  for (let n = 0; n < 300; n++) {
    log(failed(`r${n}`));
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(10_000);
  const ids = lines.map(([, { request_id }]) => request_id);
  expect(ids).toHaveLength(4);
  expect([ids[0], ids.at(-1)]).toEqual(['r0', 'r299']);
  const left = lines.reduce((sum, [, { left_out = 0 }]) => sum + Number(left_out), 0);
  expect(lines.length + left).toBe(300);
  const times = lines.map(([ms]) => ms);
  for (const [nth, ms] of times.slice(1).entries()) expect(ms - (times[nth] ?? 0)).toBeGreaterThan(1_000);
  // After a pause the next is a first one again, and a second by itself is written as it is.
  log(failed('again'));
  log(failed('twice'));
  vi.advanceTimersByTime(2_000);
  expect(lines.slice(4).map(([, entry]) => entry)).toEqual([failed('again'), failed('twice')]);
});

it('keeps apart what is about something else', () => {
  const { lines, log } = open();
  const entries = [
    failed('a'),
    failed('b', 'listOrders'),
    failed('c', 'execute', 502),
    { level: 'error', request_id: 'd', operation: 'execute', cause: ['Error: one', 'Error: two'] },
    { level: 'error', request_id: 'e', operation: 'execute', cause: ['Error: one', 'Error: three'] },
    { level: 'info', message: 'the keeper is behind', task: 'fills' },
    { level: 'info', message: 'the keeper is behind', task: 'payouts' },
  ];
  for (const entry of entries) log(entry);
  expect(lines.map(([, entry]) => entry)).toEqual(entries);
});

it('writes all lines that are wanted whole', () => {
  const { lines, log } = open(({ status }) => status !== undefined);
  for (let n = 0; n < 20; n++) log(failed(`r${n}`));
  expect(lines).toHaveLength(20);
});
