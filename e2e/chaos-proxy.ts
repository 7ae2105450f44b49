import { createHash } from 'node:crypto';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { serveLocally } from '../server/testing/boot.ts';
import { randomOf } from './random.ts';

/*
 * A platform at its worst: stands between a gateway and its upstream and does what networks, front proxies and
 * unfinished services do. Which fault strikes is drawn from a seed.
 */

/** `storm`: for a while everything is answered 429. `reset-after`: the upstream has done it, nobody hears. */
const FAULTS = [
  'latency',
  'reset-before',
  'reset-after',
  'truncated',
  'wrong-type',
  'storm',
  'duplicate',
  'reordered',
] as const;
type Fault = (typeof FAULTS)[number];

/** How often each strikes in a hundred requests. */
const PERCENT: Record<Fault, number> = {
  latency: 15,
  'reset-before': 3,
  'reset-after': 4,
  truncated: 4,
  'wrong-type': 5,
  storm: 1,
  duplicate: 5,
  reordered: 5,
};
const LATENCY_MS = 600;
const STORM_MS = 1_500;
/** What is held back to come later than its successor comes anyway after this long. */
const HELD_MS = 1_500;

export interface ChaosProxy {
  /** Without a slash at the end. */
  readonly url: string;
  /** How often each fault has struck. */
  readonly struck: Readonly<Record<Fault, number>>;
  /** How often each write has come in, by method, address and body. */
  readonly writes: ReadonlyMap<string, number>;
  /** From now on everything passes as it is. */
  calm(): void;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Whatever is not of the value's own type. */
const STRANGERS: readonly unknown[] = [null, 'text', -1, 0.5, true, {}, []];
const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

/** The same JSON with one value, anywhere in it, of another type. */
function withWrongType(value: unknown, random: () => number): unknown {
  const pickOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  if (typeof value === 'object' && value !== null && random() < 0.9) {
    const key = pickOf(Object.keys(value));
    if (key !== undefined) {
      const changed = withWrongType(Reflect.get(value, key), random);
      return Array.isArray(value)
        ? value.map((item, index) => (index === Number(key) ? changed : item))
        : { ...value, [key]: changed };
    }
  }
  return pickOf(STRANGERS.filter((stranger) => typeOf(stranger) !== typeOf(value)));
}

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Stands in front of `target`, an address without a slash at the end. */
export async function startChaosProxy({
  target,
  seed,
}: {
  target: string;
  seed: number;
}): Promise<ChaosProxy> {
  const random = randomOf(seed);
  const agent = new Agent({ keepAlive: true });
  const struck = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>;
  const writes = new Map<string, number>();
  const last = new Map<string, Answer>();
  const held = new Set<() => void>();
  let calm = false;
  let stormUntil = 0;

  /** A hundred requests in an order that is drawn anew each time: none of the faults is left to chance. */
  let bag: (Fault | undefined)[] = [];
  const draw = (): Fault | undefined => {
    if (calm) return undefined;
    if (bag.length === 0) {
      const faults = FAULTS.flatMap((fault) => Array.from({ length: PERCENT[fault] }, () => fault));
      bag = Array.from({ length: 100 }, (_, index) => faults[index]);
    }
    const [fault] = bag.splice(Math.floor(random() * bag.length), 1);
    if (fault !== undefined) struck[fault] += 1;
    return fault;
  };

  const forward = (req: IncomingMessage, body: Buffer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { 'accept-encoding': _, connection: __, 'transfer-encoding': ___, ...headers } = req.headers;
      const { host } = new URL(target);
      const sent = request(
        `${target}${req.url ?? ''}`,
        { method: req.method, agent, headers: { ...headers, host, 'content-length': body.length } },
        (answer) => {
          bodyOf(answer).then(
            (bytes) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes }),
            reject,
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });

  const write = (res: ServerResponse, { status, headers, body }: Answer, keep = body.length): void => {
    const { connection: _, 'transfer-encoding': __, ...kept } = headers;
    res.writeHead(status, { ...kept, 'content-length': body.length });
    if (keep === body.length) {
      res.end(body);
    } else {
      res.write(body.subarray(0, keep), () => res.destroy());
    }
    for (const go of [...held]) go();
  };

  const storm = (res: ServerResponse): void => {
    const body = Buffer.from(JSON.stringify({ code: 429, message: 'Too many requests' }));
    const told =
      random() < 0.5
        ? { 'retry-after': '1' }
        : { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + 1) };
    write(res, { status: 429, headers: { 'content-type': 'application/json', ...told }, body });
  };

  /** Until another answer has gone. */
  const overtaken = (): Promise<void> =>
    new Promise((resolve) => {
      const go = () => {
        held.delete(go);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(go, HELD_MS);
      held.add(go);
    });

  async function strike(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await bodyOf(req);
    const address = `${req.method} ${req.url}`;
    const isRead = req.method === 'GET';
    const isRpc = req.url?.startsWith('/rpc') ?? false;
    if (!isRead && !isRpc) {
      const key = `${address} ${createHash('sha256').update(body).digest('hex')}`;
      writes.set(key, (writes.get(key) ?? 0) + 1);
    }
    const isStorm = !calm && performance.now() < stormUntil;
    const fault = isStorm ? undefined : draw();
    if (fault === 'storm') stormUntil = performance.now() + STORM_MS * random();
    if (isStorm || fault === 'storm') {
      storm(res);
      return;
    }
    if (fault === 'latency') await pause(LATENCY_MS * random());
    if (fault === 'reset-before') {
      res.destroy();
      return;
    }
    const before = last.get(address);
    if (fault === 'duplicate' && isRead && before) {
      write(res, before);
      return;
    }
    let answer = await forward(req, body);
    if (fault === 'duplicate') answer = await forward(req, body);
    if (isRead) last.set(address, answer);
    if (fault === 'reset-after') {
      res.destroy();
      return;
    }
    if (fault === 'reordered') await overtaken();
    // A chain that lies in the right types is beyond anybody's defence.
    if (fault === 'wrong-type' && !isRpc && answer.headers['content-type']?.includes('json')) {
      const json: unknown = JSON.parse(answer.body.toString());
      answer = { ...answer, body: Buffer.from(JSON.stringify(withWrongType(json, random))) };
    }
    if (fault !== 'truncated') {
      write(res, answer);
    } else if (random() < 0.5) {
      write(res, answer, Math.floor(answer.body.length * random()));
    } else {
      // Whole by its length, cut all the same.
      write(res, { ...answer, body: answer.body.subarray(0, Math.floor(answer.body.length * random())) });
    }
  }

  const server = createServer((req, res) => {
    strike(req, res).catch(() => res.destroy());
  });
  const url = await serveLocally(server);
  return {
    url,
    struck,
    writes,
    calm: () => {
      calm = true;
    },
    stop: async () => {
      server.closeAllConnections();
      agent.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
