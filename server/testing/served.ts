import { ERROR_CODES, ERROR_TYPES } from '@contract/error.ts';
import { STABLECOIN, USDC } from '../exchange/ledger/mints.ts';
import type { Subscriptions } from '../exchange/rpc/subscriptions.ts';
import { Harness, type HarnessOptions } from '../exchange/testing/exchange.ts';
import type { DeskHosts } from '../http/desk-host.ts';
import { type HttpServer, type ServeLimits, serve } from '../http/serve.ts';
import { openPaperApp, type PaperAppForTests } from './paper-app.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when there is none. */
  readonly json: unknown;
}

/** What a refusal says, once its form has been found right. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly param: string | undefined;
}

const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
const text = (body: unknown, name: string): string | undefined => {
  const value = field(body, name);
  return typeof value === 'string' ? value : undefined;
};
const KNOWN = new Set(['type', 'message', 'request_id', 'code', 'param']);
const codes: readonly string[] = ERROR_CODES;
const types: readonly string[] = ERROR_TYPES;

/** A refusal in the documented form. @throws Error naming what is not. */
export function refusalOf({ status, headers, json, text: raw }: Reply): Refusal {
  const code = text(json, 'code') ?? '';
  const faults = [
    status < 400 && `status ${status}`,
    status >= 500 && `status ${status}`,
    !headers.get('content-type')?.startsWith('application/json') && 'no JSON',
    !types.includes(text(json, 'type') ?? '') && 'no documented type',
    !codes.includes(code) && 'no documented code',
    !text(json, 'message') && 'no message',
    (!text(json, 'request_id') || text(json, 'request_id') !== headers.get('x-request-id')) &&
      'no request id',
    Object.keys(json ?? {}).some((key) => !KNOWN.has(key)) && 'a field that is not documented',
    /node_modules|\.ts:\d|\bat \w+ \(/.test(raw) && 'a look inside',
  ].filter((fault) => fault !== false);
  if (faults.length > 0) throw new Error(`${faults.join(', ')} in ${status} ${raw.slice(0, 600)}`);
  return { status, code, param: text(json, 'param') };
}

/** The whole server on a real port, over an exchange whose time stands still. Calls go through the network. */
export class TestServer {
  private constructor(
    readonly h: Harness,
    private readonly server: HttpServer,
    private readonly paper: PaperAppForTests,
    /** What the server complained of. */
    readonly log: Record<string, unknown>[],
  ) {}

  static async open(
    database: Parameters<typeof Harness.open>[0],
    options: HarnessOptions & { limits?: Partial<ServeLimits>; desks?: DeskHosts } = {},
  ): Promise<TestServer> {
    const h = await Harness.open(database, options);
    const { exchange, log } = h;
    const paper = openPaperApp(exchange, log, { ...(options.desks && { desks: options.desks }) });
    const server = await serve(paper.app.listener, '127.0.0.1', 0, options.limits);
    return new TestServer(h, server, paper, log);
  }

  get url(): string {
    return this.server.url;
  }
  get subscriptions(): Subscriptions {
    return this.paper.subscriptions;
  }
  get port(): number {
    return Number(new URL(this.url).port);
  }

  async send(method: string, path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Reply> {
    const response = await fetch(this.url + path, { ...init, method });
    const raw = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && raw !== '';
    return {
      status: response.status,
      headers: response.headers,
      text: raw,
      json: isJson ? JSON.parse(raw) : undefined,
    };
  }

  call(method: string, path: string, body?: unknown): Promise<Reply> {
    return this.send(method, path, body === undefined ? {} : { body: JSON.stringify(body) });
  }

  /** Everything a refused request must leave as it was: orders, positions, records, every token account, the audit. */
  async facts(): Promise<string> {
    const { services, audit } = this.h.exchange;
    const page = { start: 0, end: 100 };
    const held = await this.h.look((ledger) =>
      [USDC, STABLECOIN].map(({ address }) =>
        ledger
          .holdersOf(address)
          .map(({ owner, pubkey, amount }) => [pubkey, owner, amount.toString(), `${ledger.lamports(owner)}`])
          .sort(),
      ),
    );
    const books = ['MK-A', 'MK-B', 'MK-SOON', 'MK-UP'].map((id) => this.h.universe.books.get(id));
    return JSON.stringify(
      [
        await services.listOrders({ query: page }),
        await services.listPositions({ query: page }),
        await services.listHistory({ query: page }),
        held,
        books,
        await audit(),
      ],
      (_, value) => (typeof value === 'bigint' ? value.toString() : value),
    );
  }

  async close(): Promise<void> {
    await this.server.close(0);
    this.paper.close();
    await this.h.exchange.close();
  }
}
