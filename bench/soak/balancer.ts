import { connect, createServer, type Socket } from 'node:net';
import { serveLocally } from '../../server/testing/boot.ts';

/** What leads to whichever of several servers is ready, as a balancer does that asks each of them. */
export interface Balancer {
  /** Without a slash at the end. */
  readonly url: string;
  /** Index of the server that connections are led to. */
  readonly chosen: number;
  stop(): void;
}

const ASK_EVERY_MS = 200;
const ASK_TIMEOUT_MS = 1_000;

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** While none is ready, connections are led to the last one that was, which says why it is not. */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  let chosen = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const { hostname, port } = new URL(urls[chosen] ?? '');
    const upstream = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  let asking = false;
  const choose = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    const ready = await Promise.all(urls.map(isReady));
    asking = false;
    if (ready[chosen] || !ready.includes(true)) return;
    chosen = ready.indexOf(true);
    // Whoever keeps a connection would go on asking the one that is not.
    for (const socket of sockets) socket.destroy();
  };
  await choose();
  const timer = setInterval(choose, ASK_EVERY_MS);
  const url = await serveLocally(server);
  return {
    url,
    get chosen() {
      return chosen;
    },
    stop: () => {
      clearInterval(timer);
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
