import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { PublicAnswer } from '../common/public-answer.ts';
import { type TestGateway, TestPlatform, testGateway } from './testing/platform.ts';
import { realTiming, type Timing } from './timing.ts';

const platform = new TestPlatform();
let url: string;
let desk: TestGateway;
beforeAll(async () => {
  url = await platform.open();
  platform.answer = ({ path }, res) => {
    const start = Number(new URL(path, url).searchParams.get('start'));
    TestPlatform.json(res, {
      data: [],
      pagination: { start, end: start + 50, total: 120, hasNext: start < 100 },
    });
  };
});
afterAll(() => platform.close());
afterEach(() => desk.close());

/** A thousand times as fast. */
const HURRIED: Timing = { ...realTiming, after: (ms, act) => realTiming.after(ms / 1_000, act) };

it('reads all events page by page, for whoever hears, while he wants it', async () => {
  const heard: PublicAnswer[] = [];
  let isWanted = true;
  desk = testGateway(url, {
    recorder: { see: (answer) => heard.push(answer), isRecording: () => isWanted },
    sweepShare: 0.5,
    timing: HURRIED,
  });
  while (heard.length < 4) await pause(5);
  const starts = platform.arrived.map(({ path }) => new URL(path, url).searchParams.get('start'));
  expect(starts.slice(0, 4)).toEqual(['0', '50', '100', '0']);
  expect(heard[0]).toMatchObject({ id: 'listEvents', json: { data: [] } });
  isWanted = false;
  await pause(20);
  const asked = platform.arrived.length;
  await pause(50);
  expect(platform.arrived.length).toBe(asked);
});

it('is not done unless it is told to', async () => {
  platform.arrived.length = 0;
  desk = testGateway(url, {
    recorder: { see: () => undefined, isRecording: () => true },
    sweepShare: 0,
    timing: HURRIED,
  });
  await pause(50);
  expect(platform.arrived).toEqual([]);
});
