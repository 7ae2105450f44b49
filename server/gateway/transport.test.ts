import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestPlatform } from './testing/platform.ts';
import { bodyFor, type RawAnswer, RawServer, rawAnswer } from './testing/raw-server.ts';
import { createTransport, type Transport, TransportError } from './transport.ts';

const REPEATED = 120;
const STRAY = rawAnswer('/somebody-elses');

const server = new RawServer();
let url: string;
let transport: Transport;
beforeAll(async () => {
  url = await server.open();
});
beforeEach(() => {
  transport = createTransport();
});
afterEach(() => {
  transport.close();
  server.hangUp();
});
afterAll(() => server.close());

/** Asks for a path; answers what came, or why nothing did. */
async function ask(path: string, timeoutMs = 10_000): Promise<string> {
  const heard = () => undefined;
  const call = { method: 'POST', url: new URL(url + path), headers: {}, body: '{}', timeoutMs, heard };
  try {
    return (await transport.send(call)).body.toString();
  } catch (error) {
    if (error instanceof TransportError) return error.kind;
    throw error;
  }
}

const turns = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve));
};

/** What was given to a request that had asked for something else. */
const strayed = (path: string, text: string): string[] =>
  text.startsWith('{') && text !== bodyFor(path) ? [`${path} was given ${text}`] : [];

/** Asks again and again, with more time between two requests or less, and some at once. */
async function strays(): Promise<string[]> {
  const found: string[] = [];
  for (let n = 0; n < REPEATED; n++) {
    const paths = Array.from({ length: n % 10 === 0 ? 5 : 1 }, (_, index) => `/${n}-${index}`);
    const texts = await Promise.all(paths.map((path) => ask(path)));
    found.push(...paths.flatMap((path, index) => strayed(path, texts[index] ?? '')));
    await turns(n % 5);
  }
  return found;
}

describe('an answer that nobody has asked for is given to nobody when it', () => {
  const noisy: [string, RawAnswer][] = [
    ['comes in one piece with the right one', (socket, path) => socket.write(rawAnswer(path) + STRAY)],
    [
      'comes right behind it',
      (socket, path) => {
        socket.write(rawAnswer(path));
        setImmediate(() => socket.write(STRAY));
      },
    ],
    [
      'comes a moment later',
      (socket, path) => {
        socket.write(rawAnswer(path));
        setTimeout(() => socket.write(STRAY), 1);
      },
    ],
    [
      'is the right one once more',
      (socket, path) => {
        socket.write(rawAnswer(path));
        setTimeout(() => socket.write(rawAnswer(path)), 1);
      },
    ],
    [
      'is cut in two',
      (socket, path) => {
        socket.write(rawAnswer(path) + STRAY.slice(0, 30));
        setTimeout(() => socket.write(STRAY.slice(30)), 1);
      },
    ],
    [
      'is longer than it says',
      (socket, path) => {
        socket.write(`${rawAnswer(path)}{"more":1}`);
        setTimeout(() => socket.write(STRAY), 1);
      },
    ],
    [
      'follows trailers',
      (socket, path) => {
        const text = bodyFor(path);
        const chunked = `${text.length.toString(16)}\r\n${text}\r\n0\r\nx-trailer: 1\r\n\r\n`;
        socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunked}`);
        setTimeout(() => socket.write(STRAY), 1);
      },
    ],
    [
      'follows two hints to go on',
      (socket, path) => {
        socket.write(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${rawAnswer(path)}`);
        setTimeout(() => socket.write(STRAY), 1);
      },
    ],
    [
      'follows one that has no body but shows one',
      (socket) => {
        socket.write(`HTTP/1.1 204 No Content\r\n\r\n${bodyFor('/somebody-elses')}`);
        setTimeout(() => socket.write(STRAY), 1);
      },
    ],
  ];
  it.each(noisy)('%s', async (_, answer) => {
    server.answer = answer;
    expect(await strays()).toEqual([]);
  });

  it('comes after its request was given up', async () => {
    server.answer = (socket, path) => {
      if (path.startsWith('/late')) setTimeout(() => socket.write(rawAnswer(path)), 30);
      else setTimeout(() => socket.write(rawAnswer(path)), 5);
    };
    const found: string[] = [];
    for (let n = 0; n < 20; n++) {
      expect(await ask(`/late-${n}`, 20)).toBe('timeout');
      found.push(...strayed(`/${n}`, await ask(`/${n}`)));
    }
    expect(found).toEqual([]);
  });
});

it('keeps no connection of a request that it has given up', async () => {
  let closed: Promise<unknown> | undefined;
  server.answer = (socket) => {
    closed = once(socket, 'close');
  };
  expect(await ask('/silent', 50)).toBe('timeout');
  await closed;
  server.answer = (socket) => {
    closed = once(socket, 'close');
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{');
  };
  expect(await ask('/half', 50)).toBe('timeout');
  await closed;
});

it('sends a body whole, whatever is written in it', async () => {
  const platform = new TestPlatform();
  const at = await platform.open();
  const body = '{"a":"größer als 5 €"}';
  const heard = () => undefined;
  await transport.send({ method: 'POST', url: new URL(at), headers: {}, body, timeoutMs: 10_000, heard });
  expect(platform.arrived.map((one) => one.body)).toEqual([body]);
  await platform.close();
});

it('uses no connection twice, whatever the other end offers', async () => {
  const uses: number[] = [];
  server.answer = (socket, path, nth) => {
    uses.push(nth);
    socket.write(rawAnswer(path));
  };
  for (let n = 0; n < 5; n++) expect(await ask(`/${n}`)).toBe(bodyFor(`/${n}`));
  // Many at once as well, where an agent with a bound would hand connections on.
  await Promise.all(Array.from({ length: 400 }, (_, n) => ask(`/many-${n}`)));
  expect(uses).toEqual(Array(405).fill(0));
});
