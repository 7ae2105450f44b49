import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startLoop } from './loop.ts';

const options = { everyMs: 100, afterFailureMs: 2_000, onFailure: () => undefined };

/** A turn that takes until it is finished. */
function heldTurn() {
  let resolve: (more: boolean) => void = () => undefined;
  const turn = vi.fn(
    () =>
      new Promise<boolean>((done) => {
        resolve = done;
      }),
  );
  return { turn, finish: () => resolve(false) };
}

describe('a loop', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('never takes two turns at once', async () => {
    const { turn, finish } = heldTurn();
    const stop = startLoop(turn, options);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(turn).toHaveBeenCalledTimes(1);
    finish();
    await vi.advanceTimersByTimeAsync(100);
    expect(turn).toHaveBeenCalledTimes(2);
    finish();
    await stop();
  });

  it('waits longer after a failure, and tells of it', async () => {
    const onFailure = vi.fn();
    const turn = vi.fn(() => Promise.reject(new Error('down')));
    const stop = startLoop(turn, { ...options, onFailure });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(turn).toHaveBeenCalledTimes(1);
    expect(onFailure).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(turn).toHaveBeenCalledTimes(2);
    await stop();
  });

  it('goes on at once while there is more to do', async () => {
    const turn = vi.fn().mockResolvedValue(false).mockResolvedValueOnce(true).mockResolvedValueOnce(true);
    const stop = startLoop(turn, options);
    await vi.advanceTimersByTimeAsync(102);
    expect(turn).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(90);
    expect(turn).toHaveBeenCalledTimes(3);
    await stop();
  });

  it('ends after the turn that runs, and takes no other', async () => {
    const { turn, finish } = heldTurn();
    const stop = startLoop(turn, options);
    await vi.advanceTimersByTimeAsync(100);
    const ended = vi.fn();
    const stopping = stop().then(ended);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ended).not.toHaveBeenCalled();
    finish();
    await stopping;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(turn).toHaveBeenCalledTimes(1);
  });
});
