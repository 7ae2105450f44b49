import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** Stands between a browser and a server, and does to connections what networks do. */
export interface TcpProxy {
  /** Without a slash at the end. */
  readonly url: string;
  /** Cuts every connection there is. @returns how many of them spoke WebSocket. */
  cut(): number;
  /** From now on, what servers say on WebSockets is kept back, those that are open included. */
  holdBack(held: boolean): void;
  /** From now on, what servers say on WebSockets is passed on so many milliseconds late, in its order. */
  delay(ms: number): void;
  /** WebSockets that were opened through it, ever. */
  readonly upgrades: () => number;
  /** Bytes that the server has sent through it. */
  readonly bytes: () => number;
  stop(): Promise<void>;
}

/** @param target address of the server, http. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const upgraded = new Set<Socket>();
  let isHeld = false;
  let delayMs = 0;
  let upgrades = 0;
  let told = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let isUpgraded = false;
    let passedAt = 0;
    const end = (): void => {
      client.destroy();
      upstream.destroy();
      open.delete(client);
      upgraded.delete(client);
    };
    open.add(client);
    client.on('data', (bytes) => {
      if (!isUpgraded && /^upgrade: websocket/im.test(bytes.toString('latin1'))) {
        isUpgraded = true;
        upgrades += 1;
        upgraded.add(client);
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      told += bytes.byteLength;
      if (isUpgraded && isHeld) return;
      // Nothing overtakes what was said before it.
      passedAt = Math.max(passedAt, Date.now() + (isUpgraded ? delayMs : 0));
      const waitMs = passedAt - Date.now();
      if (waitMs > 0) setTimeout(() => client.write(bytes), waitMs);
      else client.write(bytes);
    });
    for (const socket of [client, upstream]) {
      socket.on('error', end);
      socket.on('close', end);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      const spoke = upgraded.size;
      for (const socket of [...open]) socket.destroy();
      return spoke;
    },
    holdBack: (held) => {
      isHeld = held;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    upgrades: () => upgrades,
    bytes: () => told,
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
