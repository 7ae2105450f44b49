import { readError } from '@contract/error.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestGateway, testGateway } from './testing/platform.ts';
import { RawServer } from './testing/raw-server.ts';

const READ = '/prediction/v1/trading-status';
const PLAIN = '/tokens/v2/recent';
const BODY = '{"trading_active":true}';

const platform = new RawServer();
let url: string;
let desk: TestGateway;
beforeAll(async () => {
  url = await platform.open();
});
beforeEach(() => {
  desk = testGateway(url);
});
afterEach(() => {
  desk.close();
  platform.hangUp();
});
afterAll(() => platform.close());

const lengthOf = (body: string): string => `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
/** An answer with this status line, before and behind whatever else. */
const saying = (status: string, body = BODY, headers = ''): string =>
  `HTTP/1.1 ${status}\r\n${headers}${lengthOf(body)}`;

function answersWith(text: string): void {
  platform.answer = (socket) => socket.end(text);
}
const execute = (): Response | Promise<Response> =>
  desk.app.request('/prediction/v1/execute', {
    method: 'POST',
    body: JSON.stringify({ signedTransaction: 'AAAA' }),
  });

describe('an answer of the platform', () => {
  it.each([
    ['of no status', saying('000 Nothing')],
    ['of a status below all', saying('099 Early')],
    ['of two digits', saying('20 OK')],
    ['of four digits', saying('2000 OK')],
    ['of letters', saying('abc OK')],
    ['above all', saying('600 Over')],
    ['far above all', saying('999 Over')],
    ['that is no answer yet', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['that is none, again and again', 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'.repeat(2_000)],
    ['of an unknown kind that is none', saying('199 Later', '')],
    [
      'that speaks another protocol',
      saying('101 Switching Protocols', '', 'connection: upgrade\r\nupgrade: x\r\n'),
    ],
    ['that speaks another protocol at once', `HTTP/1.1 101 Switching Protocols\r\n\r\n${saying('200 OK')}`],
    ['without content', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['without content that has some', saying('204 No Content')],
    ['that says to begin anew', saying('205 Reset Content', '')],
    ['that says to begin anew and more', saying('205 Reset Content')],
    ['that is a piece', saying('206 Partial Content')],
    ['that is many', saying('207 Multi-Status')],
    ['that is a difference', saying('226 IM Used')],
    ['of no known success', saying('299 Fine')],
    ['that offers a choice', saying('300 Multiple Choices')],
    ['that nothing has changed', 'HTTP/1.1 304 Not Modified\r\n\r\n'],
    ['that nothing has changed, and what', saying('304 Not Modified')],
  ])('%s is a failure in the form of the interface, and in the log', async (_, text) => {
    answersWith(text);
    const reply = await desk.app.request(READ);
    const body: unknown = await reply.json();
    expect(reply.status).toBe(502);
    expect(body).toMatchObject({
      code: expect.stringMatching(/^UPSTREAM_/),
      type: 'api_error',
      message: expect.stringContaining('the platform'),
    });
    expect(desk.log).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ operation: 'getTradingStatus', cause: expect.anything() }),
      ]),
    );
    const plain = await desk.app.request(PLAIN);
    expect([plain.status, await plain.json()]).toEqual([
      502,
      { error: expect.stringContaining('the platform'), code: expect.stringMatching(/^UPSTREAM_/) },
    ]);
    const write = await execute();
    expect(write.status).toBe(502);
    expect(readError(await write.json())?.message).toContain('not known');
  });

  it.each(['200 OK', '201 Created', '202 Accepted', '203 Elsewhere'])(
    'of %s is passed on',
    async (status) => {
      answersWith(saying(status));
      const reply = await desk.app.request(READ);
      expect([reply.status, await reply.text()]).toEqual([Number(status.slice(0, 3)), BODY]);
    },
  );

  it.each(['400', '403', '404', '418', '451', '499', '500', '599'])(
    'of %s is a refusal that is passed on',
    async (status) => {
      answersWith(saying(`${status} No`, '{"code":7,"message":"no"}'));
      const reply = await desk.app.request(READ);
      expect([reply.status, await reply.json()]).toEqual([Number(status), { code: 7, message: 'no' }]);
    },
  );

  it('is waited for behind what is none yet', async () => {
    answersWith(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${saying('200 OK')}`);
    expect(await (await desk.app.request(READ)).text()).toBe(BODY);
  });
});
