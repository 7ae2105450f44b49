// @vitest-environment happy-dom
import type { HistoryEvent } from '@contract/prediction/history.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { anEvent, aPosition, config } from '../testing.tsx';
import { PositionChart } from './position-chart.tsx';

vi.mock('@/api/series.queries.ts', () => ({ useMarketSeries: () => ({ data: undefined, isError: false }) }));

it('counts no fills while the records have not come', () => {
  setConfig(config);
  const chart = (records: HistoryEvent[] | null) => {
    cleanup();
    render(<PositionChart position={aPosition()} asOf={Date.now()} records={records} />);
    return screen.queryByText(/\d+ fills?$/)?.textContent;
  };
  expect(chart(null)).toBeUndefined();
  expect(chart([anEvent()])).toBe('1 fill');
});
