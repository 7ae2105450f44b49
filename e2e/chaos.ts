import type { AnswerWire } from '@contract/routes.ts';
import { expect } from '@playwright/test';
import { bootServer } from './boot.ts';
import { Bot } from './bot.ts';
import { startChaosProxy } from './chaos-proxy.ts';
import { bootGateway, platformOf } from './gateway.ts';
import { ordersOf } from './journeys.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { randomOf } from './random.ts';
import { Control, Trader } from './trader.ts';

const BOTS = 6;
const MARKETS = 24;
/** One market ends as often, so that there is something to claim. */
const RESOLVE_EVERY_MS = 2_500;
/** Past the last block that anything signed during the run could be in. */
const PAST_EXPIRY_SECONDS = 300;

export interface ChaosReport {
  readonly orders: number;
  readonly claims: number;
  /** Transactions whose outcome the chain had to tell. */
  readonly lookedUp: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly struck: Readonly<Record<string, number>>;
}

type History = AnswerWire<'listHistory'>['data'];

async function claimsOf(trader: Trader): Promise<string[]> {
  const claims: string[] = [];
  for (let start = 0; ; ) {
    const path = `/prediction/v1/history?ownerPubkey=${trader.pubkey}&start=${start}&end=${start + 100}`;
    const { body } = await trader.get<{ data: History; pagination: { end: number; hasNext: boolean } }>(path);
    for (const { eventType, positionPubkey } of body.data) {
      if (eventType === 'payout_claimed') claims.push(positionPubkey ?? '');
    }
    if (!body.pagination.hasNext) return claims;
    start = body.pagination.end;
  }
}

/** Each wallet's records at the platform are what its bot knows of: nothing twice, nothing lost, nothing more. */
async function expectSame(bot: Bot, trader: Trader): Promise<void> {
  const sent = (kind: 'order' | 'claim') =>
    bot.sent.filter((one) => (one.kind === 'claim') === (kind === 'claim') && one.outcome === 'landed');
  const placed = sent('order').map(({ orderPubkey }) => orderPubkey);
  const listed = (await ordersOf(trader)).map(({ pubkey }) => pubkey);
  expect(new Set(placed).size, 'each order was placed by one transaction').toBe(placed.length);
  expect(new Set(listed).size, 'no order stands twice').toBe(listed.length);
  expect([...listed].sort(), 'no order lost, none that nobody placed').toEqual([...placed].sort());
  const paid = sent('claim').map(({ positionPubkey }) => positionPubkey);
  expect((await claimsOf(trader)).sort(), 'each payout claimed once').toEqual(paid.sort());
  expect(
    bot.sent.filter(({ outcome }) => outcome === 'open'),
    'nothing stays unknown',
  ).toEqual([]);
}

/**
 * Bots trade through a gateway whose platform misbehaves in every way the proxy knows, for `seconds`; then the
 * platform is asked, by itself, what came of it. Fails when anything is lost, doubled or has crashed.
 */
export async function chaosRun({ seconds, seed }: { seconds: number; seed: number }): Promise<ChaosReport> {
  const random = randomOf(seed);
  const upstream = await bootServer({ env: { PAPER_FILL_DELAY_MS: '50' } });
  const proxy = await startChaosProxy({ target: upstream.url, seed });
  const gateway = await bootGateway({
    upstream: proxy.url,
    platform: await platformOf(upstream.url),
    env: { UPSTREAM_RPS: '200', CLIENT_RPS: '0', RPC_RPS: '200' },
  });
  try {
    const control = new Control(upstream.url, upstream.token);
    const markets: Tradable[] = await tradableMarkets(upstream.url, MARKETS);
    const direct = Array.from({ length: BOTS }, () => new Trader(upstream.url));
    for (const trader of direct) expect((await trader.faucet()).status).toBe(200);
    const bots = direct.map(
      ({ keypair }) => new Bot(new Trader(gateway.url, keypair), markets, randomOf(random() * 2 ** 32)),
    );

    const until = performance.now() + seconds * 1_000;
    const goesOn = () => performance.now() < until;
    let ended = 0;
    const ending = setInterval(() => {
      const market = markets[ended];
      // Half of them at most: the rest stays to be traded.
      if (!market || ended >= MARKETS / 2) return;
      ended += 1;
      control.resolve(market.marketId, random() < 0.5 ? 'yes' : 'no').catch(() => undefined);
    }, RESOLVE_EVERY_MS);
    await Promise.all(bots.map((bot) => bot.run(goesOn)));
    clearInterval(ending);

    proxy.calm();
    await control.advance(PAST_EXPIRY_SECONDS);
    for (const bot of bots) await bot.settle();
    for (const [index, bot] of bots.entries()) {
      const trader = direct[index];
      if (trader) await expectSame(bot, trader);
    }
    expect(await control.audit()).toMatchObject({ ok: true });
    expect(
      [...proxy.writes].filter(([address, times]) => address.includes('/execute ') && times > 1),
      'no signed bytes leave twice',
    ).toEqual([]);
    const arrived = [...proxy.writes.values()].reduce((sum, times) => sum + times, 0);
    const asked = bots.reduce((sum, bot) => sum + bot.writes, 0);
    expect(arrived, 'the gateway repeats no write').toBeLessThanOrEqual(asked);
    expect(bots.flatMap(({ faults }) => faults)).toEqual([]);
    expect((await fetch(`${gateway.url}/healthz`)).status, 'the gateway has lived through it').toBe(200);
    expect(gateway.log.filter((line) => /"level":"fatal"|unhandled|uncaught/i.test(line))).toEqual([]);

    const all = bots.flatMap(({ sent }) => sent).filter(({ outcome }) => outcome === 'landed');
    const answers: Record<string, number> = {};
    for (const bot of bots) {
      for (const [status, times] of bot.answers) answers[status] = (answers[status] ?? 0) + times;
    }
    return {
      orders: all.filter(({ kind }) => kind !== 'claim').length,
      claims: all.filter(({ kind }) => kind === 'claim').length,
      lookedUp: bots.flatMap(({ sent }) => sent).filter(({ lookedUp }) => lookedUp).length,
      answers,
      struck: proxy.struck,
    };
  } finally {
    await gateway.stop();
    await proxy.stop();
    await upstream.stop();
  }
}
