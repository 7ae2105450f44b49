import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import { STREAM_PATH, type StreamPiece } from '@contract/stream.ts';
import { WebSocket } from 'ws';

/*
 * Desks that watch, in a process of their own: each notes when it is first told of a change. What is sent to many is the
 * same bytes, which are read once. Told `{url, connections, addresses, each}` they connect; then `{address, at}` says
 * that it changes now.
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
  /** Milliseconds from a change to its arrival at each connection, ascending. */
  readonly delays: readonly number[];
  readonly messages: number;
  readonly bytes: number;
  /** Of this process, in cores. */
  readonly cpu: number;
}

const AT_ONCE = 100;
const MAX_READ = 500;
/** When each address changed last. */
const changed = new Map<string, number>();
const addressOf = new Map<number, string>();
/** Addresses that a message tells of, by its bytes. */
const read = new Map<string, readonly string[]>();
let delays: number[] = [];
let messages = 0;
let bytes = 0;
let cpu = process.cpuUsage();
let since = performance.now();
const now = (): number => performance.timeOrigin + performance.now();

function addressIn(line: string): string[] {
  // How old everything is, once a second and for each connection: nothing has changed.
  if (line.startsWith('{"same":')) return [];
  const piece = JSON.parse(line) as StreamPiece;
  if ('whole' in piece) addressOf.set(piece.whole, piece.address);
  const address =
    'whole' in piece ? piece.address : 'patch' in piece ? addressOf.get(piece.patch) : undefined;
  return address === undefined ? [] : [address];
}

function addressesIn(data: Buffer, isBinary: boolean): readonly string[] {
  const key = data.toString('latin1');
  const known = read.get(key);
  if (known) return known;
  const addresses = (isBinary ? gunzipSync(data) : data).toString().split('\n').flatMap(addressIn);
  read.set(key, addresses);
  for (const oldest of read.keys()) {
    if (read.size <= MAX_READ) break;
    read.delete(oldest);
  }
  return addresses;
}

async function connect(url: string, watch: readonly string[]): Promise<void> {
  const socket = new WebSocket(url.replace('http', 'ws') + STREAM_PATH, { perMessageDeflate: false });
  /** The last change of each address that it was told of. */
  const told = new Map<string, number>();
  socket.on('message', (data, isBinary) => {
    const message = data as Buffer;
    messages += 1;
    bytes += message.byteLength;
    for (const address of addressesIn(message, isBinary)) {
      const at = changed.get(address);
      if (at === undefined || told.get(address) === at) continue;
      told.set(address, at);
      delays.push(now() - at);
    }
  });
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
      messages,
      bytes,
      cpu: (user + system) / 1e6 / seconds,
    };
    process.send?.(told);
    delays = [];
    messages = 0;
    bytes = 0;
    cpu = process.cpuUsage();
    since = performance.now();
  } else if ('address' in message) changed.set(message.address, message.at);
  else void begin(message).then(() => process.send?.('ready'));
});
