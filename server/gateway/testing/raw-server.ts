import { createServer, type Server, type Socket } from 'node:net';
import { serveLocally } from '../../testing/boot.ts';

/** What a raw server does about a request: which one of its connection it is, and at which path. */
export type RawAnswer = (socket: Socket, path: string, nth: number) => void;

export const bodyFor = (path: string): string => JSON.stringify({ answers: path });
/** A whole answer that names the path it was asked for, over a connection that stays. */
export function rawAnswer(path: string): string {
  const body = bodyFor(path);
  return `HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** A server that knows of the protocol only where a request ends, so that it can break all the rest. */
export class RawServer {
  answer: RawAnswer = (socket, path) => socket.write(rawAnswer(path));
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => {
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    let text = '';
    let nth = 0;
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (;;) {
        const end = text.indexOf('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
        if (end < 0 || text.length < end + 4 + length) return;
        const [, path = ''] = text.split(' ', 2);
        text = text.slice(end + 4 + length);
        this.answer(socket, path, nth++);
      }
    });
  });

  async open(): Promise<string> {
    return serveLocally(this.server);
  }

  hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.hangUp();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
