import { expect, it } from 'vitest';
import { liveConfigOf } from './live-config.ts';
import type { HttpCall, Transport } from './transport.ts';
import { createUpstream } from './upstream.ts';

const KEY = 'key-that-nobody-may-see';

it('is told a sign-in where an operation asks for one, and the key in no address', async () => {
  const calls: HttpCall[] = [];
  const transport: Transport = {
    send: async (call) => {
      calls.push(call);
      return { status: 200, headers: {}, body: Buffer.from('{}') };
    },
    close: () => undefined,
  };
  const upstream = createUpstream({
    url: 'https://platform.example/',
    apiKey: KEY,
    bases: liveConfigOf({}).bases,
    transport,
    heard: () => undefined,
    now: () => 0,
    clock: () => 0,
  });
  const call = {
    given: { params: {}, query: {}, body: undefined },
    bearer: 'Bearer a.b.c',
    requestId: 'r',
  };
  await upstream.send('getVault', call, 1_000);
  await upstream.send('getTradingStatus', call, 1_000);
  expect(calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer a.b.c', undefined]);
  for (const { headers, url } of calls) {
    expect(headers['x-api-key']).toBe(KEY);
    expect(url.href).not.toContain(KEY);
    expect(url.href).toMatch(/^https:\/\/platform\.example\/[a-z]/);
  }
});
