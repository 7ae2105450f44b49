import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Operation } from '../common/operation.ts';
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
const ask = createAsker([search], undefined, () => undefined);

it('asks what a plain read of the address asks, whatever stands in its query', async () => {
  const address = '/search?query=who?me';
  const look = await ask(address)?.look('local');
  expect(look?.text()).toBe(JSON.stringify({ query: 'who?me', address }));
});
