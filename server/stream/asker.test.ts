import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type Operation, RawAnswer } from '../common/operation.ts';
import { createAsker } from './asker.ts';

const search: Operation = {
  id: 'search',
  method: 'GET',
  path: '/search',
  summary: '',
  tag: '',
  query: z.strictObject({ query: z.string() }),
  handle: ({ given, address }) => ({ ...given.query, address: address() }),
};
const odd: Operation = {
  ...search,
  id: 'odd',
  path: '/odd',
  // No JSON.
  handle: async () => ({ count: 1n }),
};
const failed = vi.fn();
const failing: Operation = { ...search, path: '/failing', handle: () => new RawAnswer('{}', {}, 404) };
const own: Operation = { ...search, path: '/own', authenticate: async () => 'somebody' };
const guarded: Operation = { ...search, path: '/guarded', guard: () => undefined };
const ask = createAsker([search, odd, failing, own, guarded], undefined, failed);

it('asks what a plain read of the address asks, whatever stands in its query', async () => {
  const address = '/search?query=who?me';
  const look = await ask(address)?.look('local');
  expect(look?.text()).toBe(JSON.stringify({ query: 'who?me', address }));
});

it('has no answer where what comes later cannot be written, and says so to the log', async () => {
  await expect(ask('/odd?query=x')?.look('local')).resolves.toBeUndefined();
  expect(failed).toHaveBeenCalledWith('odd', expect.any(TypeError));
});

it('takes no failure for an answer, and asks for nothing that needs a sign-in or is guarded', () => {
  expect(ask('/failing?query=x')?.look('local')).toBeUndefined();
  expect(ask('/own?query=x')).toBeUndefined();
  expect(ask('/guarded?query=x')).toBeUndefined();
});
