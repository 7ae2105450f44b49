import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type App, createApp } from '../../app.ts';
import { serveLocally } from '../../testing/boot.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../gateway.ts';
import { liveConfigOf } from '../live-config.ts';

/** A request as it arrived at the platform. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (request: Arrived, res: ServerResponse) => void;

/** A platform on a port of its own that answers what a test says, and keeps what it was asked. */
export class TestPlatform {
  readonly arrived: Arrived[] = [];
  answer: Answer = (_, res) => TestPlatform.json(res, {});
  private readonly server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { method = '', url = '', headers } = req;
      const request = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      this.arrived.push(request);
      this.answer(request, res);
    });
  });

  static json(res: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}): void {
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async open(): Promise<string> {
    return serveLocally(this.server);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** How a platform counts what a key asks: over a sliding window, each request as it arrives. */
export class SlidingCount {
  private readonly counted: number[] = [];
  private from = 0;
  /** Requests that were one too many. */
  refused = 0;
  /** The most that there ever were within a window. */
  most = 0;

  constructor(
    readonly limit: number,
    readonly windowMs: number,
  ) {}

  /** A request arrives, in milliseconds. @returns what it is answered with. */
  arrives(now: number): { status: 200 | 429; headers: Record<string, string> } {
    while ((this.counted[this.from] ?? now) <= now - this.windowMs) this.from += 1;
    const within = this.counted.length - this.from;
    if (within >= this.limit) {
      this.refused += 1;
      return { status: 429, headers: { 'retry-after': '1', 'x-ratelimit-remaining': '0' } };
    }
    this.counted.push(now);
    this.most = Math.max(this.most, within + 1);
    return { status: 200, headers: { 'x-ratelimit-remaining': String(this.limit - within - 1) } };
  }
}

export const API_KEY = 'key-that-nobody-may-see';

export interface TestGateway {
  readonly app: App;
  readonly gateway: Gateway;
  readonly log: Record<string, unknown>[];
  close(): void;
}

/** A gateway to a platform at an address, answering without a network of its own. */
export function testGateway(upstreamUrl: string, options: Partial<GatewayOptions> = {}): TestGateway {
  const log: Record<string, unknown>[] = [];
  const gateway = createGateway({
    upstreamUrl,
    apiKey: API_KEY,
    rps: 1_000,
    config: liveConfigOf({}),
    log: (entry) => log.push(entry),
    ...options,
  });
  const app = createApp(gateway.platform, {
    clientDir: undefined,
    checkAnswers: false,
    log: (entry) => log.push(entry),
  });
  return {
    app,
    gateway,
    log,
    close: () => {
      app.close();
      gateway.close();
    },
  };
}
