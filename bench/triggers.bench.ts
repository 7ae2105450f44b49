import { TriggerIndex, type Watch } from '../server/exchange/engine/trigger-index.ts';

/* The trigger engine: one tick of a price over 10,000 open orders of one mint, a quarter of them trailing. */
const ORDERS = 10_000;
const TICKS = 500;
const USD = 1_000_000_000_000n;

const index = new TriggerIndex();
for (let at = 0; at < ORDERS; at++) {
  const distance = BigInt(1 + (at % 40)) * USD;
  const watch: Watch = { id: `${at}`, mint: 'SOL', above: null, below: null, trailing: null };
  if (at % 4 === 0) index.add({ ...watch, above: 100n * USD + distance });
  else if (at % 4 === 1) index.add({ ...watch, below: 100n * USD - distance });
  else if (at % 4 === 2) index.add({ ...watch, above: 100n * USD + distance, below: 100n * USD - distance });
  else index.add({ ...watch, trailing: { condition: 'below', bps: 3_000 + (at % 5_000), mark: 100n * USD } });
}

const times: number[] = [];
let fired = 0;
for (let tick = 0; tick < TICKS; tick++) {
  // Ever new highs: every trailing order moves with each of them.
  const price = 90n * USD + (BigInt(tick) * 10n * USD) / BigInt(TICKS) + (tick % 2 === 0 ? 0n : USD / 10n);
  const start = performance.now();
  fired += index.tick('SOL', price).length;
  times.push(performance.now() - start);
}
times.sort((a, b) => a - b);
const at = (share: number): string => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(3);
console.log(
  `one tick over ${index.size} open orders: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (target ≤ 5), ${fired} reached`,
);
