/** Faster than anything is read, pixels a millisecond. */
const FAST = 1.2;
/** The speed is that of so long at least, and of a scroll that has moved within so long, milliseconds. */
const SPAN_MS = 50;
const PAUSE_MS = 100;

let from = { y: 0, time: 0 };
let moved = Number.NEGATIVE_INFINITY;
let fast = false;
let watching = false;

function onScroll({ timeStamp: time }: Event): void {
  const { scrollY: y } = window;
  if (time - moved > PAUSE_MS) fast = false;
  moved = time;
  const span = time - from.time;
  if (span < SPAN_MS) return;
  fast = span < 2 * PAUSE_MS && Math.abs(y - from.y) > FAST * span;
  from = { y, time };
}

/** Whether the page is being scrolled faster than it can be read, at a moment of the page's clock. */
export function isFlying(now: number): boolean {
  if (!watching) window.addEventListener('scroll', onScroll, { passive: true });
  watching = true;
  return fast && now - moved < PAUSE_MS;
}
