import { connect, createServer, type Server, type Socket } from 'node:net';
import { openLocally } from '../../testing/boot.ts';

/** The way to Redis, which can be cut, or hold what is sent on it, and mended. */
export class RedisWay {
  private readonly sockets = new Set<Socket>();
  private readonly pipes = new Map<Socket, Socket>();
  private readonly server: Server;
  private cut = false;
  private constructor(private readonly target: URL) {
    this.server = createServer((from) => {
      if (this.cut) return from.destroy();
      const to = connect(Number(target.port || 6379), target.hostname);
      for (const socket of [from, to]) {
        this.sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
      }
      this.pipes.set(from, to);
      from.on('close', () => this.pipes.delete(from));
      from.pipe(to).pipe(from);
      return from;
    });
  }
  static async open(target: string): Promise<RedisWay> {
    const way = new RedisWay(new URL(target));
    await openLocally(way.server);
    return way;
  }
  get url(): string {
    const url = new URL(this.target);
    const address = this.server.address();
    url.hostname = '127.0.0.1';
    url.port = String(typeof address === 'object' ? address?.port : '');
    return url.href;
  }
  close(): void {
    this.cut = true;
    for (const socket of this.sockets) socket.destroy();
  }
  /** Nothing that is sent arrives, until the way is mended. */
  hold(): void {
    for (const [from, to] of this.pipes) from.unpipe(to);
  }
  mend(): void {
    this.cut = false;
    for (const [from, to] of this.pipes) from.pipe(to);
  }
  async end(): Promise<void> {
    this.close();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
