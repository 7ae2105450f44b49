import { connect } from 'node:net';

export interface Load {
  /** Answers a second. */
  readonly rate: number;
  /** Milliseconds of the one in the middle. */
  readonly p50: number;
  /** Milliseconds of the slowest but one percent. */
  readonly p99: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /content-length: (\d+)/i;

interface Asking {
  /** Sends the request once more; the answer to the one before must have come. */
  ask(): void;
  end(): void;
}

/** A keep-alive connection that sends one request over and over. Parses no more of its answers than it must. */
function connection(
  port: number,
  request: Buffer,
  on: { ready: (asking: Asking) => void; answered: () => void; failed: (error: Error) => void },
): void {
  const socket = connect(port, '127.0.0.1');
  const asking: Asking = { ask: () => socket.write(request), end: () => socket.end() };
  let head: Buffer = Buffer.alloc(0);
  let left = 0;
  const startBody = (chunk: Buffer) => {
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    const end = head.indexOf(HEAD_END);
    if (end < 0) return;
    const text = head.toString('latin1', 0, end);
    if (!text.startsWith('HTTP/1.1 200')) {
      on.failed(new Error(`answered ${text.slice(0, text.indexOf('\r\n'))}`));
      socket.destroy();
      return;
    }
    left = Number(LENGTH.exec(text)?.[1] ?? 0) - (head.length - end - HEAD_END.length);
    head = Buffer.alloc(0);
    if (left === 0) on.answered();
  };
  socket.setNoDelay(true);
  socket.on('connect', () => on.ready(asking));
  socket.on('error', on.failed);
  socket.on('data', (chunk: Buffer) => {
    if (left === 0) {
      startBody(chunk);
      return;
    }
    left -= chunk.length;
    if (left === 0) on.answered();
  });
}

/** Asks again as soon as it is answered. */
function run(port: number, request: Buffer, until: number, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let asked = 0;
    let own: Asking | undefined;
    const ask = () => {
      asked = performance.now();
      if (asked < until) {
        own?.ask();
        return;
      }
      own?.end();
      resolve();
    };
    connection(port, request, {
      ready: (asking) => {
        own = asking;
        ask();
      },
      answered: () => {
        latencies.push(performance.now() - asked);
        ask();
      },
      failed: reject,
    });
  });
}

/**
 * Asks `everyMs`, whether or not the answer before has come in time: one that had to wait for it is measured from when
 * it was due.
 */
function pace(
  port: number,
  request: Buffer,
  { until, everyMs, offsetMs }: { until: number; everyMs: number; offsetMs: number },
  latencies: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let own: Asking | undefined;
    let busy = false;
    let from = 0;
    let due = performance.now() + offsetMs;
    const next = () => {
      if (due >= until) {
        own?.end();
        resolve();
        return;
      }
      setTimeout(send, Math.max(0, due - performance.now()));
    };
    const send = () => {
      busy = true;
      from = performance.now() - due < everyMs ? performance.now() : due;
      own?.ask();
    };
    connection(port, request, {
      ready: (asking) => {
        own = asking;
        next();
      },
      answered: () => {
        if (!busy) return;
        busy = false;
        latencies.push(performance.now() - from);
        due += everyMs;
        next();
      },
      failed: reject,
    });
  });
}

const requestOf = (port: number, path: string): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: */*\r\n\r\n`);

function loadOf(latencies: number[], started: number): Load {
  const took = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { rate: latencies.length / took, p50: at(0.5), p99: at(0.99) };
}

/** Asks for one path over several connections for a while. Rejects when anything but 200 comes back. */
export async function measure(
  port: number,
  path: string,
  { connections = 16, seconds = 1.5 }: { connections?: number; seconds?: number } = {},
): Promise<Load> {
  const request = requestOf(port, path);
  const latencies: number[] = [];
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, () => run(port, request, until, latencies)));
  return loadOf(latencies, started);
}

/** Asks for one path `rate` times a second for a while, over several connections in turn. */
export async function measureAt(
  port: number,
  path: string,
  { rate, connections = 20, seconds = 3 }: { rate: number; connections?: number; seconds?: number },
): Promise<Load> {
  const request = requestOf(port, path);
  const latencies: number[] = [];
  const started = performance.now();
  const everyMs = (1_000 * connections) / rate;
  await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      pace(
        port,
        request,
        { until: started + seconds * 1_000, everyMs, offsetMs: (everyMs * index) / connections },
        latencies,
      ),
    ),
  );
  return loadOf(latencies, started);
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
