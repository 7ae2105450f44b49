import { afterEach, expect, it, vi } from 'vitest';
import { chime, setSounds } from './sound.ts';

const started = vi.fn();
class FakeAudio {
  currentTime = 0;
  destination = {};
  createGain = () => ({ gain: { value: 1 }, connect: () => undefined });
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: () => undefined,
    start: started,
    stop: () => undefined,
  });
}
vi.stubGlobal('AudioContext', FakeAudio);
afterEach(() => setSounds(false));

it('is silent until it is wanted', () => {
  chime('good');
  expect(started).not.toHaveBeenCalled();
  setSounds(true);
  chime('good');
  expect(started).toHaveBeenCalledTimes(2);
});
