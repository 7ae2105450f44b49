import { readFileSync } from 'node:fs';
import { bootServer } from '../e2e/boot.ts';
import { eventsOf, tradableMarkets } from '../e2e/markets.ts';
import { Control, Trader } from '../e2e/trader.ts';

/*
 * What trading waits for reads on the paper exchange: BESIDE_WALLETS wallets buy, one purchase each every
 * BESIDE_EVERY_MS, first alone, then beside readers who ask at a steady pace for lists, charts and tokens, each time
 * others, so that nothing is given twice. Milliseconds of create + execute; processor time of the main thread.
 */
const WALLETS = Number(process.env.BESIDE_WALLETS ?? 8);
const EVERY_MS = Number(process.env.BESIDE_EVERY_MS ?? 400);
const SECONDS = Number(process.env.BESIDE_SECONDS ?? 20);
const DAY = 86_400;
/** Of the system's clock, by which processor time is counted. */
const TICKS_A_SECOND = 100;

const server = await bootServer({ env: { PAPER_FILL_DELAY_MS: '0' } });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
const at = (times: number[], share: number): number =>
  times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

/** Seconds of processor time that the main thread has taken. */
function mainThread(): number {
  const stat = readFileSync(`/proc/${server.pid}/task/${server.pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
  return (user + system) / TICKS_A_SECOND;
}

try {
  const control = new Control(server.url, server.token);
  const markets = await tradableMarkets(server.url, 40);
  const ids = (await eventsOf(server.url, { includeAllMarkets: 'true' })).flatMap(({ markets: all }) =>
    (all ?? []).map(({ marketId }) => marketId),
  );
  const traders = Array.from({ length: WALLETS }, () => new Trader(server.url));
  for (const trader of traders) await trader.faucet();
  let asked = 0;
  const now = Math.floor(Date.now() / 1_000);
  const next = () => ids[asked % ids.length] ?? '';
  /** Each with how often a second it is asked. */
  const reads: readonly [number, () => string][] = [
    [12, () => `/desk/v1/series/markets?marketIds=${next()}&from=${now - DAY + asked}&step=300`],
    [
      8,
      () =>
        `/prediction/v1/events?includeMarkets=true&includeAllMarkets=true&start=${asked % 400}&end=${(asked % 400) + 60}`,
    ],
    [
      8,
      () =>
        `/prediction/v1/events/search?query=${'abcdefghijklmnop'[asked % 16]}&includeMarkets=true&end=${20 + (asked % 30)}`,
    ],
    [6, () => `/tokens/v2/recent?limit=${50 + (asked % 50)}`],
    [2, () => `/tokens/v2/toptraded/1h?limit=${20 + (asked % 80)}`],
  ];

  async function trade(until: number, times: number[], offset: number): Promise<void> {
    await pause((offset * EVERY_MS) / WALLETS);
    const trader = traders[offset];
    for (let n = offset; trader && performance.now() < until; n += 1) {
      const market = markets[n % markets.length];
      if (!market) return;
      const began = performance.now();
      await trader.buy(market.marketId, 5, n % 2 === 0);
      times.push(performance.now() - began);
      await pause(EVERY_MS - (performance.now() - began));
    }
  }
  async function read(until: number, times: number[], [perSecond, address]: (typeof reads)[number]) {
    const open: Promise<void>[] = [];
    while (performance.now() < until) {
      asked += 1;
      const began = performance.now();
      const answer = fetch(server.url + address()).then(async (response) => {
        if (response.status !== 200) throw new Error(`a read answered ${response.status}`);
        await response.arrayBuffer();
        times.push(performance.now() - began);
      });
      open.push(answer);
      await pause(1_000 / perSecond);
    }
    await Promise.all(open);
  }

  const rows = [];
  for (const readers of [false, true, false, true]) {
    const until = performance.now() + SECONDS * 1_000;
    const [trades, answers]: [number[], number[]] = [[], []];
    const before = mainThread();
    await Promise.all([
      ...traders.map((_, offset) => trade(until, trades, offset)),
      ...(readers ? reads.map((kind) => read(until, answers, kind)) : []),
    ]);
    rows.push({
      trades: trades.length,
      'p50 ms': at(trades, 0.5).toFixed(1),
      'p99 ms': at(trades, 0.99).toFixed(1),
      reads: answers.length,
      'reads p99 ms': answers.length > 0 ? at(answers, 0.99).toFixed(1) : '',
      'main thread, s': (mainThread() - before).toFixed(1),
    });
  }
  console.table(rows);
  console.log(`audit: ${(await control.audit()).ok ? 'exact' : 'NOT exact'}`);
} finally {
  await server.stop();
}
