import { connect, type Socket } from 'node:net';
import type { Seen, Step, ViewerPoll } from './viewers.ts';

/* Pages that are open: raw sockets that parse no more of an answer than where it ends, for they share the cores. */
const TICK_MS = 10;
const WHEEL = 2_048;
/** Connections are opened so many at once: more would overflow the queue of the server that listens. */
const AT_ONCE = 200;
const HEAD_END = '\r\n\r\n';
const LENGTH = 'content-length: ';
/** Of an answer in pieces. */
const LAST_PIECE = Buffer.from('0\r\n\r\n');

const wheel: Set<() => void>[] = Array.from({ length: WHEEL }, () => new Set());
const tickAt = (at: number) => Math.max(0, Math.floor(at / TICK_MS));
let ticked = tickAt(performance.now());

function at(due: number, act: () => void): void {
  wheel[Math.max(ticked + 1, tickAt(due)) % WHEEL]?.add(act);
}

setInterval(() => {
  const until = tickAt(performance.now());
  while (ticked < until) {
    ticked += 1;
    const slot = wheel[ticked % WHEEL];
    if (!slot || slot.size === 0) continue;
    const acts = [...slot];
    slot.clear();
    for (const act of acts) act();
  }
}, TICK_MS);

let measuring = false;
let latencies: number[] = [];
let bytes = 0;
let failed: Record<string, number> = {};
const fail = (what: string) => {
  failed[what] = (failed[what] ?? 0) + 1;
};

/** As a browser sends it. */
const requestOf = (port: number, path: string): Buffer =>
  Buffer.from(
    [
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Connection: keep-alive',
      'Accept: application/json',
      'Accept-Encoding: gzip, deflate, br, zstd',
      'Accept-Language: en-GB,en;q=0.9',
      'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Sec-Fetch-Dest: empty',
      'Sec-Fetch-Mode: cors',
      'Sec-Fetch-Site: same-origin',
      '',
      '',
    ].join('\r\n'),
  );

interface Due {
  readonly request: Buffer;
  readonly everyMs: number;
  due: number;
}

/** One page: asks one thing after another over its connection, each when it is due. */
class Viewer {
  private readonly waiting: Due[] = [];
  private asked: Due | undefined;
  private left = 0;
  private inPieces = false;
  private head: Buffer | undefined;

  constructor(
    private readonly socket: Socket,
    polls: readonly (ViewerPoll & { readonly request: Buffer })[],
  ) {
    for (const { request, everyMs } of polls) {
      this.later({ request, everyMs, due: performance.now() + Math.random() * everyMs });
    }
    socket.on('data', (chunk: Buffer) => this.read(chunk));
  }

  private later(poll: Due): void {
    at(poll.due, () => {
      if (this.asked) this.waiting.push(poll);
      else this.ask(poll);
    });
  }

  private ask(poll: Due): void {
    this.asked = poll;
    this.socket.write(poll.request);
  }

  private read(chunk: Buffer): void {
    bytes += chunk.length;
    if (this.inPieces) {
      if (!chunk.subarray(-LAST_PIECE.length).equals(LAST_PIECE)) return;
      this.inPieces = false;
    } else if (this.left > 0) {
      this.left -= chunk.length;
    } else {
      const all = this.head ? Buffer.concat([this.head, chunk]) : chunk;
      const end = all.indexOf(HEAD_END);
      this.head = end < 0 ? all : undefined;
      if (end < 0) return;
      // Whoever writes a header chooses its letters.
      const text = all.toString('latin1', 0, end).toLowerCase();
      const status = text.slice(9, 12);
      if (status !== '200') fail(status);
      const length = text.indexOf(LENGTH);
      this.inPieces = length < 0 && !all.subarray(-LAST_PIECE.length).equals(LAST_PIECE);
      if (this.inPieces) return;
      this.left =
        length < 0
          ? 0
          : Number.parseInt(text.slice(length + LENGTH.length), 10) - (all.length - end - HEAD_END.length);
    }
    if (this.left === 0) this.answered();
  }

  private answered(): void {
    const poll = this.asked;
    if (!poll) return;
    const now = performance.now();
    if (measuring) latencies.push(now - poll.due);
    this.asked = undefined;
    poll.due = Math.max(poll.due + poll.everyMs, now);
    this.later(poll);
    const next = this.waiting.shift();
    if (next) this.ask(next);
  }
}

let open = 0;

/** Resolves when it stands, or is not to be had. */
function openOne(port: number, polls: readonly (ViewerPoll & { readonly request: Buffer })[]): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      new Viewer(socket, polls);
      resolve();
    });
    open += 1;
    socket.setNoDelay(true);
    socket.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'error'));
    socket.on('close', () => {
      fail('closed');
      open -= 1;
      resolve();
    });
  });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function watch({ port, viewers, pages, warmMs, measureMs }: Step): Promise<Seen> {
  failed = {};
  const ready = pages.map((polls) => polls.map((poll) => ({ ...poll, request: requestOf(port, poll.path) })));
  for (let missing = viewers - open; missing > 0; missing -= AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, missing) }, (_, index) =>
      openOne(port, ready[(open + index) % ready.length] ?? []),
    );
    await Promise.all(some);
  }
  await pause(warmMs);
  latencies = [];
  bytes = 0;
  measuring = true;
  const began = performance.now();
  const cpu = process.cpuUsage();
  await pause(measureMs);
  measuring = false;
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  latencies.sort((a, b) => a - b);
  const share = (part: number) => latencies[Math.floor(latencies.length * part)] ?? Number.NaN;
  return {
    answered: latencies.length / seconds,
    p50: share(0.5),
    p99: share(0.99),
    bytes: bytes / seconds,
    failed,
    cpu: (user + system) / 1e6 / seconds,
  };
}

process.on('message', (step: Step) => void watch(step).then((seen) => process.send?.(seen)));
process.on('disconnect', () => process.exit(0));
