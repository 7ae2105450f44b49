import { bootServer } from '../e2e/boot.ts';
import { bootGateway, platformOf } from '../e2e/gateway.ts';
import { tradableMarkets } from '../e2e/markets.ts';
import { type Load, measureAt, median } from './lib/load.ts';
import { startBare } from './lib/start-bare.ts';

/*
 * What a gateway adds to a read it has at hand: at 1,000 requests a second, beside a bare node:http server that sends
 * the same bytes and headers, each in a process of its own.
 */
const RATE = 1_000;
const ROUNDS = 5;
const BASE = '/prediction/v1';

const ms = (value: number): string => `${value.toFixed(2)} ms`;

async function compare(url: string, path: string): Promise<void> {
  const answer = await fetch(url + path);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  const port = Number(new URL(url).port);
  const bare = await startBare(answer);
  const rounds: { ours: Load; theirs: Load }[] = [];
  await measureAt(port, path, { rate: RATE });
  await measureAt(bare.port, path, { rate: RATE });
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      ours: await measureAt(port, path, { rate: RATE }),
      theirs: await measureAt(bare.port, path, { rate: RATE }),
    });
  }
  bare.child.kill();
  const of = (server: 'ours' | 'theirs', figure: 'p50' | 'p99' | 'rate') =>
    median(rounds.map((round) => round[server][figure]));
  const told = (figure: 'p50' | 'p99') =>
    `${figure} ${ms(of('ours', figure))}, bare ${ms(of('theirs', figure))}, adds ${ms(of('ours', figure) - of('theirs', figure))} (ratio ${(of('ours', figure) / of('theirs', figure)).toFixed(2)})`;
  console.log(
    `${path.slice(BASE.length, 48).padEnd(40)} ${Math.round(of('ours', 'rate'))} /s: ${told('p50')}; ${told('p99')}`,
  );
}

const upstream = await bootServer();
const gateway = await bootGateway({
  upstream: upstream.url,
  platform: await platformOf(upstream.url),
  env: { UPSTREAM_RPS: '5', CLIENT_RPS: '0' },
});
try {
  const [market] = await tradableMarkets(upstream.url, 1);
  if (!market) throw new Error('a market is needed');
  for (const path of [
    `${BASE}/orderbook/${market.marketId}`,
    `${BASE}/markets/${market.marketId}`,
    `${BASE}/events?includeMarkets=true&start=0&end=20`,
  ]) {
    await compare(gateway.url, path);
  }
} finally {
  await gateway.stop();
  await upstream.stop();
}
