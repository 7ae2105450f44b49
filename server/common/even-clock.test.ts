import { expect, it } from 'vitest';
import { createEvenClock } from './even-clock.ts';

function machine() {
  const time = { awakeMs: 5_000, sleptMs: 70_000_000 };
  const now = createEvenClock({
    awake: () => time.awakeMs,
    // In whole seconds, as some systems tell it.
    up: () => Math.floor((time.awakeMs + time.sleptMs) / 1_000),
  });
  return { time, now };
}

it('goes on while the machine sleeps', () => {
  const { time, now } = machine();
  const before = now();
  time.sleptMs += 8 * 3_600_000;
  time.awakeMs += 100;
  expect(now() - before).toBeGreaterThan(8 * 3_600_000 - 1_000);
  expect(now() - before).toBeLessThanOrEqual(8 * 3_600_000 + 1_100);
});

it('goes evenly otherwise', () => {
  const { time, now } = machine();
  const before = now();
  for (let nth = 0; nth < 200; nth += 1) {
    time.awakeMs += 77;
    expect(now() - before).toBe((nth + 1) * 77);
  }
});
