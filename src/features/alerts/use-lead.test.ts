// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLead } from './use-lead.ts';

type Grant = () => Promise<void>;
interface Request {
  run: Grant;
  reject: (error: Error) => void;
}

/** One lock as browsers have it: a holder, a queue, and taking over. */
class OneLock {
  holder: Request | undefined;
  queue: Request[] = [];

  request = (_name: string, options: LockOptions, run: Grant): Promise<void> =>
    new Promise((resolve, reject) => {
      const request: Request = { run, reject };
      options.signal?.addEventListener('abort', () => {
        if (!this.queue.includes(request)) return;
        this.queue = this.queue.filter((one) => one !== request);
        reject(new DOMException('given up', 'AbortError'));
      });
      if (options.steal) {
        this.holder?.reject(new DOMException('taken over', 'AbortError'));
        this.hold(request, resolve);
      } else if (this.holder) this.queue.push(request);
      else this.hold(request, resolve);
    });

  private hold(request: Request, resolve: () => void): void {
    this.holder = request;
    void request.run().then(() => {
      resolve();
      if (this.holder !== request) return;
      this.holder = undefined;
      const [next, ...rest] = this.queue;
      this.queue = rest;
      if (next) this.hold(next, () => undefined);
    });
  }
}

let lock: OneLock;
beforeEach(() => {
  lock = new OneLock();
  vi.stubGlobal('navigator', { ...navigator, locks: lock });
});
afterEach(() => vi.unstubAllGlobals());

const settle = () => act(async () => await new Promise((resolve) => setTimeout(resolve, 0)));

it('the tab looked at last leads, and leaves it to another when it goes', async () => {
  const first = renderHook(() => useLead('x'));
  await settle();
  expect(first.result.current).toBe(true);
  const second = renderHook(() => useLead('x'));
  await settle();
  expect([first.result.current, second.result.current]).toEqual([false, true]);
  second.unmount();
  await settle();
  expect(first.result.current).toBe(true);
  first.unmount();
  await settle();
  expect(lock.holder).toBeUndefined();
  expect(lock.queue).toEqual([]);
});

it('taking over again and again leaves nobody waiting twice', async () => {
  const first = renderHook(() => useLead('x'));
  const second = renderHook(() => useLead('x'));
  for (let index = 0; index < 5; index += 1) {
    // Both hear it; who leads stays, who does not takes over.
    await act(async () => void window.dispatchEvent(new Event('focus')));
    await settle();
    expect([first.result.current, second.result.current].filter(Boolean)).toHaveLength(1);
    expect(lock.queue).toHaveLength(1);
  }
  first.unmount();
  second.unmount();
});

it('without locks every tab leads', async () => {
  vi.stubGlobal('navigator', { ...navigator, locks: undefined });
  const { result } = renderHook(() => useLead('x'));
  await settle();
  expect(result.current).toBe(true);
});

it('where the browser denies its locks every tab leads, and none asks again and again', async () => {
  const request = vi.fn(() => Promise.reject(new DOMException('denied', 'SecurityError')));
  vi.stubGlobal('navigator', { ...navigator, locks: { request } });
  const { result, unmount } = renderHook(() => useLead('x'));
  await settle();
  expect(result.current).toBe(true);
  await act(async () => void window.dispatchEvent(new Event('focus')));
  await settle();
  expect(result.current).toBe(true);
  expect(request).toHaveBeenCalledOnce();
  unmount();
});
