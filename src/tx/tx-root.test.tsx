// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { recoverTransactions } from './recover.ts';
import { TxRoot } from './tx-root.tsx';

vi.mock('./recover.ts', () => ({ recoverTransactions: vi.fn(async () => undefined) }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.mocked(recoverTransactions).mockClear();
});

const onDisk = (databases: () => Promise<{ name: string }[]>) => vi.stubGlobal('indexedDB', { databases });
function load() {
  const onUnfinished = vi.fn();
  const client = new QueryClient();
  render(<TxRoot onUnfinished={onUnfinished} />, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return onUnfinished;
}
const refused = (name: string) => () => Promise.reject(new DOMException('', name));

it.each([
  ['has a journal', async () => [{ name: 'evenline' }]],
  ['does not say now what it has', refused('UnknownError')],
])('a load takes up what a disk has left that %s', async (_, databases) => {
  onDisk(databases);
  load();
  await expect.poll(() => vi.mocked(recoverTransactions).mock.calls.length).toBe(1);
});

it.each([
  ['of another name alone', () => onDisk(async () => [{ name: 'other' }])],
  ['that it keeps from the page', () => onDisk(refused('SecurityError'))],
  ['none', () => vi.stubGlobal('indexedDB', undefined)],
])('a load asks for nothing in a browser with a database %s', async (_, stub) => {
  stub();
  const onUnfinished = load();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(onUnfinished).not.toHaveBeenCalled();
  expect(recoverTransactions).not.toHaveBeenCalled();
});
