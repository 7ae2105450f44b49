import { describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';

function realTime(start = 1_000) {
  let time = start;
  return {
    real: () => time,
    pass: (seconds: number) => {
      time += seconds;
    },
  };
}

describe('the clock of the exchange', () => {
  it('runs at its speed, and advances both readings alike', () => {
    const { real, pass } = realTime();
    const clock = createClock({ speed: 60, real });
    pass(2);
    expect([clock.now(), clock.wall()]).toEqual([1_120, 1_002]);
    clock.advance(10);
    expect([clock.now(), clock.wall()]).toEqual([1_130, 1_012]);
  });

  it('begins its market time where it is told to, once', () => {
    const { real, pass } = realTime();
    const clock = createClock({ speed: 2, begin: 500, real });
    expect([clock.now(), clock.wall()]).toEqual([500, 1_000]);
    pass(10);
    expect([clock.now(), clock.wall()]).toEqual([520, 1_010]);
    const later = createClock({ speed: 2, begin: 9_000, from: clock.checkpoint(), real });
    expect([later.now(), later.wall()]).toEqual([520, 1_010]);
  });

  it('never follows the system backward', () => {
    const { real, pass } = realTime();
    const clock = createClock({ speed: 1, real });
    pass(5);
    const before = clock.now();
    pass(-100);
    expect(clock.now()).toBe(before);
    pass(3);
    expect(clock.now()).toBe(before + 3);
  });

  it('goes on where it stood, at the old speed while away and at the new one since', () => {
    const { real, pass } = realTime();
    const first = createClock({ speed: 10, real });
    first.advance(100);
    pass(1);
    const from = first.checkpoint();
    pass(4);
    const last = first.now();
    const second = createClock({ speed: 1, from, real });
    expect(second.now()).toBe(last);
    expect(second.wall()).toBe(first.wall());
    pass(2);
    expect(second.now()).toBe(last + 2);
  });

  it('does not lose time when the system clock was set back while away', () => {
    const { real, pass } = realTime();
    const from = createClock({ speed: 1, real }).checkpoint(7);
    pass(-500);
    expect(createClock({ speed: 1, from, real }).now()).toBe(1_007);
  });
});
