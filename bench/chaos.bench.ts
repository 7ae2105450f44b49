import { chaosRun } from '../e2e/chaos.ts';

/* Bots trading through a gateway whose platform misbehaves in every way, for five minutes (or CHAOS_SECONDS). */
const seconds = Number(process.env.CHAOS_SECONDS ?? 300);
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

const told = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');

const { orders, claims, lookedUp, answers, struck } = await chaosRun({ seconds, seed });
console.log(
  `${seconds} s, seed ${seed}: ${orders} orders and ${claims} claims landed, each once and none lost`,
);
console.log(`${lookedUp} transactions whose answer was lost, their fate told by the chain`);
console.log(`answers of the gateway: ${told(answers)}`);
console.log(`faults: ${told(struck)}`);
