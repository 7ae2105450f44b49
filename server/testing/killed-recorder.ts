import { setTimeout as pause } from 'node:timers/promises';
import { marketSeriesAnswer } from '@contract/history.ts';
import { expect } from 'vitest';
import { TestPlatform } from '../gateway/testing/platform.ts';
import { addressOf, endRun, type Run } from './boot.ts';
import { runMain } from './run-main.ts';

const MARKETS = 40;

/** Every market's bid, ask and volume follow from the number of the answer. */
const bidOf = (nth: number): number => 100_000 + 10 * nth;
function events(nth: number): unknown {
  const pricing = { sellYesPriceUsd: bidOf(nth), buyYesPriceUsd: bidOf(nth) + 2_000, volume: nth };
  const markets = Array.from({ length: MARKETS }, (_, k) => ({
    marketId: `M${k}`,
    status: 'open',
    title: `market ${k}`,
    pricing,
  }));
  return {
    data: [{ eventId: 'E', isActive: true, isLive: true, category: 'crypto', markets }],
    pagination: {},
  };
}

interface Row {
  readonly bid: bigint;
  readonly ask: bigint;
}
/** What is known of a market second by second; undefined while it cannot be read. */
async function rowsOf(url: string, market: string, from: number) {
  const query = `marketIds=${market}&from=${from}&step=1&columns=bid,ask`;
  const response = await fetch(`${url}/desk/v1/series/markets?${query}`);
  if (response.status !== 200) return undefined;
  const { markets } = marketSeriesAnswer.parse(await response.json());
  const [{ bid = [], ask = [] } = {}] = markets;
  return bid.map((value, nth): Row | null => (value === null ? null : { bid: value, ask: ask[nth] ?? 0n }));
}
async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    await pause(100);
  }
}

/**
 * A gateway that records is killed while it writes, by a database that `env` says: what was written is whole, is still
 * there, and what follows is after a gap.
 */
export async function killRecorder(env: NodeJS.ProcessEnv): Promise<void> {
  const platform = new TestPlatform();
  const runs: Run[] = [];
  /** Each answer of the platform is new. */
  let answers = 0;
  platform.answer = (_, res) => {
    answers += 1;
    TestPlatform.json(res, events(answers));
  };
  const upstream = await platform.open();
  async function start(): Promise<{ run: Run; url: string }> {
    const run = runMain({
      UPSTREAM_URL: upstream,
      UPSTREAM_RPS: '1000',
      UPSTREAM_WINDOW: '1',
      CLIENT_RPS: '0',
      ...env,
    });
    runs.push(run);
    return { run, url: await addressOf(run) };
  }
  /** Looks at the markets, as fast as answers come; each look is another address, so that none is given twice. */
  let looks = 0;
  async function look(url: string): Promise<void> {
    looks += 1;
    const response = await fetch(`${url}/prediction/v1/events?start=${looks}`);
    await response.arrayBuffer();
  }
  try {
    const from = Math.floor(Date.now() / 1_000);
    const first = await start();
    let isUnderLoad = true;
    const load = (async () => {
      while (isUnderLoad) await look(first.url).catch(() => undefined);
    })();
    const seen = (rows: (Row | null)[] | undefined) => (rows ?? []).filter((row) => row !== null);
    await until(async () => {
      const rows = await rowsOf(first.url, 'M0', from);
      return seen(rows).length >= 3 ? rows : undefined;
    });
    first.run.child.kill('SIGKILL');
    await first.run.ended;
    const killedAt = Math.floor(Date.now() / 1_000);
    isUnderLoad = false;
    await load;

    // A gap that is longer than a second's step.
    await pause(2_500);
    const second = await start();
    const restartedAt = Math.floor(Date.now() / 1_000);
    const before = await until(async () => {
      const rows = await rowsOf(second.url, 'M0', from);
      return seen(rows).length > 0 ? rows : undefined;
    });
    expect(seen(before).length).toBeGreaterThanOrEqual(3);
    // Until it has written by itself the recording before counts as the newest, which may have gone on for seconds.
    await until(async () => {
      await look(second.url);
      const metrics = await (await fetch(`${second.url}/metrics`)).text();
      const isRecording = /history_changes_total [1-9]/.test(metrics);
      const rows = isRecording ? await rowsOf(second.url, 'M0', restartedAt) : undefined;
      return seen(rows).length > 0 ? rows : undefined;
    });

    const known = new Set(Array.from({ length: answers }, (_, nth) => BigInt(bidOf(nth + 1))));
    const all = await Promise.all(
      Array.from({ length: MARKETS }, (_, k) => rowsOf(second.url, `M${k}`, from)),
    );
    for (const rows of all) {
      for (const row of seen(rows)) {
        expect(known).toContain(row.bid);
        expect(row.ask).toBe(row.bid + 2_000n);
      }
      // All markets of an answer were written together, or none.
      expect(rows?.slice(0, restartedAt - from)).toEqual(all[0]?.slice(0, restartedAt - from));
      // While nobody recorded nothing is known, though the price before is not five minutes old.
      expect(rows?.slice(killedAt - from + 1, restartedAt - from)).toSatisfy((gap: unknown[]) =>
        gap.every((row) => row === null),
      );
      expect(restartedAt - killedAt).toBeGreaterThan(1);
    }
    second.run.child.kill('SIGTERM');
    expect(await second.run.ended).toBe(0);
    expect(second.run.text()).not.toMatch(/"level":"(error|fatal)"/);
  } finally {
    await Promise.all(runs.map((run) => endRun(run)));
    await platform.close();
  }
}
