import { MessageChannel } from 'node:worker_threads';
import { bootServer } from '../e2e/boot.ts';
import { tradableMarkets } from '../e2e/markets.ts';
import { Trader } from '../e2e/trader.ts';
import { jsonBytes } from '../server/common/json-bytes.ts';

/*
 * What it takes the server's thread to write a list as JSON, and what it would take to hand the list to another thread
 * that writes it instead: processor time, in turn.
 */
const TIMES = 200;
const ORDERS = 60;

const { port1, port2 } = new MessageChannel();
// Whatever is sent is read, as a thread would; a port that nobody reads keeps everything.
port2.on('message', () => undefined);

function milliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
const median = (all: number[]): number => all.sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN;

const server = await bootServer({ env: { PAPER_FILL_DELAY_MS: '0' } });
const trader = new Trader(server.url);
await trader.faucet();
for (const { marketId } of await tradableMarkets(server.url, ORDERS)) await trader.buy(marketId, 5);
const lists = [
  ['events with their markets', '/prediction/v1/events?includeMarkets=true&end=100'],
  ['positions', `/prediction/v1/positions?ownerPubkey=${trader.pubkey}&end=100`],
  ['tokens', '/tokens/v2/toptraded/24h?limit=100'],
] as const;
for (const [name, path] of lists) {
  const { body } = await trader.get<object>(path);
  const written: number[] = [];
  const sent: number[] = [];
  for (let nth = 0; nth < TIMES; nth++) {
    written.push(milliseconds(() => jsonBytes(body)));
    sent.push(milliseconds(() => port1.postMessage(body)));
    await new Promise(setImmediate);
  }
  const kilobytes = jsonBytes(body).length / 1000;
  console.log(
    `${name}, ${kilobytes.toFixed(0)} kB: written ${median(written).toFixed(2)} ms, handed over ${median(sent).toFixed(2)} ms`,
  );
}
port1.close();
await server.stop();
