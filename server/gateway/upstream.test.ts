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

/** Refuses as servers do that name what they were asked. */
const echo: Transport = {
  send: async ({ url }) => ({
    status: 404,
    headers: {},
    body: Buffer.from(JSON.stringify({ message: `Cannot GET ${url.href}` })),
  }),
  close: () => undefined,
};
function refusalAt(url: string, apiKey: string | undefined) {
  const upstream = createUpstream({
    url,
    apiKey,
    bases: liveConfigOf({}).bases,
    transport: echo,
    heard: () => undefined,
    now: () => 0,
    clock: () => 0,
  });
  const given = { params: {}, query: {}, body: undefined };
  return upstream.send('getTradingStatus', { given, requestId: 'r' }, 1_000);
}

const PATH_KEY = '7f3a91c2d4e5b6a70123';
it.each([
  [`https://platform.example/${PATH_KEY}`, undefined],
  [`https://platform.example/v1/${PATH_KEY}/`, KEY],
])('passes on no answer that shows the key in the path of %s', async (url, apiKey) => {
  await expect(refusalAt(url, apiKey)).rejects.toMatchObject({ code: 'UPSTREAM_MALFORMED' });
});

it.each(['v1', 'prediction/v1', 'prediction-markets'])(
  'takes the path %s for no key, and passes on what names it',
  async (path) => {
    const answer = await refusalAt(`https://platform.example/${path}`, undefined);
    expect(answer.json).toMatchObject({ message: expect.stringContaining(`/${path}/`) });
  },
);
