// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isFlying } from './flight.ts';
import { useAtOnce, useDrawn, useInTurn } from './in-turn.ts';

vi.mock('./flight.ts', () => ({ isFlying: vi.fn() }));

const same = (a: number, b: number): boolean => a === b;

function Figure({ name, value }: { name: string; value: number }) {
  return <output aria-label={name}>{useInTurn(value, same)}</output>;
}

const Figures = ({ value, names }: { value: number; names: readonly string[] }) =>
  names.map((name) => <Figure key={name} name={name} value={value} />);

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const shown = (): string[] => screen.getAllByRole('status').map((output) => output.textContent);

/** Milliseconds without anything to draw. */
const LONG = 1_000;

let frames: FrameRequestCallback[];
let clock = 0;
/** `after`: how long the frame before has taken, in milliseconds; a slow computer's unless told. */
const nextFrame = (after = 40) =>
  act(() => {
    clock += after;
    for (const run of frames.splice(0)) run(clock);
  });

beforeEach(() => {
  frames = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => frames.push(run));
  vi.mocked(isFlying).mockReturnValue(false);
  return () => vi.restoreAllMocks();
});

describe('values that change together', () => {
  it('are shown at once the first time, and a few a frame afterwards', () => {
    const { rerender } = render(<Figures value={1} names={NAMES} />);
    expect(shown()).toEqual(['1', '1', '1', '1', '1']);
    rerender(<Figures value={2} names={NAMES} />);
    expect(shown()).toEqual(['1', '1', '1', '1', '1']);
    nextFrame();
    expect(shown()).toEqual(['2', '2', '1', '1', '1']);
    nextFrame();
    nextFrame();
    expect(shown()).toEqual(['2', '2', '2', '2', '2']);
    expect(frames, 'nobody waits any more').toEqual([]);
  });

  it('are the newest when their turn comes, and nothing waits for what has gone', () => {
    const { rerender } = render(<Figures value={1} names={NAMES} />);
    rerender(<Figures value={2} names={NAMES} />);
    rerender(<Figures value={3} names={['a', 'e']} />);
    nextFrame();
    expect(shown()).toEqual(['3', '3']);
    nextFrame();
    expect(frames).toEqual([]);
  });

  it('wait for nothing when they return to what is shown', () => {
    const { rerender } = render(<Figures value={1} names={NAMES} />);
    rerender(<Figures value={2} names={NAMES} />);
    rerender(<Figures value={1} names={NAMES} />);
    nextFrame();
    expect(shown()).toEqual(['1', '1', '1', '1', '1']);
  });
});

interface Part {
  name: string;
  parts: number;
  onScreen?: boolean;
}
function Drawn({ name, parts, atOnce, onScreen = true }: Part & { atOnce: boolean }) {
  return <output aria-label={name}>{useDrawn(parts, { atOnce, onScreen })}</output>;
}
function List({ name, parts }: { name: string; parts: readonly Part[] }) {
  const atOnce = useAtOnce(name, parts.length > 0);
  return parts.map((part) => <Drawn key={part.name} {...part} atOnce={atOnce} />);
}

describe('parts of a list', () => {
  it('are all drawn when the list comes, and one a frame when scrolling brings them', () => {
    const { rerender } = render(<List name="all" parts={[]} />);
    rerender(<List name="all" parts={[{ name: 'a', parts: 4 }]} />);
    expect(shown()).toEqual(['4']);
    rerender(
      <List
        name="all"
        parts={[
          { name: 'a', parts: 4 },
          { name: 'b', parts: 2 },
        ]}
      />,
    );
    expect(shown()).toEqual(['4', '0']);
    nextFrame();
    expect(shown()).toEqual(['4', '1']);
    nextFrame();
    expect(shown()).toEqual(['4', '2']);
    nextFrame();
    expect(frames, 'nobody waits any more').toEqual([]);
    rerender(<List name="another" parts={[{ name: 'c', parts: 3 }]} />);
    expect(shown(), 'another list is drawn at once').toEqual(['3']);
  });

  it('are drawn first where they are on the screen, the newest before the others', () => {
    const { rerender } = render(<List name="all" parts={[{ name: 'first', parts: 1 }]} />);
    const parts = [
      { name: 'first', parts: 1 },
      { name: 'beyond', parts: 1, onScreen: false },
      { name: 'one', parts: 1 },
      { name: 'two', parts: 1 },
    ];
    rerender(<List name="all" parts={parts} />);
    nextFrame(LONG);
    expect(shown()).toEqual(['1', '0', '0', '1']);
    nextFrame();
    expect(shown()).toEqual(['1', '0', '1', '1']);
    nextFrame();
    expect(shown()).toEqual(['1', '1', '1', '1']);
  });

  it('let one frame pass after one that was very late, and never two', () => {
    const { rerender } = render(<List name="all" parts={[{ name: 'first', parts: 1 }]} />);
    rerender(
      <List
        name="all"
        parts={[
          { name: 'first', parts: 1 },
          { name: 'a', parts: 4 },
        ]}
      />,
    );
    const drawnAfter = (took: number) => {
      nextFrame(took);
      return Number(shown()[1]);
    };
    expect([LONG, 90, 30, 90, 90, 90, 30].map(drawnAfter)).toEqual([1, 1, 2, 2, 3, 3, 4]);
  });

  it('of a slow computer wait ever longer while they fly past, and come again once that is over', () => {
    const { rerender } = render(<List name="all" parts={[{ name: 'first', parts: 1 }]} />);
    const more = Array.from({ length: 12 }, (_, row) => ({ name: `row ${row}`, parts: 8 }));
    rerender(<List name="all" parts={[{ name: 'first', parts: 1 }, ...more]} />);
    const drawn = () => shown().reduce((sum, text) => sum + Number(text), 0);
    vi.mocked(isFlying).mockReturnValue(true);
    nextFrame(LONG);
    /** Frames until another part is drawn; that one makes its frame late. */
    const waits = Array.from({ length: 3 }, () => {
      const before = drawn();
      let count = 0;
      for (; drawn() === before; count += 1) nextFrame(count === 0 ? 30 : 16);
      return count;
    });
    expect(waits).toEqual([9, 33, 129]);
    const gained = (after: number) => {
      const before = drawn();
      for (let frame = 0; frame < 6; frame += 1) nextFrame(after);
      return drawn() - before;
    };
    vi.mocked(isFlying).mockReturnValue(false);
    expect(gained(30)).toBe(6);
    vi.mocked(isFlying).mockReturnValue(true);
    expect(gained(16), 'what keeps up is drawn').toBe(6);
    while (frames.length > 0) nextFrame(30);
  });

  it('come several a frame once frames have long been on time, and one by one again when one is late', () => {
    const { rerender } = render(<List name="all" parts={[{ name: 'first', parts: 1 }]} />);
    const more = Array.from({ length: 12 }, (_, row) => ({ name: `row ${row}`, parts: 8 }));
    rerender(<List name="all" parts={[{ name: 'first', parts: 1 }, ...more]} />);
    const drawn = () => shown().reduce((sum, text) => sum + Number(text), 0);
    const gained = (frames: number, after: number) => {
      const before = drawn();
      for (let frame = 0; frame < frames; frame += 1) nextFrame(after);
      return drawn() - before;
    };
    nextFrame(LONG);
    expect(gained(23, 16)).toBe(23);
    expect(gained(10, 16)).toBe(20);
    expect(gained(1, 40)).toBe(1);
    expect(gained(24, 16)).toBe(25);
    expect(gained(2, 90), 'a very late one takes it back as well').toBe(1);
    expect(gained(10, 16)).toBe(10);
  });
});
