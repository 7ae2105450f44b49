// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import type { Market } from '@contract/prediction/market.ts';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { setConfig } from '@/config.ts';
import { eventOf } from '@/domain/event.fixtures.ts';
import { LadderPanel } from './ladder-panel.tsx';

const book = vi.hoisted(() => ({
  data: undefined,
  error: null as unknown,
  isFetching: false,
  dataUpdatedAt: 0,
  refetch: vi.fn(),
}));
vi.mock('@/api/orderbook.queries.ts', () => ({ useBook: () => book, bookIdOf: () => 'm' }));

it('keeps the failure of a book that never came, with its button, while it is asked for again', () => {
  setConfig({ providers: [] } as unknown as AppConfig);
  const panel = () => (
    <LadderPanel
      market={eventOf([{ marketId: 'm' }]).markets[0] as Market}
      side="yes"
      oneSided={false}
      orders={[]}
      onPick={vi.fn()}
      cancels={{ blocked: null, busy: new Set(), waiting: new Map(), cancel: vi.fn() }}
    />
  );
  book.error = new AppError('server', 'Bad gateway.');
  const { rerender } = render(panel());
  const retry = screen.getByRole('button', { name: 'Retry' });
  book.isFetching = true;
  rerender(panel());
  expect(screen.getByRole('button', { name: 'Retry' })).toBe(retry);
  expect(retry).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByRole('alert')).toHaveTextContent('Bad gateway.');
});
