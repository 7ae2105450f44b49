// @vitest-environment happy-dom
import { type PicoUsd, picoUsd } from '@contract/triggers/price.ts';
import { fireEvent, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ChartCanvas } from './chart-canvas.tsx';
import type { ChartLine } from './chart-handle.tsx';
import type { ChartPrice } from './chart-prices.ts';

/** What the chart was told to draw again for. */
const scaled = vi.fn();
const drawn = vi.fn();
vi.mock('@/ui/chart-theme.ts', async (original) => ({
  ...(await original<typeof import('@/ui/chart-theme.ts')>()),
  keepClear: () => undefined,
  paintChart: () => undefined,
  plainChart: () => ({
    addSeries: () => ({ applyOptions: () => undefined, setData: drawn, priceToCoordinate: () => 10 }),
    priceScale: () => ({ applyOptions: scaled, width: () => 50 }),
    timeScale: () => ({ fitContent: () => undefined, height: () => 20 }),
    remove: () => undefined,
  }),
}));

const PRICES = [
  { time: 1, price: picoUsd(100_000_000n) },
  { time: 2, price: picoUsd(101_000_000n) },
] as readonly ChartPrice[];
const line = (price: PicoUsd, placed?: ChartLine['placed']): ChartLine => ({
  id: 'trigger',
  price,
  label: 'Trigger',
  tone: 'neutral',
  movable: true,
  ...(placed && { placed }),
});
const canvas = (lines: readonly ChartLine[]) => (
  <ChartCanvas prices={PRICES} lines={lines} onMove={() => undefined} onPick={() => undefined} />
);

it('draws the chart again once a line has moved, and not whenever the page is drawn', () => {
  const at = picoUsd(102_000_000n);
  const { rerender } = render(canvas([line(at)]));
  scaled.mockClear();
  drawn.mockClear();
  rerender(canvas([line(at)]));
  rerender(canvas([{ ...line(at), label: 'Trigger price' }]));
  expect(scaled).not.toHaveBeenCalled();
  for (const lines of [[line(picoUsd(103_000_000n))], [line(picoUsd(103_000_000n), 'moved')], []]) {
    rerender(canvas(lines));
    expect(scaled).toHaveBeenCalledOnce();
    scaled.mockClear();
  }
  expect(drawn).not.toHaveBeenCalled();
});

it('scales the chart again once a line was let go, so that it can be pulled on', async () => {
  const { findByRole } = render(canvas([line(picoUsd(102_000_000n))]));
  const handle = await findByRole('slider');
  scaled.mockClear();
  fireEvent(handle, new Event('lostpointercapture', { bubbles: true }));
  expect(scaled).toHaveBeenCalledOnce();
});
