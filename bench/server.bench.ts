import { readFileSync } from 'node:fs';
import { bootServer } from '../e2e/boot.ts';
import { tradableMarkets } from '../e2e/markets.ts';
import { Control, Trader } from '../e2e/trader.ts';

/*
 * The server as a process: order cycles over HTTP at 20 concurrent wallets, memory after 10,000 orders, and the time
 * to start on the data folder they leave behind.
 */
const WALLETS = 20;
const ORDERS = 10_000;
const SMALLEST = 5;

const residentMb = (pid: number | undefined): number => {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1024;
};

const server = await bootServer({ env: { PAPER_FILL_DELAY_MS: '0' } });
const control = new Control(server.url, server.token);
const markets = await tradableMarkets(server.url, 40);
const traders = Array.from({ length: WALLETS }, () => new Trader(server.url));
for (const trader of traders) await trader.faucet();
console.log(`memory before: ${residentMb(server.pid).toFixed(0)} MB`);

const cycles: number[] = [];
let placed = 0;
const began = performance.now();
await Promise.all(
  traders.map(async (trader) => {
    let spent = 0;
    while (placed < ORDERS) {
      const market = markets[placed % markets.length];
      if (!market) return;
      placed += 1;
      if (spent + SMALLEST > 9_990) {
        await control.advance(3_601);
        await trader.faucet();
        spent = 0;
      }
      spent += SMALLEST;
      const start = performance.now();
      await trader.buy(market.marketId, SMALLEST, placed % 2 === 0);
      cycles.push(performance.now() - start);
    }
  }),
);
const seconds = (performance.now() - began) / 1000;
cycles.sort((a, b) => a - b);
const at = (share: number): string => (cycles[Math.floor(cycles.length * share)] ?? Number.NaN).toFixed(1);
console.log(
  `order cycles (build, sign, execute, fill) with ${WALLETS} wallets: ${(ORDERS / seconds).toFixed(0)} a second (target ≥ 150, the clients sign on the same cores)`,
);
console.log(`cycle time: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
console.log(`memory after ${ORDERS} orders: ${residentMb(server.pid).toFixed(0)} MB (target ≤ 600)`);
console.log(`audit: ${(await control.audit()).ok ? 'exact' : 'NOT exact'}`);

const stopped = performance.now();
await server.restart();
console.log(`stop and start on this data folder: ${((performance.now() - stopped) / 1000).toFixed(2)} s`);
await server.kill9();
const killed = performance.now();
await server.restart();
console.log(`start after a kill: ${((performance.now() - killed) / 1000).toFixed(2)} s (target ≤ 2)`);
await server.stop();
