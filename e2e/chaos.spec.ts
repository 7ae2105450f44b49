import { expect, test } from '@playwright/test';
import { chaosRun } from './chaos.ts';

/* The five minutes of bench/chaos.bench.ts, cut to what a test may take. */
const SECONDS = process.env.FULL_LENGTH ? 60 : 12;
const SEED = 20_261_121;

test('a gateway in front of a platform at its worst loses no order and doubles none', {
  tag: '@heavy',
}, async () => {
  test.setTimeout(400_000);
  const { orders, lookedUp, struck } = await chaosRun({ seconds: SECONDS, seed: SEED });
  expect(orders).toBeGreaterThan(10);
  expect(lookedUp, 'answers were lost, and the chain was asked').toBeGreaterThan(0);
  for (const [fault, times] of Object.entries(struck)) expect(times, fault).toBeGreaterThan(0);
});
