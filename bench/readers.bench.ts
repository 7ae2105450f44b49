import { readFileSync } from 'node:fs';
import { bootServer, type RunningServer } from '../e2e/boot.ts';
import { bootGateway, platformOf } from '../e2e/gateway.ts';
import { tradableMarkets } from '../e2e/markets.ts';
import { pollsOf } from './lib/open-pages.ts';
import { type ViewerPoll, Viewers } from './lib/viewers.ts';
import { startWatchers } from './lib/watchers.ts';

/*
 * How many open market pages one server serves: each with a connection of its own, asking what a page asks at the pace
 * of the desk. More and more of them, until the slowest but one percent of the answers come later than half a second
 * after they were due, or connections are refused. READERS_OF chooses gateway or paper, READERS_FROM where to begin.
 * READERS_BY=stream: the same pages told over the stream, as a desk is that can have it.
 */
const MARKETS = 50;
const TARGET_MS = 500;
const STEPS = [
  500, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000, 12_000, 14_000,
];
const FROM = Number(process.env.READERS_FROM ?? 0);
const OF = (process.env.READERS_OF ?? 'gateway,paper').split(',');
const BY = process.env.READERS_BY ?? 'requests';
const TOLD_STEPS = [1_000, 2_000, 5_000, 10_000, 14_000];
const TOLD_MS = 15_000;
const WARM_MS = 2_500;
const MEASURE_MS = 4_000;
/** Of the clock that `/proc` counts processor time in, a second. */
const TICKS = 100;
const MAX_CONNECTIONS = '16000';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const memoryMb = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** Seconds of the processor that a process and those it has started have used. */
function cpuSeconds(pid: number | undefined): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = (Number(fields[11]) + Number(fields[12])) / TICKS;
  return children.split(' ').reduce((sum, child) => sum + (child ? cpuSeconds(Number(child)) : 0), own);
}

async function rise(name: string, server: RunningServer, pages: ViewerPoll[][]): Promise<void> {
  const crowd = new Viewers();
  const port = Number(new URL(server.url).port);
  let most = 0;
  let ended = 'no more steps';
  for (const viewers of STEPS.filter((step) => step >= FROM)) {
    const before = cpuSeconds(server.pid);
    const began = performance.now();
    const seen = await crowd.watch({ port, viewers, pages, warmMs: WARM_MS, measureMs: MEASURE_MS });
    const cores = (cpuSeconds(server.pid) - before) / ((performance.now() - began) / 1_000);
    const failures = JSON.stringify(seen.failed);
    console.log(
      `${name}, ${viewers} viewers: ${Math.round(seen.answered)} answers/s, p50 ${seen.p50.toFixed(0)} ms, p99 ${seen.p99.toFixed(0)} ms, ${(seen.bytes / 1e6).toFixed(1)} MB/s, server ${cores.toFixed(2)} cores, viewers ${seen.cpu.toFixed(2)} cores${failures === '{}' ? '' : `, failed ${failures}`}`,
    );
    if (failures !== '{}' || !(seen.p99 <= TARGET_MS)) {
      ended =
        failures === '{}'
          ? `p99 ${seen.p99.toFixed(0)} ms at ${viewers}`
          : `failures at ${viewers}: ${failures}`;
      break;
    }
    most = viewers;
  }
  console.log(`${name}: ${most} viewers at p99 ≤ ${TARGET_MS} ms; what ended it: ${ended}`);
  crowd.stop();
}

/** Until the slowest but one percent are told half a second after the first, or connections are refused. */
async function riseTold(name: string, server: RunningServer, pages: ViewerPoll[][]): Promise<void> {
  const watches = pages.map((polls) => polls.map(({ path }) => path));
  for (const connections of TOLD_STEPS.filter((step) => step >= FROM)) {
    const watchers = await startWatchers({ url: server.url, connections, watches });
    await sleep(WARM_MS);
    await watchers.told();
    const before = cpuSeconds(server.pid);
    await sleep(TOLD_MS);
    const cores = (cpuSeconds(server.pid) - before) / (TOLD_MS / 1_000);
    const { delays, messages, bytes, cpu } = await watchers.told();
    watchers.stop();
    const share = (part: number) => delays[Math.floor(delays.length * part)] ?? Number.NaN;
    console.log(
      `${name}, ${connections} viewers told: ${Math.round(messages / (TOLD_MS / 1_000))} messages/s, ${Math.round(delays.length / (TOLD_MS / 1_000))} news/s, after the first p50 ${share(0.5).toFixed(0)} ms, p99 ${share(0.99).toFixed(0)} ms, ${(bytes / TOLD_MS / 1e3).toFixed(1)} MB/s, server ${cores.toFixed(2)} cores and ${memoryMb(server.pid).toFixed(0)} MB, viewers ${cpu.toFixed(2)} cores`,
    );
    if (!(share(0.99) <= TARGET_MS)) break;
  }
}

const watch = BY === 'stream' ? riseTold : rise;
const exchange = await bootServer({ env: { CLIENT_RPS: '0', MAX_CONNECTIONS } });
try {
  const markets = await tradableMarkets(exchange.url, MARKETS);
  const pages = markets.map(({ marketId, eventId }) =>
    pollsOf(marketId, eventId).map(({ path, everyMs }) => ({ path, everyMs })),
  );
  if (OF.includes('gateway')) {
    const gateway = await bootGateway({
      upstream: exchange.url,
      platform: await platformOf(exchange.url),
      env: {
        UPSTREAM_RPS: '20',
        CLIENT_RPS: '0',
        MAX_CONNECTIONS,
      },
    });
    try {
      for (const { path } of pages.flat()) await (await fetch(gateway.url + path)).arrayBuffer();
      await watch('gateway', gateway, pages);
    } finally {
      await gateway.stop();
    }
  }
  if (OF.includes('paper')) await watch('paper', exchange, pages);
} finally {
  await exchange.stop();
}
