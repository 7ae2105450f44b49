import { expect, it } from 'vitest';
import { randomOf } from '../../e2e/random.ts';
import { differences } from './differences.ts';
import { timetable, untilReady } from './disturbances.ts';
import { growthOf } from './level.ts';
import { frequentIn } from './lines.ts';

const line = (seconds: number, entry: object): string =>
  JSON.stringify({ at: new Date(seconds * 1_000).toISOString(), ...entry });

it('tells what is lost, what nobody did and what stands twice', () => {
  expect(differences('orders', ['a', 'b'], ['b', 'a'])).toEqual([]);
  expect(differences('orders', ['lost', 'twice'], ['twice', 'twice', 'strange'])).toEqual([
    'orders: lost was done 1 times, is recorded 0 times',
    'orders: twice was done 1 times, is recorded 2 times',
    'orders: strange was done 0 times, is recorded 1 times',
  ]);
});

it('counts lines by what they say, not by which request they are about', () => {
  const failed = (at: number, request_id: string) =>
    line(at, { level: 'warn', request_id, operation: 'execute', status: 503, ms: at });
  const lines = [
    'Evenline is running',
    failed(0, 'a'),
    failed(0.5, 'b'),
    failed(3, 'c'),
    line(4, { level: 'error', cause: ['Error: query', 'Error: no room'] }),
    failed(60, 'd'),
  ];
  expect(frequentIn(lines)).toEqual([
    { message: 'warn execute 503', times: 4, inOneSecond: 2, inTenSeconds: 3 },
    { message: 'error Error: query, Error: no room', times: 1, inOneSecond: 1, inTenSeconds: 1 },
    { message: 'Evenline is running', times: 1, inOneSecond: 0, inTenSeconds: 0 },
  ]);
});

it('compares the last quarter of a life with the third', () => {
  const samples = [9, 9, 1, 5, 100, 100, 90, 120].map((heap) => ({ heap, resident: 50 }));
  expect(growthOf(samples)).toEqual({ heap: expect.closeTo(0.05), resident: 0 });
});

it('puts everything into a timetable once, in order, the same for the same seed', () => {
  const plan = () => timetable(['a', 'b', 'c'], 1_000, randomOf(7));
  const times = plan().map(({ atMs }) => atMs);
  expect(
    plan()
      .map(({ what }) => what)
      .sort(),
  ).toEqual(['a', 'b', 'c']);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times.every((at) => at > 0 && at < 1_000)).toBe(true);
  expect(plan()).toEqual(plan());
});

it('waits until nothing is complained of, and says what still is when its patience ends', async () => {
  const complaints = ['no exchange serves', undefined];
  expect(await untilReady(async () => complaints.shift(), 5_000)).toBeGreaterThan(0);
  await expect(untilReady(async () => 'a gateway is away', 0)).rejects.toThrow('a gateway is away');
});
