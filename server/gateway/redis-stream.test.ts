import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PublicAnswer } from '../common/public-answer.ts';
import { type HttpServer, serve } from '../http/serve.ts';
import { StreamClient } from '../testing/stream-client.ts';
import { createRedisState, type RedisState } from './redis-state.ts';
import { TestPlatform, testGateway } from './testing/platform.ts';
import { RedisWay } from './testing/redis-way.ts';

const { TEST_REDIS_URL } = process.env;
const BOOK = '/prediction/v1/orderbook/MK';
const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000, interval: 10 });

/** A gateway with a port, a stream and a recorder, as one of several. */
interface Site {
  readonly shared: RedisState;
  readonly server: HttpServer;
  readonly recorded: PublicAnswer[];
  isRecording: boolean;
  /** The answers that a client on its stream was told, in their order. */
  readonly told: number[];
  close(): Promise<void>;
}

describe.skipIf(TEST_REDIS_URL === undefined)('streams of gateways on one Redis', () => {
  const platform = new TestPlatform();
  let way: RedisWay;
  let sites: Site[];

  async function open(upstream: string, scope: string[]): Promise<Site> {
    const shared = createRedisState({ url: way.url, scope, log: () => undefined });
    const recorded: PublicAnswer[] = [];
    const desk = testGateway(upstream, {
      shared,
      recorder: { see: (answer) => recorded.push(answer), isRecording: () => site.isRecording },
    });
    const server = await serve(desk.app.listener, '127.0.0.1', 0);
    await soon(() => expect(shared.gauges[0]?.read()).toBe(1));
    const site: Site = {
      shared,
      server,
      recorded,
      isRecording: false,
      told: [],
      close: async () => {
        desk.close();
        await server.close(0);
        void shared.close();
      },
    };
    return site;
  }
  /** Has a client watch the book. */
  async function watch({ server, told }: Site): Promise<StreamClient> {
    const client = await StreamClient.open(server.url);
    client.socket.on('message', () => {
      const body = client.answers.get(BOOK)?.body as { nth: number } | undefined;
      if (body && told.at(-1) !== body.nth) told.push(body.nth);
    });
    client.watch(BOOK);
    return client;
  }

  beforeEach(async () => {
    way = await RedisWay.open(TEST_REDIS_URL ?? '');
    platform.arrived.length = 0;
    // No two answers are the same: who was told one knows which request it was of.
    platform.answer = (_, res) => TestPlatform.json(res, { nth: platform.arrived.length });
    const upstream = await platform.open();
    const scope = [upstream, randomUUID()];
    sites = await Promise.all([open(upstream, scope), open(upstream, scope)]);
  });
  afterEach(async () => {
    await Promise.all(sites.map((site) => site.close()));
    await platform.close();
    await way.end();
  });

  it('tell the same answers, each of one request', async () => {
    const clients = await Promise.all(sites.map(watch));
    await soon(() => expect(Math.min(...sites.map(({ told }) => told.at(-1) ?? 0))).toBeGreaterThan(5));
    // By itself each would be told its own requests alone.
    for (const { told } of sites) expect(told.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
    for (const client of clients) client.close();
  });

  it('go on by themselves while Redis is away, and together when it is back', async () => {
    const [first, second] = sites as [Site, Site];
    const clients = await Promise.all(sites.map(watch));
    await soon(() => expect(second.told.length).toBeGreaterThan(1));
    way.close();
    await soon(() => expect(sites.map(({ shared }) => shared.gauges[0]?.read())).toEqual([0, 0]));
    const atCut = sites.map(({ told }) => told.length);
    await soon(() =>
      sites.forEach(({ told }, at) => void expect(told.length).toBeGreaterThan(Number(atCut[at]) + 1)),
    );
    way.mend();
    const inCommon = () => first.told.slice(-4).filter((nth) => second.told.includes(nth));
    await soon(() => expect(inCommon()).toHaveLength(4));
    for (const client of clients) client.close();
  });

  it('have the one that records hear of what only another one was asked for', async () => {
    const [first, second] = sites as [Site, Site];
    const ask = (market: string) => fetch(`${first.server.url}/prediction/v1/orderbook/${market}`);
    const heard: string[] = [];
    second.shared.listen(({ params }) => heard.push(params.marketId ?? ''));
    let nth = 0;
    await soon(async () => {
      await ask(`BEFORE-${nth++}`);
      expect(heard.length).toBeGreaterThan(0);
    });
    await soon(() => expect(heard.at(-1)).toBe(`BEFORE-${nth - 1}`));
    expect(second.recorded).toEqual([]);
    second.isRecording = true;
    await ask('AFTER');
    await soon(() => expect(second.recorded).toHaveLength(1));
    const [answer] = second.recorded;
    expect(answer).toMatchObject({ id: 'getOrderbook', params: { marketId: 'AFTER' } });
    expect(Buffer.from(answer?.body ?? []).toString()).toBe(`{"nth":${nth + 1}}`);
    // One request each, whoever hears of its answer.
    expect(platform.arrived).toHaveLength(nth + 1);
  });
});
