import { setTimeout as pause } from 'node:timers/promises';
import { marketSeriesAnswer } from '@contract/history.ts';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { operationsOf } from '../common/operation.ts';
import { type Cluster, createCluster } from '../db/testing/cluster.ts';
import { createPostgres } from '../db/testing/database.ts';
import { type History, openHistory } from './open-history.ts';
import { HISTORY_MIGRATIONS } from './testing/database.ts';

const opened: History[] = [];
let database: Awaited<ReturnType<typeof createPostgres>>;
let log: Record<string, unknown>[];
beforeEach(async () => {
  log = [];
  database = await createPostgres(inject('postgresUrl') ?? '');
});
afterEach(async () => {
  await Promise.all([...opened].map(close));
  await database.drop();
});

function open(databaseUrl = database.url): History {
  const history = openHistory({
    dataDir: '/nowhere',
    databaseUrl,
    migrationsDir: HISTORY_MIGRATIONS,
    maxMegabytes: 2_000,
    mintOf: () => undefined,
    log: (entry) => log.push(entry),
  });
  opened.push(history);
  return history;
}

async function close(history: History): Promise<void> {
  if (opened.includes(history)) opened.splice(opened.indexOf(history), 1);
  await history.close();
}

const see = (history: History, marketId: string, bid: number): void => {
  const pricing = { sellYesPriceUsd: bid, buyYesPriceUsd: bid + 2_000 };
  const json = { marketId, status: 'open', pricing };
  history.see({ id: 'getMarket', params: {}, body: new Uint8Array(), json, at: Date.now() });
};
/** What is known of markets now; undefined while it cannot be read. */
async function bidsOf(history: History, ...marketIds: string[]): Promise<(number | undefined)[] | undefined> {
  const operation = operationsOf(history.handlers).find(({ id }) => id === 'seriesOfMarkets');
  const query = { marketIds, from: Math.floor(Date.now() / 1_000) - 600, step: 600, columns: ['bid'] };
  try {
    const answer = await operation?.handle?.({ query } as never);
    const { markets } = marketSeriesAnswer.parse(answer);
    return markets.map(({ bid = [] }) => {
      const last = bid.findLast((value) => value !== null);
      return typeof last === 'bigint' ? Number(last) : undefined;
    });
  } catch {
    return undefined;
  }
}
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(50);
}

describe('several gateways on one PostgreSQL', () => {
  it('have one that records, which all read, and another when it ends', async () => {
    const first = open();
    await until(first.isRecording);
    const second = open();
    see(first, 'M1', 400_000);
    await until(async () => (await bidsOf(second, 'M1'))?.[0] === 400_000);
    expect(second.isRecording()).toBe(false);
    see(second, 'M2', 500_000);
    see(first, 'M3', 600_000);
    await until(async () => (await bidsOf(second, 'M3'))?.[0] === 600_000);
    expect(await bidsOf(second, 'M2')).toEqual([undefined]);

    await close(first);
    await until(second.isRecording);
    see(second, 'M2', 510_000);
    await until(async () => (await bidsOf(second, 'M2'))?.[0] === 510_000);
    expect(await bidsOf(second, 'M1', 'M2', 'M3')).toEqual([400_000, 510_000, 600_000]);
    expect(log.filter(({ level }) => level !== 'info')).toEqual([]);
  });

  it('go on when the database has crashed and comes back, with what they saw meanwhile', async (context) => {
    const cluster: Cluster | undefined = await createCluster(inject('postgresUrl') ?? '');
    if (!cluster) {
      console.warn('The programs of the server are not to be had: its crash is not tested.');
      return context.skip();
    }
    try {
      const history = open(cluster.url);
      await until(history.isRecording);
      see(history, 'M1', 400_000);
      await until(async () => (await bidsOf(history, 'M1'))?.[0] === 400_000);
      await cluster.crash('SIGQUIT');
      await until(() => !history.isRecording());
      const began = performance.now();
      for (let nth = 0; nth < 1_000; nth++) see(history, 'M1', 410_000 + nth);
      // Nobody waits: taking note of an answer is putting it into a line.
      expect(performance.now() - began).toBeLessThan(100);
      await cluster.start();
      await until(async () => (await bidsOf(history, 'M1'))?.[0] !== 400_000);
      await close(history);
    } finally {
      await cluster.remove();
    }
  });
});
