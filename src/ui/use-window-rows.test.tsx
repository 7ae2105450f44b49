// @vitest-environment happy-dom
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useWindowRows } from './use-window-rows.ts';

const ROW = 100;
const ITEMS = Array.from({ length: 2_000 }, (_, index) => index);
const onVisible = vi.fn<(first: number, last: number) => void>();
const list = { key: 'all', items: ITEMS, idOf: String, onVisible };
const estimate = () => ROW;

function Rows() {
  const { container, rows } = useWindowRows(list, { columns: 1, gap: 0, estimate });
  return <div ref={container}>{rows.length}</div>;
}

/** Scrolls on at so many pixels a second, 20 ms at a time. */
function scroll(pixelsASecond: number, milliseconds: number): void {
  for (let passed = 0; passed < milliseconds; passed += 20) {
    act(() => {
      window.scrollTo(0, window.scrollY + pixelsASecond / 50);
      window.dispatchEvent(new Event('scroll'));
      vi.advanceTimersByTime(20);
    });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  onVisible.mockClear();
});
afterEach(() => {
  window.scrollTo(0, 0);
  vi.useRealTimers();
});

it('tells what is visible from time to time while the scrolling is slow', () => {
  render(<Rows />);
  scroll(300, 10_000);
  expect(onVisible.mock.calls.length).toBeGreaterThanOrEqual(5);
});

it('does not tell what flies past, but where the scrolling ends', () => {
  render(<Rows />);
  scroll(2_400, 1_000);
  onVisible.mockClear();
  scroll(2_400, 10_000);
  expect(onVisible).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(200));
  expect(onVisible).toHaveBeenCalledOnce();
  expect(onVisible.mock.calls[0]?.[0]).toBeGreaterThan(200);
});
