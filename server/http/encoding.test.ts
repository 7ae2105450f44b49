import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compressed } from '../common/encoding.ts';
import { JsonText } from '../common/operation.ts';
import { eventModel, type TestApp, testApp, WALLET } from '../testing/stub-app.ts';
import { type HttpServer, serve } from './serve.ts';

const EVENTS = Array.from({ length: 40 }, (_, n) =>
  eventModel({ eventId: `EV-${n}`, markets: [{ marketId: `MK-${n}` }] }),
);
const LONG = '/prediction/v1/events?includeMarkets=true&end=40';

let stub: TestApp;
let server: HttpServer;
beforeAll(async () => {
  stub = testApp(EVENTS, { deps: { rpc: async () => ({ result: 'x'.repeat(5_000) }) } });
  server = await serve(stub.app.listener, '127.0.0.1', 0);
});
afterAll(async () => {
  await server.close(0);
  stub.app.close();
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
async function ask(path: string, accepted?: string, method = 'GET', body?: string): Promise<Answer> {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const request = httpRequest(server.url + path, { method, headers, agent: false });
  request.end(body);
  const [response] = await once(request, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

describe('a long answer of an interface', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
    [undefined, undefined, (body: Buffer) => body],
  ])('to who accepts %s comes as %s, made anew and given again', async (accepted, encoding, open) => {
    const plain = JSON.parse((await ask(LONG)).body.toString());
    const path = `${LONG}&start=${encoding === undefined ? 0 : 1}`;
    const first = await ask(path, accepted);
    const again = await ask(path, accepted);
    for (const { status, headers, body } of [first, again]) {
      expect(status).toBe(200);
      expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(body.byteLength) });
      expect(headers['content-encoding']).toBe(encoding);
      const text = open(body).toString();
      expect(JSON.parse(text).data[0]).toEqual(plain.data[encoding === undefined ? 0 : 1]);
      if (encoding !== undefined) expect(body.byteLength).toBeLessThan(text.length / 4);
    }
  });

  it('has the same headers and no body for HEAD', async () => {
    const head = await ask(LONG, 'br', 'HEAD');
    expect(head.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(head.body).toHaveLength(0);
  });

  it('is compressed once for as long as it is kept, whoever asks at the same time', async () => {
    const body = Buffer.from('x'.repeat(10_000));
    const making = [compressed(body, 'br'), compressed(body, 'br')];
    expect(making[1]).toBe(making[0]);
    const made = await making[0];
    expect(compressed(body, 'br')).toBe(made);
    expect(compressed(body, 'gzip')).not.toBe(made);
  });

  it('is tried again after it could not be compressed, by whoever asks next', async () => {
    const body = Buffer.from('x'.repeat(10_000));
    // The compressor takes no hint of a size that is no number.
    Object.defineProperty(body, 'byteLength', { value: 'unknown', configurable: true });
    await expect(compressed(body, 'br')).rejects.toThrow(TypeError);
    Reflect.deleteProperty(body, 'byteLength');
    expect(brotliDecompressSync(await compressed(body, 'br')).toString()).toBe('x'.repeat(10_000));
  });
});

describe('an answer that is encoded where it is made', () => {
  const PATH = `/prediction/v1/history?ownerPubkey=${WALLET}`;
  const listHistory = vi.fn(({ accepted }: { accepted?: string }) =>
    Promise.resolve(
      accepted === undefined ? new JsonText('{"made":"plain"}') : new JsonText(gzipSync('"encoded"'), 'gzip'),
    ),
  );
  const answered = async (checkAnswers: boolean, init?: RequestInit) => {
    const setup = { exchange: { services: { listHistory } }, deps: { checkAnswers } };
    const { app } = testApp(EVENTS, setup as unknown as Parameters<typeof testApp>[1]);
    try {
      return await app.request(PATH, { headers: { 'accept-encoding': 'br, gzip' }, ...init });
    } finally {
      app.close();
    }
  };

  it('leaves so, and says what it is', async () => {
    const response = await answered(false);
    expect(listHistory).toHaveBeenLastCalledWith(expect.objectContaining({ accepted: 'br, gzip' }));
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe('"encoded"');
  });

  it('is asked for as it is where nothing else is accepted', async () => {
    const response = await answered(false, { headers: {} });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.json()).toEqual({ made: 'plain' });
  });

  it('is asked for as it is where it is checked', async () => {
    expect((await answered(true)).status).toBe(500);
    expect(listHistory).toHaveBeenLastCalledWith(expect.objectContaining({ accepted: undefined }));
  });
});

it.each([
  ['a short answer', '/prediction/v1/trading-status', 'GET', undefined],
  ['an answer to a write', '/rpc', 'POST', '{}'],
])('%s leaves as it is', async (_, path, method, body) => {
  const answer = await ask(path, 'br, gzip', method, body);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-encoding']).toBeUndefined();
});
