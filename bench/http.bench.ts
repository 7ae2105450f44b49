import { bootServer } from '../e2e/boot.ts';
import { measure, median } from './lib/load.ts';
import { startBare } from './lib/start-bare.ts';

/*
 * Reads of the running exchange, as a ratio to a bare node:http server that sends the same bytes and headers, each
 * in a process of its own; and what the moving universe costs while somebody watches it.
 */
const ROUNDS = 3;
const TARGET_RATIO = 0.5;
const TARGET_CPU = 15;
const WATCH_SECONDS = 10;
const BASE = '/prediction/v1';
async function compare(url: string, path: string): Promise<void> {
  const answer = await fetch(url + path);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  const bare = await startBare(answer);
  const port = Number(new URL(url).port);
  const ours: number[] = [];
  const theirs: number[] = [];
  const slow: number[] = [];
  await measure(port, path);
  await measure(bare.port, path);
  for (let round = 0; round < ROUNDS; round++) {
    const mine = await measure(port, path);
    ours.push(mine.rate);
    slow.push(mine.p99);
    theirs.push((await measure(bare.port, path)).rate);
  }
  bare.child.kill();
  const ratio = median(ours) / median(theirs);
  console.log(
    `${path.slice(BASE.length).padEnd(48)} ${Math.round(median(ours))} /s, p99 ${median(slow).toFixed(1)} ms, ` +
      `bare ${Math.round(median(theirs))} /s, ratio ${ratio.toFixed(2)} (target >= ${TARGET_RATIO})`,
  );
}

async function cpuSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
}

/** Share of one core while nobody, or one desk, watches; in percent. */
async function costOf(url: string, watch: (second: number) => Promise<unknown>): Promise<number> {
  const before = await cpuSeconds(url);
  const started = performance.now();
  for (let second = 0; second < WATCH_SECONDS; second++) {
    await watch(second);
    await new Promise((resolve) => setTimeout(resolve, started + (second + 1) * 1000 - performance.now()));
  }
  return ((await cpuSeconds(url)) - before) / ((performance.now() - started) / 100_000);
}

interface Listing {
  data: { eventId: string; markets?: { marketId: string }[] }[];
  pagination: { total: number };
}

const server = await bootServer();
try {
  const { url } = server;
  const list = `${BASE}/events?includeMarkets=true&start=0&end=20`;
  const { data, pagination } = (await (await fetch(url + list)).json()) as Listing;
  const marketId = data.flatMap(({ markets }) => markets ?? [])[0]?.marketId ?? '';
  for (const path of [list, `${BASE}/markets/${marketId}`, `${BASE}/orderbook/${marketId}`]) {
    await compare(url, path);
  }

  const idle = await costOf(url, async () => undefined);
  const eventIds = data.map(({ eventId }) => eventId).join(',');
  const watched = await costOf(url, () =>
    Promise.all(
      [
        list,
        `${BASE}/events/scores?eventIds=${eventIds}`,
        `${BASE}/orderbook/${marketId}`,
        `${BASE}/trades`,
      ].map(async (path) => (await fetch(url + path)).arrayBuffer()),
    ),
  );
  console.log(
    `universe of ${pagination.total} events: ${idle.toFixed(1)} % of a core unwatched, ` +
      `${watched.toFixed(1)} % with one desk polling every second (target < ${TARGET_CPU})`,
  );
} finally {
  await server.stop();
}
