// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { isFlying } from './flight.ts';

let now = 0;
let y = 0;
/** Scrolls so far in so many frames of 16 ms. */
function scroll(pixels: number, frames: number): void {
  for (let frame = 0; frame < frames; frame += 1) {
    now += 16;
    y += pixels / frames;
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
    const event = new Event('scroll');
    Object.defineProperty(event, 'timeStamp', { value: now });
    window.dispatchEvent(event);
  }
}

beforeEach(() => {
  now += 10_000;
  isFlying(now);
});

describe('scrolling', () => {
  it('flies when it is faster than can be read, up or down, and no more once it has stopped', () => {
    scroll(800, 20);
    expect(isFlying(now)).toBe(true);
    scroll(-800, 20);
    expect(isFlying(now)).toBe(true);
    expect(isFlying(now + 150)).toBe(false);
  });

  it('does not fly by single turns of the wheel, nor while it slows down', () => {
    scroll(120, 8);
    expect(isFlying(now)).toBe(false);
    now += 300;
    scroll(120, 8);
    expect(isFlying(now)).toBe(false);
    scroll(800, 20);
    scroll(60, 10);
    expect(isFlying(now)).toBe(false);
  });

  it('does not take a jump after a pause for flying', () => {
    now += 5_000;
    scroll(4_000, 1);
    expect(isFlying(now)).toBe(false);
  });
});
