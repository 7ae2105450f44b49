import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bootServer, type RunningServer } from '../e2e/boot.ts';
import { tradableMarkets } from '../e2e/markets.ts';
import { Control } from '../e2e/trader.ts';
import { copyRecords } from './growth/copies.ts';
import { bytesOf, printDisk } from './growth/disk.ts';
import { figure, heading, mb, shareOf, spread } from './growth/figures.ts';
import { Loader } from './growth/load.ts';
import { LEAP } from './growth/markets.ts';
import { openExchange, openRecords, serverEnv } from './growth/open-exchange.ts';
import { Probe } from './growth/probe.ts';
import { summaryOf } from './growth/profile.ts';
import { ownerReads, readAgain, timeReadsApart, unfilteredReads } from './growth/reads.ts';
import { countOrders } from './growth/records.ts';
import { readSettings } from './growth/settings.ts';
import { fundedTraders, noTraffic, trade, tradeAtRate } from './growth/traffic.ts';
import { Wallets } from './growth/wallets.ts';

/*
 * How the paper exchange grows: makes GROWTH_ORDERS orders (20,000) through the writer, in GROWTH_DIR where that is
 * given, copies what is over of them GROWTH_COPIES times (0) for further wallets, and prints what starting, reading,
 * auditing, settling and trading cost beside what they must cost in the end.
 * 50 wallets trade as fast as they can, then GROWTH_RATE times a second (50) whether or not the last are through.
 * GROWTH_DUE positions fall due at once while they trade, as fast as they can or GROWTH_SETTLE_RATE times a second.
 * As if they had been made over years: GROWTH_DAYS of the exchange (5) go by meanwhile, and transactions are kept for
 * GROWTH_KEEP_MINUTES of ours (30 days). GROWTH_WALLETS and GROWTH_SEED decide the rest.
 */
const TRADE_SECONDS = 20;
const SETTLE_SECONDS = 240;
/** What the keeper tries again after a failure moves again by then. */
const STANDSTILL_SECONDS = 12;
const AUDITS = 5;
const PROFILED_READS = 40;
const STARTS = 3;
const POLL_MS = 250;

const settings = readSettings();
const tell = (line: string): void => console.error(line);
const since = (began: number): number => (performance.now() - began) / 1_000;

/** Bytes of a folder in which nothing has happened yet. */
async function firstStart(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'evenline-growth-first-'));
  const began = performance.now();
  const server = await bootServer({ dataDir, unprepared: true });
  figure('first start', `${since(began).toFixed(2)} s`, '≤ 3');
  await server.stop();
  const bytes = bytesOf(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
  return bytes;
}

/** Fills the database up, tells what it takes, and opens what falls due. @returns positions that fall due */
async function load(empty: number): Promise<number> {
  const made = await fill();
  const database = await openRecords(settings);
  if (made > 0 && settings.copies > 0) await copyRecords(database.db, settings.copies, tell);
  const orders = await countOrders(database);
  await printDisk(database, settings, { orders, empty });
  const exchange = await openExchange(database, settings);
  const due = await new Loader(exchange, settings, orders, tell).openDue(settings.due);
  await exchange.close();
  return due;
}

/** @returns orders that were missing and have been made */
async function fill(): Promise<number> {
  const database = await openRecords(settings);
  const before = await countOrders(database);
  const exchange = await openExchange(database, settings);
  const loader = new Loader(exchange, settings, before, tell);
  const began = performance.now();
  const cpu = process.cpuUsage();
  await loader.fill();
  await exchange.close();
  if (loader.made > 0) {
    const { user, system } = process.cpuUsage(cpu);
    const each = (user + system) / 1_000 / loader.made;
    tell(`${loader.made} orders in ${since(began).toFixed(0)} s, ${each.toFixed(1)} ms of CPU each`);
  }
  return loader.made;
}

async function measureStart(server: RunningServer, probe: Probe): Promise<void> {
  const starts: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    await server.kill9();
    probe.forget();
    const began = performance.now();
    await server.restart();
    starts.push(since(began));
  }
  figure('start after a kill', `${starts.map((one) => one.toFixed(2)).join(', ')} s`, '≤ 5');
  figure('  CPU until then', `${((await probe.cpu()) / 1_000).toFixed(2)} s`);
  const { rss, heapUsed, external, arrayBuffers } = await probe.memory();
  figure('memory after the start, resident', mb(rss), '≤ 1,024');
  figure(
    '  live heap',
    `${mb(heapUsed)}, outside of it ${mb(external)}, of that buffers ${mb(arrayBuffers)}`,
  );
}

async function measureReads(server: RunningServer, probe: Probe): Promise<void> {
  const owner = new Wallets(settings).busy.address;
  const reads = await ownerReads(server.url, owner);
  heading('Reads of one busy owner');
  const { url } = server;
  await timeReadsApart({ url, reads, target: '≤ 30', dir: settings.dir });
  heading("Reads of everybody's records");
  await timeReadsApart({ url, reads: unfilteredReads, target: '≤ 100', dir: settings.dir });
  // Apart: a profiler takes part of the time it measures.
  const profile = await probe.profiled(() => readAgain(url, reads, PROFILED_READS));
  for (const line of summaryOf(profile)) console.log(line);
}

async function measureAudit(control: Control, probe: Probe): Promise<void> {
  heading('Audit');
  const times: number[] = [];
  let mints = 0;
  const before = await probe.cpu();
  const profile = await probe.profiled(async () => {
    for (let audit = 0; audit < AUDITS; audit++) {
      const began = performance.now();
      const answer = await control.audit();
      times.push(performance.now() - began);
      if (!answer.ok) throw new Error('the audit is not exact');
      mints = answer.mints.length;
    }
  });
  const each = ((await probe.cpu()) - before) / AUDITS;
  figure('audit', `${spread(times)}, CPU ${each.toFixed(0)} ms, ${mints} mints`, '≤ 1,000');
  for (const line of summaryOf(profile, AUDITS, 8)) console.log(line);
}

const metricOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);

async function metrics(url: string): Promise<{ open: number; waiting: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return { open: metricOf(text, 'positions_open'), waiting: metricOf(text, 'db_jobs_waiting') };
}

type Traders = Awaited<ReturnType<typeof fundedTraders>>;
type Markets = Awaited<ReturnType<typeof tradableMarkets>>;

/** @returns the positions that trading has opened */
async function measureTrades(traders: Traders, markets: Markets, probe: Probe): Promise<Set<string>> {
  heading('Whole trades: create, sign, execute, filled');
  const traffic = noTraffic();
  const until = performance.now() + TRADE_SECONDS * 1_000;
  const before = await probe.cpu();
  const own = process.cpuUsage();
  const profile = await probe.profiled(() =>
    trade(traders, markets, () => performance.now() > until, traffic),
  );
  const trades = traffic.whole.length;
  const each = ((await probe.cpu()) - before) / trades;
  const { user, system } = process.cpuUsage(own);
  figure('trades a second, clients on the same cores', (trades / traffic.seconds).toFixed(0), '≥ 150');
  figure(
    'CPU of the server a trade',
    `${each.toFixed(2)} ms: at most ${(1_000 / each).toFixed(0)} a second`,
    '≤ 4',
  );
  figure('CPU of the client a trade', `${((user + system) / 1_000 / trades).toFixed(2)} ms`);
  figure('create', spread(traffic.create));
  figure('execute', spread(traffic.execute));
  figure('create + execute', spread(traffic.whole));
  if (traffic.refused.size > 0) figure('refused', JSON.stringify(Object.fromEntries(traffic.refused)));
  console.log('CPU of the server, milliseconds a trade (with the profiler):');
  for (const line of summaryOf(profile, trades, 24)) console.log(line);
  return traffic.opened;
}

/**
 * What a trader waits at a load that is offered, not at one that waits for its own answers.
 * @returns the positions that trading has opened
 */
async function measureOffered(traders: Traders, markets: Markets): Promise<Set<string>> {
  heading(`${settings.rate} whole trades a second are started, whatever becomes of those before`);
  const traffic = noTraffic();
  const until = performance.now() + TRADE_SECONDS * 1_000;
  const isOver = (): boolean => performance.now() > until;
  const fromDue = await tradeAtRate(traders, markets, settings.rate, isOver, traffic);
  figure('trades a second', (fromDue.length / traffic.seconds).toFixed(0));
  figure('create', spread(traffic.create));
  figure('execute', spread(traffic.execute));
  figure('create + execute, from when it was due', spread(fromDue), 'p99 ≤ 250');
  if (traffic.refused.size > 0) figure('refused', JSON.stringify(Object.fromEntries(traffic.refused)));
  return traffic.opened;
}

async function measureSettling(
  server: RunningServer,
  traders: Traders,
  markets: Markets,
  probe: Probe,
  due: number,
  known: ReadonlySet<string>,
): Promise<void> {
  const { settleRate } = settings;
  const speed = settleRate === 0 ? 'as fast as they can' : `${settleRate} times a second`;
  heading(`${due} positions fall due at once while ${traders.length} wallets trade ${speed}`);
  const control = new Control(server.url, server.token);
  const traffic = noTraffic();
  const { open } = await metrics(server.url);
  const before = await probe.cpu();
  const began = performance.now();
  let settled = 0;
  let moved = 0;
  let most = 0;
  const isOver = (): boolean =>
    settled >= due || since(began) > Math.min(SETTLE_SECONDS, moved + STANDSTILL_SECONDS);
  // Its answer comes when the keeper is through, which may be long after a connection is given up.
  control.advance(LEAP).catch(() => undefined);
  const watch = async (): Promise<void> => {
    for (let told = 0; !isOver(); await pause(POLL_MS)) {
      const now = await metrics(server.url);
      const opened = [...traffic.opened].filter((position) => !known.has(position)).length;
      const done = open + opened - now.open;
      if (done > settled) {
        settled = done;
        moved = since(began);
      }
      most = Math.max(most, now.waiting);
      if (since(began) < told) continue;
      told += 5;
      tell(`${since(began).toFixed(0)} s: ${settled} settled, ${now.waiting} jobs wait`);
    }
  };
  const trading = async (): Promise<number[]> => {
    if (settleRate > 0) return tradeAtRate(traders, markets, settleRate, isOver, traffic);
    await trade(traders, markets, isOver, traffic);
    return traffic.whole;
  };
  let waited: number[] = [];
  const profile = await probe.profiled(async () => {
    [waited] = await Promise.all([trading(), watch()]);
  });
  const took = since(began);
  figure('settled', `${settled} in ${moved.toFixed(1)} s, ${(settled / moved).toFixed(0)} a second`);
  figure('  CPU of the server meanwhile', `${(((await probe.cpu()) - before) / 1_000).toFixed(1)} s`);
  figure('  create', spread(traffic.create));
  figure('  execute', spread(traffic.execute));
  figure('  create + execute', `${spread(waited)}, most ${shareOf(waited, 1).toFixed(0)} ms`, 'p99 ≤ 250');
  figure('  trades a second meanwhile', (traffic.whole.length / took).toFixed(0));
  figure('  most jobs that waited', most.toFixed(0));
  if (traffic.refused.size > 0) figure('  refused', JSON.stringify(Object.fromEntries(traffic.refused)));
  for (const line of summaryOf(profile)) console.log(line);
}

async function profileStart(): Promise<void> {
  const probe = new Probe(settings.dir);
  const env = { ...serverEnv(settings), ...probe.env({ profileStart: true }) };
  const server = await bootServer({ dataDir: settings.dir, env });
  heading('CPU of a start');
  for (const line of summaryOf(await probe.stopProfile())) console.log(line);
  await server.stop();
}

const empty = settings.databaseUrl === undefined ? await firstStart() : 0;
const due = await load(empty);
await profileStart();
const probe = new Probe(settings.dir);
const env = { ...serverEnv(settings), ...probe.env() };
const server = await bootServer({ dataDir: settings.dir, env });
try {
  heading('Start');
  await measureStart(server, probe);
  await measureReads(server, probe);
  await measureAudit(new Control(server.url, server.token), probe);
  const traders = await fundedTraders(server.url);
  const markets = await tradableMarkets(server.url, 40);
  const opened = await measureTrades(traders, markets, probe);
  const offered = await measureOffered(traders, markets);
  await measureSettling(server, traders, markets, probe, due, new Set([...opened, ...offered]));
  figure('memory at the end, resident', mb((await probe.memory()).rss), '≤ 1,024');
} finally {
  await server.kill9();
  await server.stop();
  if (!settings.keep) rmSync(settings.dir, { recursive: true, force: true });
}
