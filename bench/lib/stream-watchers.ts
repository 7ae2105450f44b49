import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import { STREAM_PATH, type StreamPiece } from '@contract/stream.ts';
import { WebSocket } from 'ws';

/*
 * Desks that watch, in a process of their own: each notes when it is first told of a change. What is sent to many is the
 * same bytes, which are read once. Told `{url, connections, watches}` they connect; then `{address, at}` says that it
 * changes now.
 */
export interface Begin {
  readonly url: string;
  readonly connections: number;
  /** What a connection watches: they share them out in turn. */
  readonly watches: readonly (readonly string[])[];
}
interface Changed {
  readonly address: string;
  /** Unix milliseconds. */
  readonly at: number;
}
/** What was seen since it was last asked for. */
export interface Watched {
  /**
   * Milliseconds from a change to its arrival at each connection, ascending; from its arrival at the first of them
   * where nobody has said when it changed.
   */
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
/** When the version of an address that came last was first seen. */
const seen = new Map<string, { version: number; at: number }>();
interface Told {
  readonly address: string;
  readonly version: number;
}
/** What a message tells of, by its bytes. */
const read = new Map<string, readonly Told[]>();
let delays: number[] = [];
let messages = 0;
let bytes = 0;
let cpu = process.cpuUsage();
let began = performance.now();
const now = (): number => performance.timeOrigin + performance.now();

function toldIn(line: string): Told[] {
  // How old everything is, once a second and for each connection: nothing has changed.
  if (line.startsWith('{"same":')) return [];
  const piece = JSON.parse(line) as StreamPiece;
  if ('whole' in piece) {
    addressOf.set(piece.whole, piece.address);
    return [piece];
  }
  const address = 'patch' in piece ? addressOf.get(piece.patch) : undefined;
  return 'patch' in piece && address !== undefined ? [{ address, version: piece.version }] : [];
}

function readOnce(data: Buffer, isBinary: boolean): readonly Told[] {
  const key = data.toString('latin1');
  const known = read.get(key);
  if (known) return known;
  const told = (isBinary ? gunzipSync(data) : data).toString().split('\n').flatMap(toldIn);
  read.set(key, told);
  for (const oldest of read.keys()) {
    if (read.size <= MAX_READ) break;
    read.delete(oldest);
  }
  return told;
}

/** When what is told came to be: when it was changed or, where nobody has said so, when it was first seen. */
function since(told: Told): number {
  const changedAt = changed.get(told.address);
  if (changedAt !== undefined) return changedAt;
  const known = seen.get(told.address);
  if (known?.version === told.version) return known.at;
  const at = now();
  seen.set(told.address, { version: told.version, at });
  return at;
}

async function connect(url: string, watch: readonly string[]): Promise<void> {
  const socket = new WebSocket(url.replace('http', 'ws') + STREAM_PATH, { perMessageDeflate: false });
  /** When what it was told last of each address came to be. */
  const told = new Map<string, number>();
  socket.on('message', (data, isBinary) => {
    const message = data as Buffer;
    messages += 1;
    bytes += message.byteLength;
    for (const one of readOnce(message, isBinary)) {
      const at = since(one);
      if (told.get(one.address) === at) continue;
      told.set(one.address, at);
      delays.push(now() - at);
    }
  });
  socket.on('error', (error) => console.error(error.message));
  await once(socket, 'open');
  socket.send(JSON.stringify({ watch }));
}

async function begin({ url, connections, watches }: Begin): Promise<void> {
  for (let from = 0; from < connections; from += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, connections - from) }, (_, k) =>
        connect(url, watches[(from + k) % watches.length] ?? []),
      ),
    );
  }
}

process.on('message', (message: Begin | Changed | 'tell') => {
  if (message === 'tell') {
    const { user, system } = process.cpuUsage(cpu);
    const seconds = (performance.now() - began) / 1_000;
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
    began = performance.now();
  } else if ('address' in message) changed.set(message.address, message.at);
  else void begin(message).then(() => process.send?.('ready'));
});
