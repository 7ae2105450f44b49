// @vitest-environment happy-dom
import { act, render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { ConnectionNotice } from './connection-notice.tsx';

const asked = vi.hoisted(() => ({
  data: undefined as boolean | undefined,
  error: null as unknown,
  dataUpdatedAt: 0,
}));
vi.mock('@/api/trading-status.queries.ts', () => ({ useTradingStatus: () => asked }));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = () => undefined;
    disconnect = () => undefined;
  },
);

const text = () => document.body.textContent;
let show: (error: AppError | null) => void;
beforeEach(() => {
  Object.assign(asked, { data: true, error: null });
  const { rerender } = render(<ConnectionNotice />);
  show = (error) => {
    asked.error = error;
    act(() => rerender(<ConnectionNotice />));
  };
});

it('says that there is no response, and when the first good one is back', () => {
  expect(text()).toBe('');
  show(new AppError('timeout', 'No answer.'));
  expect(text()).toContain('No response from the service');
  show(null);
  expect(text()).toBe('Back online');
});

it('takes a refusal for the response that it is, and for no good one', () => {
  show(new AppError('offline', 'No connection.'));
  expect(text()).toContain('No response from the service');
  show(new AppError('rate-limited', 'Too many requests.'));
  expect(text()).toBe('');
});
