import { startTransition, useEffect, useRef, useState } from 'react';
import { isFlying } from './flight.ts';

/** What one frame draws on a slow computer without being late: so many changes, or one new part of a list. */
const A_FRAME = 2;

/** What waits, and what of a frame it takes. */
type Line = Map<() => void, number>;
/**
 * What is missing on the screen comes first, and of it what came last: who scrolls faster than can be drawn would else
 * only ever see what is about to leave drawn.
 */
const urgent: Line = new Map();
const patient: Line = new Map();
let running = false;

/** Frames that come on time let more through by and by, up to this; a late one takes it back. */
const MOST_A_FRAME = 3 * A_FRAME;
const ON_TIME_MS = 20;
const STEADY_FRAMES = 24;
/**
 * After a frame that took so long the next draws nothing: what has made it late must not meet another part. Never two
 * of them, or a computer that is always late would draw nothing at all.
 */
const LATE_MS = 40;
/**
 * While one scrolls faster than can be read, a computer that is late for what it draws leaves it for so many frames,
 * four times as many each time: it scrolls smoothly past empty places, which are filled as soon as one slows down.
 */
const PAUSE = 8;
const MOST_PAUSE = 128;
let pause = PAUSE;
/** Frames that still draw nothing. */
let resting = 0;
let allowed = A_FRAME;
let steady = 0;
/** The last frame has drawn something: how long it took tells whether it was too much. */
let drew = false;
/** Nothing was to be drawn for so long. */
const GAP_MS = 150;
let last = 0;

/** What a frame may take: a fast computer is not kept waiting for the sake of a slow one. */
function allowance(now: number): number {
  const took = now - last;
  last = now;
  const flying = isFlying(now);
  if (!flying) {
    pause = PAUSE;
    resting = Math.min(resting, 1);
  }
  if (drew && took <= GAP_MS) {
    steady = took < ON_TIME_MS ? steady + 1 : 0;
    if (steady === 0) allowed = A_FRAME;
    else if (steady % STEADY_FRAMES === 0) {
      allowed = Math.min(MOST_A_FRAME, allowed + A_FRAME);
      pause = PAUSE;
    }
    if (flying && steady === 0) {
      resting = pause;
      pause = Math.min(4 * pause, MOST_PAUSE);
    } else if (took > LATE_MS) resting = 1;
  }
  if (resting === 0) return allowed;
  resting -= 1;
  return 0;
}

function letThrough(now: number): void {
  let left = allowance(now);
  drew = false;
  for (const [line, next] of [
    [urgent, [...urgent].reverse()],
    [patient, patient],
  ] as const) {
    for (const [show, takes] of next) {
      if (left < takes) break;
      line.delete(show);
      left -= takes;
      show();
      drew = true;
    }
  }
  running = urgent.size + patient.size > 0;
  if (running) requestAnimationFrame(letThrough);
}

function wait(line: Line, takes: number, show: () => void): () => void {
  line.set(show, takes);
  if (!running) requestAnimationFrame(letThrough);
  running = true;
  return () => line.delete(show);
}

/**
 * Whether a list has just come (another `key` than before) and is drawn at once. What scrolling brings afterwards waits
 * for its turn: a slow computer would stop scrolling for as long as it takes to draw several parts in one frame.
 * `any`: something of it is drawn.
 */
export function useAtOnce(key: string, any: boolean): boolean {
  const drawn = useRef<string>(undefined);
  useEffect(() => {
    if (any) drawn.current = key;
  }, [any, key]);
  return drawn.current !== key;
}

/**
 * How many of so many parts are drawn: all when they are drawn at once, else one more with every turn. Each has a frame
 * for itself.
 */
export function useDrawn(
  parts: number,
  { atOnce, onScreen }: { atOnce: boolean; onScreen: boolean },
): number {
  const [drawn, setDrawn] = useState(atOnce ? parts : 0);
  useEffect(() => {
    if (drawn >= parts) return;
    return wait(onScreen ? urgent : patient, A_FRAME, () => setDrawn(drawn + 1));
  }, [drawn, parts, onScreen]);
  return Math.min(drawn, parts);
}

/**
 * The newest value, a few frames late when many change at once: an answer renews a whole screen of rows, and a slow
 * computer that drew them all in one frame would stop scrolling for as long. The first value is shown at once.
 */
export function useInTurn<Value>(value: Value, same: (a: Value, b: Value) => boolean): Value {
  const [shown, setShown] = useState(value);
  const settled = same(shown, value);
  useEffect(() => {
    if (settled) return;
    return wait(patient, 1, () => startTransition(() => setShown(value)));
  }, [settled, value]);
  return shown;
}
