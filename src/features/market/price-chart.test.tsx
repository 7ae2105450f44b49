// @vitest-environment happy-dom
import { render, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PriceChart } from './price-chart.tsx';

const series = vi.hoisted(() => ({
  applyOptions: vi.fn(),
  createPriceLine: vi.fn(),
  removePriceLine: vi.fn(),
  setData: vi.fn(),
  priceScale: () => ({ applyOptions: () => undefined }),
}));
const setMarkers = vi.hoisted(() => vi.fn());
vi.mock('lightweight-charts', async (original) => ({
  ...(await original<typeof import('lightweight-charts')>()),
  createSeriesMarkers: () => ({ setMarkers }),
}));
vi.mock('@/ui/chart-theme.ts', async (original) => ({
  ...(await original<typeof import('@/ui/chart-theme.ts')>()),
  keepClear: () => undefined,
  paintChart: () => undefined,
  plainChart: () => ({
    addSeries: () => series,
    priceScale: series.priceScale,
    timeScale: () => ({ fitContent: () => undefined, subscribeSizeChange: () => undefined }),
    subscribeCrosshairMove: () => undefined,
    remove: () => undefined,
  }),
}));

const { style, dataset } = document.documentElement;
afterEach(() => {
  style.removeProperty('--accent');
  delete dataset.theme;
});

it('paints what is marked in the colours of another theme', async () => {
  style.setProperty('--accent', '#111111');
  const line = [{ time: 60, value: 50 }];
  const fills = [{ time: 60, value: 50, isBuy: true }];
  render(<PriceChart line={line} dots={[]} fills={fills} cost={49} side="yes" />);
  const painted = () => [
    setMarkers.mock.lastCall?.[0][0].color,
    series.createPriceLine.mock.lastCall?.[0].color,
  ];
  expect(painted()).toEqual(['#111111', '#111111']);
  style.setProperty('--accent', '#eeeeee');
  dataset.theme = 'light';
  await waitFor(() => expect(painted()).toEqual(['#eeeeee', '#eeeeee']));
  expect(series.removePriceLine).toHaveBeenCalledOnce();
});
