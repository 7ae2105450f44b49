import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PublicAnswer } from '../common/public-answer.ts';
import { startSweep } from './sweep.ts';
import { type TestGateway, TestPlatform, testGateway } from './testing/platform.ts';
import { TestTime } from './testing/time.ts';
import { realTiming, type Timing } from './timing.ts';

const platform = new TestPlatform();
let url: string;
let desk: TestGateway | undefined;
/** Events that the platform gives at most at a time, whatever is asked for. */
let most: number;
beforeAll(async () => {
  url = await platform.open();
  platform.answer = ({ path }, res) => {
    const start = Number(new URL(path, url).searchParams.get('start'));
    const end = Math.min(120, start + most);
    TestPlatform.json(res, { data: [], pagination: { start, end, total: 120, hasNext: end < 120 } });
  };
});
afterAll(() => platform.close());
beforeEach(() => {
  most = 50;
  platform.arrived.length = 0;
});
afterEach(() => {
  desk?.close();
  desk = undefined;
});

/** A thousand times as fast. */
const HURRIED: Timing = { ...realTiming, after: (ms, act) => realTiming.after(ms / 1_000, act) };

/** Where the pages began that were asked for. */
const starts = (): (string | null)[] =>
  platform.arrived.map(({ path }) => new URL(path, url).searchParams.get('start'));

it('reads all events page by page, for whoever hears, while he wants it', async () => {
  const heard: PublicAnswer[] = [];
  let isWanted = true;
  desk = testGateway(url, {
    recorder: { see: (answer) => heard.push(answer), isRecording: () => isWanted },
    sweepShare: 0.5,
    timing: HURRIED,
  });
  while (heard.length < 4) await pause(5);
  expect(starts().slice(0, 4)).toEqual(['0', '50', '100', '0']);
  expect(heard[0]).toMatchObject({ id: 'listEvents', json: { data: [] } });
  isWanted = false;
  // What it had begun comes to its end, and nothing after it: else there are some in every moment, and no end of this.
  for (let asked = -1; asked < platform.arrived.length; await pause(200)) asked = platform.arrived.length;
});

it('leaves out nothing where pages are shorter than asked', async () => {
  most = 40;
  desk = testGateway(url, {
    recorder: { see: () => undefined, isRecording: () => true },
    sweepShare: 0.5,
    timing: HURRIED,
  });
  while (platform.arrived.length < 4) await pause(5);
  expect(starts().slice(0, 4)).toEqual(['0', '40', '80', '0']);
});

it('is not done unless it is told to', async () => {
  // One of its own: what the gateway before had asked for last may be on its way to the other.
  const unasked = new TestPlatform();
  desk = testGateway(await unasked.open(), {
    recorder: { see: () => undefined, isRecording: () => true },
    sweepShare: 0,
    timing: HURRIED,
  });
  await pause(50);
  expect(unasked.arrived).toEqual([]);
  await unasked.close();
});

it('begins again at the front after a page that fails or leads nowhere, and ends for good', async () => {
  const time = new TestTime();
  const next = { pagination: { end: 50, hasNext: true } };
  let arrive = (_: unknown): void => undefined;
  const answers = [
    () => next,
    () => Promise.reject(new Error('gone')),
    () => next,
    // It says that it ends where it began.
    () => next,
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  ];
  const asked: unknown[] = [];
  const end = startSweep({
    share: 1,
    refreshRps: () => 1,
    isBusy: () => false,
    ask: async ({ given }) => {
      asked.push(given.query.start);
      return answers[asked.length - 1]?.();
    },
    timing: time,
  });
  await time.pass(10_000);
  expect(asked).toEqual(['0', '50', '0', '50', '0']);
  end();
  arrive(next);
  await time.pass(60_000);
  expect(asked).toHaveLength(5);
});
