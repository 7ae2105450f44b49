// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { RoundsStrip } from './rounds-strip.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('another length may be chosen where the address tells one, and the next one told is shown', async () => {
  const none = { data: [], pagination: { start: 0, end: 0, total: 0, hasNext: false } };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(none)));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const strip = (tag: string | undefined) => (
    <QueryClientProvider client={client}>
      <RoundsStrip tag={tag} />
    </QueryClientProvider>
  );
  const { rerender } = render(strip('5m'));
  const length = (name: string) => screen.getByRole('radio', { name });
  expect(length('5m')).toBeChecked();
  await userEvent.click(length('1h'));
  expect(length('1h')).toBeChecked();
  await userEvent.click(length('5m'));
  rerender(strip('1h'));
  expect(length('1h')).toBeChecked();
});
