import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bootServer, type RunningServer } from '../e2e/boot.ts';
import type { Bot } from '../e2e/bot.ts';
import { type Tradable, tradableMarkets } from '../e2e/markets.ts';
import { randomOf } from '../e2e/random.ts';
import { Control, type Trader } from '../e2e/trader.ts';
import { Probe } from './growth/probe.ts';
import { growthOf, QUARTERS, type Sample } from './soak/level.ts';
import { PatientTrader } from './soak/patient-trader.ts';
import { Punter } from './soak/punter.ts';
import { TriggerBot } from './soak/trigger-bot.ts';

/*
 * A paper exchange on its built-in database lives LIFE_DAYS (20) simulated days at 2,000 times the speed, with wallets
 * that come, trade and go. What it needs in memory is level in its second half.
 */
const SPEED = 2_000;
const days = Number(process.env.LIFE_DAYS ?? 20);
const seed = Number(process.env.LIFE_SEED ?? 1);
const PUNTERS = 6;
const TRIGGER_BOTS = 2;
const GENERATIONS = 20;
const SAMPLES = 10 * QUARTERS;
const MARKETS = 40;
const THINK_MS = 60;
/** What the last quarter may need more than the one before. */
const MAX_GROWTH = 0.05;
/** Orders that nobody would ever take back were as many more to be kept as there are. */
const TRIGGER_LIFE_MS = 6 * 3_600_000;
const MB = 1_024 * 1_024;

const realMs = (days * 86_400_000) / SPEED;
const random = randomOf(seed);
const answers = new Map<string, number>();
const faults: string[] = [];
let landed = 0;
let refused = 0;

/** Wallets that are new to the exchange trade for a while, and are never heard of again. */
async function live({ url }: RunningServer, until: number): Promise<void> {
  const markets: Tradable[] = await tradableMarkets(url, MARKETS);
  const newcomer = async (make: (trader: Trader) => Bot): Promise<Bot> => {
    const trader = new PatientTrader(url, THINK_MS);
    await trader.faucet();
    return make(trader);
  };
  const bots = await Promise.all([
    ...Array.from({ length: PUNTERS }, () =>
      newcomer((trader) => new Punter(trader, markets, randomOf(random() * 2 ** 32))),
    ),
    ...Array.from({ length: TRIGGER_BOTS }, () =>
      newcomer((trader) => new TriggerBot(trader, markets, randomOf(random() * 2 ** 32), TRIGGER_LIFE_MS)),
    ),
  ]);
  await Promise.all(bots.map((bot) => bot.run(() => performance.now() < until)));
  for (const bot of bots) {
    for (const { kind, outcome } of bot.sent) {
      if (outcome === 'landed') landed += 1;
      else refused += 1;
      const name = `${kind} ${outcome}`;
      answers.set(name, (answers.get(name) ?? 0) + 1);
    }
    faults.push(...bot.faults);
  }
}

async function measure(probe: Probe, began: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let nth = 1; nth <= SAMPLES; nth++) {
    await pause(Math.max(0, began + (nth * realMs) / SAMPLES - performance.now()));
    const { heapUsed, rss } = await probe.memory();
    samples.push({ heap: heapUsed / MB, resident: rss / MB });
    const day = ((nth * days) / SAMPLES).toFixed(1).padStart(5);
    console.log(
      `day ${day}: heap ${(heapUsed / MB).toFixed(1)} MB, resident ${(rss / MB).toFixed(0)} MB, ${landed} landed`,
    );
  }
  return samples;
}

const dir = mkdtempSync(join(tmpdir(), 'evenline-life-'));
const probe = new Probe(dir);
const server = await bootServer({
  dataDir: dir,
  env: { PAPER_SPEED: String(SPEED), PAPER_FILL_DELAY_MS: '50', ...probe.env() },
});
try {
  const began = performance.now();
  const measured = measure(probe, began);
  for (let nth = 1; nth <= GENERATIONS; nth++) await live(server, began + (nth * realMs) / GENERATIONS);
  const samples = await measured;

  const told = [...answers].sort().map(([name, times]) => `${name} ${times}`);
  console.log(`${days} days, seed ${seed}: ${landed} landed, ${refused} not (${told.join(', ')})`);
  const { ok } = await new Control(server.url, server.token).audit();
  console.log(`audit: ${ok ? 'exact' : 'NOT exact'}`);
  for (const fault of new Set(faults)) console.error(`must not be: ${fault}`);
  const growth = growthOf(samples);
  for (const [name, share] of Object.entries(growth)) {
    console.log(
      `${name}, last quarter against the third: ${(100 * share).toFixed(1)} % (target within ${100 * MAX_GROWTH} %)`,
    );
  }
  const isLevel = Object.values(growth).every((share) => Math.abs(share) <= MAX_GROWTH);
  if (!isLevel) console.error('what it needs in memory is not level');
  if (!ok || faults.length > 0 || !isLevel) process.exitCode = 1;
} finally {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
}
