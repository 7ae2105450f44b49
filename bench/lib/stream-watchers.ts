import { once } from 'node:events';
import { STREAM_PATH } from '@contract/stream.ts';
import { WebSocket } from 'ws';

/*
 * Desks that watch, in a process of their own: they note when something of an address came, and parse no more than that.
 * Told `{url, connections, addresses, each}` they connect; then `{address, at}` says that it changes now.
 */
interface Begin {
  readonly url: string;
  readonly connections: number;
  readonly addresses: readonly string[];
  /** Addresses a connection. */
  readonly each: number;
}
interface Changed {
  readonly address: string;
  /** Unix milliseconds. */
  readonly at: number;
}
/** What was seen since it was last asked for. */
export interface Watched {
  /** Milliseconds from a change to its arrival, ascending. */
  readonly delays: readonly number[];
  readonly bytes: number;
  /** Of this process, in cores. */
  readonly cpu: number;
}

const AT_ONCE = 100;
const changed = new Map<string, number>();
let delays: number[] = [];
let bytes = 0;
let cpu = process.cpuUsage();
let since = performance.now();
const now = (): number => performance.timeOrigin + performance.now();

function take(topics: Map<string, string>, data: Buffer, isBinary: boolean): void {
  bytes += data.byteLength;
  // A whole answer comes at the beginning alone; whose it is follows from the order of what is not compressed.
  if (isBinary) return;
  for (const line of data.toString().split('\n')) {
    if (line.startsWith('{"whole":')) {
      const { whole, address } = JSON.parse(line);
      topics.set(String(whole), address);
    } else if (line.startsWith('{"patch":')) {
      const address = topics.get(line.slice(9, line.indexOf(',')));
      const at = address === undefined ? undefined : changed.get(address);
      if (at !== undefined) delays.push(now() - at);
    }
  }
}

async function connect(url: string, watch: readonly string[]): Promise<void> {
  const socket = new WebSocket(url.replace('http', 'ws') + STREAM_PATH, { perMessageDeflate: false });
  const topics = new Map<string, string>();
  socket.on('message', (data, isBinary) => take(topics, data as Buffer, isBinary));
  socket.on('error', (error) => console.error(error.message));
  await once(socket, 'open');
  socket.send(JSON.stringify({ watch }));
}

async function begin({ url, connections, addresses, each }: Begin): Promise<void> {
  for (let from = 0; from < connections; from += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, connections - from) }, (_, k) => {
        const watch = Array.from(
          { length: each },
          (_, n) => addresses[(from + k + n) % addresses.length] ?? '',
        );
        return connect(url, watch);
      }),
    );
  }
}

process.on('message', (message: Begin | Changed | 'tell') => {
  if (message === 'tell') {
    const { user, system } = process.cpuUsage(cpu);
    const seconds = (performance.now() - since) / 1_000;
    const told: Watched = {
      delays: delays.sort((a, b) => a - b),
      bytes,
      cpu: (user + system) / 1e6 / seconds,
    };
    process.send?.(told);
    delays = [];
    bytes = 0;
    cpu = process.cpuUsage();
    since = performance.now();
  } else if ('address' in message) changed.set(message.address, message.at);
  else void begin(message).then(() => process.send?.('ready'));
});
