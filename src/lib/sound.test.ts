import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chime, setSounds } from './sound.ts';

const started = vi.fn();
interface Asked {
  resolve: () => void;
  reject: (cause: Error) => void;
}
/** How the browser's player stands, and who has asked it to go on. */
const player = { state: 'running', waiting: [] as Asked[] };
class FakeAudio {
  currentTime = 0;
  destination = {};
  get state() {
    return player.state;
  }
  createGain = () => ({ gain: { value: 1 }, connect: () => undefined });
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: () => undefined,
    start: started,
    stop: () => undefined,
  });
  resume = () =>
    new Promise<void>((resolve, reject) => {
      player.waiting.push({ resolve, reject });
    });
}
vi.stubGlobal('AudioContext', FakeAudio);
beforeEach(() => {
  vi.useFakeTimers();
  started.mockClear();
  player.state = 'running';
  player.waiting = [];
});
afterEach(() => {
  vi.useRealTimers();
  setSounds(false);
});

/** The browser lets it play: all that waits is told, and what comes of that. */
async function resume(): Promise<void> {
  player.state = 'running';
  for (const { resolve } of player.waiting) resolve();
  await vi.advanceTimersByTimeAsync(0);
}

it('is silent until it is wanted', () => {
  chime('good');
  expect(started).not.toHaveBeenCalled();
  setSounds(true);
  chime('good');
  expect(started).toHaveBeenCalledTimes(2);
});

it('sounds a moment later where the browser had stopped the player, and lets it go on', async () => {
  setSounds(true);
  player.state = 'suspended';
  chime('alert');
  vi.advanceTimersByTime(1_000);
  expect(started, 'nothing is begun while its clock stands still').not.toHaveBeenCalled();
  await resume();
  expect(started).toHaveBeenCalledTimes(3);
  chime('good');
  expect(started, 'then at once').toHaveBeenCalledTimes(5);
});

it('drops what would come too late: it does not sound with all else at once', async () => {
  setSounds(true);
  player.state = 'suspended';
  for (let nth = 0; nth < 5; nth++) {
    chime('good');
    vi.advanceTimersByTime(1_001);
  }
  chime('bad');
  await resume();
  expect(started, 'the last alone').toHaveBeenCalledTimes(2);
});

it('stays silent where sounds were turned off meanwhile, or the browser will not go on', async () => {
  setSounds(true);
  player.state = 'suspended';
  chime('good');
  setSounds(false);
  expect(player.waiting).toHaveLength(1);
  await resume();
  expect(started).not.toHaveBeenCalled();
  setSounds(true);
  player.state = 'interrupted';
  player.waiting = [];
  chime('good');
  expect(player.waiting).toHaveLength(1);
  for (const { reject } of player.waiting) reject(new Error('not allowed'));
  await vi.advanceTimersByTimeAsync(0);
  expect(started).not.toHaveBeenCalled();
});
