// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useVirtualRows } from './use-virtual-rows.ts';

const ROW = 100;
const ITEMS = Array.from({ length: 2_000 }, (_, index) => index);
const onVisible = vi.fn<(first: number, last: number) => void>();
const loadMore = vi.fn();
const estimate = () => ROW;

function Rows({ items = ITEMS }: { items?: number[] }) {
  const { container, rows, total } = useVirtualRows(
    { key: 'all', items, idOf: String, onVisible, loadMore },
    { estimate, overscan: 2 },
  );
  return (
    <div ref={container} data-testid="list" style={{ height: total }}>
      {rows.map(({ key, index }) => (
        <p key={key}>{items[index]}</p>
      ))}
    </div>
  );
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
  loadMore.mockClear();
});
afterEach(() => {
  window.scrollTo(0, 0);
  vi.useRealTimers();
});

it('draws what is on the screen and a little more, in the height of the whole list', () => {
  render(<Rows />);
  expect(screen.getByTestId('list').style.height).toBe(`${ROW * ITEMS.length}px`);
  expect(screen.getByText('0')).toBeInTheDocument();
  scroll(50_000, 1_000);
  const drawn = screen.getAllByText(/^\d+$/).map(({ textContent }) => Number(textContent));
  expect(drawn).toContain(500);
  expect(drawn.length).toBeLessThan(window.innerHeight / ROW + 6);
});

it('does not tell what flies past, but where the scrolling pauses', () => {
  render(<Rows />);
  scroll(2_400, 10_000);
  expect(onVisible).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(200));
  expect(onVisible).toHaveBeenCalledOnce();
  expect(onVisible.mock.calls[0]?.[0]).toBeGreaterThan(200);
});

it('asks for more near the end, and not before', () => {
  const { rerender } = render(<Rows items={ITEMS.slice(0, 100)} />);
  expect(loadMore).not.toHaveBeenCalled();
  scroll(20_000, 500);
  expect(loadMore).toHaveBeenCalledOnce();
  rerender(<Rows items={ITEMS.slice(0, 200)} />);
  expect(loadMore).toHaveBeenCalledOnce();
});
