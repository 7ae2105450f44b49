import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { ListenError, serve } from './serve.ts';
import { Traffic } from './traffic.ts';

/** A promise that another place resolves. */
function gate<T>() {
  let open: (value: T) => void = () => undefined;
  const opened = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { opened, open: (value: T) => open(value) };
}

const WRITE = 'POST /write HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';

describe('serving', () => {
  it('names the port that is taken', async () => {
    const first = await serve((_req, res) => res.end('ok'), '127.0.0.1', 0);
    const port = Number(new URL(first.url).port);
    const second = serve(() => undefined, '127.0.0.1', port);
    await expect(second).rejects.toThrow(ListenError);
    await expect(second).rejects.toThrow(`PORT ${port} is in use`);
    await first.close(100);
  });

  it('names an address that nobody can listen on', async () => {
    const opened = serve(() => undefined, 'fe80::1', 0);
    await expect(opened).rejects.toMatchObject({
      name: 'ListenError',
      message: expect.stringMatching(/^HOST fe80::1 .+[^\n]$/),
    });
  });

  it('finishes the request that runs, then ends', async () => {
    const arrived = gate<() => void>();
    const server = await serve((_req, res) => arrived.open(() => res.end('done')), '127.0.0.1', 0);
    const response = fetch(server.url);
    const answer = await arrived.opened;
    const closed = server.close(60_000);
    answer();
    expect(await (await response).text()).toBe('done');
    await closed;
    await expect(fetch(server.url)).rejects.toThrow();
  });

  it('cuts what does not end in time', async () => {
    const arrived = gate<void>();
    const server = await serve(() => arrived.open(), '127.0.0.1', 0);
    const response = fetch(server.url).catch(() => 'cut');
    await arrived.opened;
    await server.close(20);
    expect(await response).toBe('cut');
  });
});

describe('what cannot be read as a request', () => {
  it.each([
    ['is no request', 'nonsense\r\n\r\n'],
    ['does not come whole', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['keeps its body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'],
  ])('and %s is no answer to the write before it, of which nobody knows what becomes', async (_, rude) => {
    const arrived = gate<void>();
    const server = await serve(() => arrived.open(), '127.0.0.1', 0);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const heard = text(socket).catch(() => '');
    socket.write(WRITE);
    await arrived.opened;
    socket.end(rude);
    expect(await heard).toBe('');
    await server.close(0);
  });
});

describe('a connection that is let go', () => {
  /** Serves until both sides have said that they are done. @returns what its client reads, and what was begun. */
  async function letGo(first: string, rest: string) {
    const begun: string[] = [];
    const traffic = new Traffic();
    const server = await serve(
      (req, res) => {
        begun.push(req.url ?? '');
        res.setHeader('connection', 'close').end();
      },
      '127.0.0.1',
      0,
      { headersTimeout: 20, connectionsCheckingInterval: 10 },
      traffic,
    );
    const socket = connect({ port: Number(new URL(server.url).port), allowHalfOpen: true });
    socket.write(first);
    let heard = '';
    socket.on('data', (data) => {
      heard += data;
    });
    await once(socket, 'end');
    socket.end(rest);
    await vi.waitFor(() => expect(traffic.connections).toBe(0));
    await server.close(0);
    return { begun, heard };
  }

  it('for its silence begins no request that was on its way: its client reads a refusal, and asks again', async () => {
    const { begun, heard } = await letGo('', WRITE);
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
    expect(begun).toEqual([]);
  });

  it('with an answer that is the last begins no request behind it', async () => {
    const { begun, heard } = await letGo(`GET /last HTTP/1.1\r\nHost: x\r\n\r\n${WRITE}`, '');
    expect(heard).toMatch(/^HTTP\/1\.1 200 /);
    expect(begun).toEqual(['/last']);
  });
});
