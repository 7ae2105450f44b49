import { setTimeout as pause } from 'node:timers/promises';
import { Keypair } from '@solana/web3.js';
import { type Tradable, tradableMarkets } from '../../e2e/markets.ts';
import { randomOf } from '../../e2e/random.ts';
import { Control, Trader } from '../../e2e/trader.ts';
import { disturbancesOf, timetable, untilReady } from './disturbances.ts';
import { type Frequent, frequentIn } from './lines.ts';
import { PatientTrader } from './patient-trader.ts';
import { Punter } from './punter.ts';
import { punterFaults, triggerFaults } from './records.ts';
import type { Site } from './site.ts';
import { TriggerBot } from './trigger-bot.ts';

const PUNTERS = 8;
const TRIGGER_BOTS = 4;
const MARKETS = 40;
const THINK_MS = 60;
/** One market ends as often, so that there is something to claim. */
const RESOLVE_EVERY_MS = 3_000;
const TRIGGER_LIFE_MS = 300 * 86_400_000;
/** Past the last block that anything signed during the run could be in. */
const PAST_EXPIRY_SECONDS = 300;
export const MAX_RECOVERY_MS = 10_000;
/** A run goes on after one that takes longer, but not for ever. */
const READY_TIMEOUT_MS = 60_000;
/** A gateway that was killed may be found away for so long before and after. */
const AROUND_MS = 2_000;
/** Of one kind. */
const MAX_LINES_A_SECOND = 1;

export interface SoakReport {
  /** By kind and outcome. */
  readonly sent: Readonly<Record<string, number>>;
  readonly lookedUp: number;
  readonly answers: Readonly<Record<string, number>>;
  /** By process. */
  readonly logs: Readonly<Record<string, readonly Frequent[]>>;
  /** What does not hold, in words. */
  readonly faults: readonly string[];
}

const count = (into: Record<string, number>, name: string | number, times = 1): void => {
  into[name] = (into[name] ?? 0) + times;
};

interface Client {
  readonly bot: Punter | TriggerBot;
  /** What it asks through its gateway. */
  readonly through: PatientTrader;
  /** Asks the exchange itself. */
  readonly direct: Trader;
}

/** Wallets with money, every other one at the second gateway. */
async function clientsOf({ balancer, gateways }: Site, random: () => number): Promise<Client[]> {
  const markets: Tradable[] = await tradableMarkets(balancer.url, MARKETS);
  const clients: Client[] = [];
  for (let nth = 0; nth < PUNTERS + TRIGGER_BOTS; nth++) {
    const keypair = Keypair.generate();
    const direct = new Trader(balancer.url, keypair);
    const { status } = await direct.faucet();
    if (status !== 200) throw new Error(`no play money: ${status}`);
    const through = new PatientTrader(gateways[nth % 2 === 0 ? 0 : 1].url, THINK_MS, keypair);
    const own = randomOf(random() * 2 ** 32);
    const bot =
      nth < PUNTERS
        ? new Punter(through, markets, own)
        : new TriggerBot(through, markets, own, TRIGGER_LIFE_MS);
    clients.push({ bot, through, direct });
  }
  return clients;
}

/** Trades for `seconds` while one thing after another breaks; then compares what everybody knows. */
export async function soak(
  site: Site,
  { seconds, seed }: { seconds: number; seed: number },
  say: (line: string) => void,
): Promise<SoakReport> {
  const random = randomOf(seed);
  const faults: string[] = [];
  const control = new Control(site.balancer.url, site.token);
  const clients = await clientsOf(site, random);
  await untilReady(site.notReady, READY_TIMEOUT_MS);

  const began = performance.now();
  const until = began + seconds * 1_000;
  const markets = await tradableMarkets(site.balancer.url, MARKETS);
  let ended = 0;
  const ending = setInterval(() => {
    const market = markets[ended];
    // Half of them at most: the rest stays to be traded.
    if (!market || ended >= MARKETS / 2) return;
    ended += 1;
    control.resolve(market.marketId, random() < 0.7 ? 'yes' : 'no').catch(() => undefined);
  }, RESOLVE_EVERY_MS);
  const trading = Promise.all(clients.map(({ bot }) => bot.run(() => performance.now() < until)));

  const away: { from: number; to: number }[] = [];
  for (const { atMs, what } of timetable(disturbancesOf(site, random), seconds * 1_000, random)) {
    await pause(Math.max(0, began + atMs - performance.now()));
    const from = performance.now();
    await what.strike();
    await pause(what.forMs);
    const repaired = performance.now();
    try {
      await what.repair();
      const tookMs = await untilReady(site.notReady, READY_TIMEOUT_MS, repaired);
      say(
        `${((from - began) / 1_000).toFixed(0).padStart(4)} s: ${what.name}; ready again after ${(tookMs / 1_000).toFixed(2)} s`,
      );
      if (tookMs > MAX_RECOVERY_MS)
        faults.push(`${what.name}: ready again only after ${Math.round(tookMs)} ms`);
    } catch (error) {
      faults.push(`${what.name}: not ready again: ${String(error)}`);
    }
    if (what.name.startsWith('gateway')) away.push({ from, to: performance.now() });
  }
  await trading;
  clearInterval(ending);

  await control.advance(PAST_EXPIRY_SECONDS);
  const report = {
    sent: {},
    answers: {},
    logs: {} as Record<string, readonly Frequent[]>,
    lookedUp: 0,
    faults,
  };
  for (const { bot, through, direct } of clients) {
    await bot.settle();
    faults.push(...bot.faults);
    faults.push(
      ...(bot instanceof Punter ? await punterFaults(bot, direct) : await triggerFaults(bot, direct)),
    );
    const lost = through.unanswered.filter(
      (at) => !away.some(({ from, to }) => at > from - AROUND_MS && at < to + AROUND_MS),
    );
    if (lost.length > 0)
      faults.push(`${lost.length} requests had no answer from a gateway that was not killed`);
    for (const { kind, outcome, lookedUp } of bot.sent) {
      count(report.sent, `${kind} ${outcome}`);
      if (lookedUp) report.lookedUp += 1;
      if (outcome === 'open') faults.push(`what became of a ${kind} stays unknown`);
    }
    for (const [status, times] of bot.answers) count(report.answers, status, times);
  }
  const { ok, mints } = await control.audit();
  if (!ok) faults.push(`the audit is not exact: ${JSON.stringify(mints)}`);

  const servers = [...site.exchanges, ...site.gateways];
  for (const [index, { log }] of servers.entries()) {
    const name = index < 2 ? `exchange ${index + 1}` : `gateway ${index - 1}`;
    const frequent = frequentIn(log);
    report.logs[name] = frequent;
    for (const { message, inOneSecond } of frequent) {
      if (inOneSecond > MAX_LINES_A_SECOND)
        faults.push(`${name} says ${inOneSecond} times in a second: ${message}`);
    }
    if (log.some((line) => /"level":"fatal"/.test(line))) faults.push(`${name} has ended with a failure`);
  }
  return report;
}
