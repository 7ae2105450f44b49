import { readFile } from 'node:fs/promises';
import type { AnswerWire } from '@contract/routes.ts';
import type { Page } from '@playwright/test';
import { bootServer, type RunningServer } from './boot.ts';
import { fundedTrader, holds, ordersOf, pick, positionsOf, rememberWallet } from './journeys.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import { Control, type Trader } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

/* Prices stand still altogether: what two readings show may differ only by the version they came by. */
let server: RunningServer;
let trader: Trader;
test.beforeAll(async () => {
  server = await bootServer({ env: { PAPER_SPEED: '0.000001' } });
  const control = new Control(server.url, server.token);
  const events = new Set<string>();
  const markets = (await tradableMarkets(server.url, 100)).filter(
    ({ eventId }) => !events.has(eventId) && events.add(eventId),
  );
  const at = (index: number) => pick(markets, index);
  trader = await fundedTrader(server.url);
  await Promise.all([0, 1, 2, 3, 4, 5, 6].map((index) => holds(trader, at(index), 20 + index, index !== 1)));
  await sell(at(1), 2n);
  await sell(at(2), 1n);
  await loseParlay(control, markets.slice(7, 12));
  await control.resolve(at(3).marketId, 'yes');
  await control.resolve(at(4).marketId, 'no');
  await control.resolve(at(5).marketId, 'cancelled');
  await control.resolve(at(6).marketId, 'draw');
  await expect
    .poll(async () => (await positionsOf(trader)).filter(({ claimable }) => claimable).length)
    .toBe(3);
  // What embeds a market is made once a second of the exchange's clock, which stands otherwise.
  await control.advance(2);
});
test.afterAll(() => server.stop());

/** Sells the `share`th part of what is held in a market. */
async function sell({ marketId }: Tradable, share: bigint): Promise<void> {
  const held = (await positionsOf(trader)).find((position) => position.marketId === marketId);
  const contractsMicro = (BigInt(held?.contractsMicro ?? 0) / share).toString();
  const built = await trader.build({ isBuy: false, positionPubkey: held?.pubkey, contractsMicro });
  await trader.execute(trader.sign(built.body.transaction ?? ''));
  await expect
    .poll(async () => (await ordersOf(trader)).every(({ status }) => status === 'filled'))
    .toBe(true);
}

async function loseParlay(control: Control, legs: readonly Tradable[]): Promise<void> {
  const { mints } = (await trader.get<{ mints: { usdc: string } }>('/config.json')).body;
  const legMarketIds = legs.map(({ marketId }) => marketId);
  const item = { ownerPubkey: trader.pubkey, legMarketIds, mint: mints.usdc };
  const built = await trader.send<AnswerWire<'createParlays'>>('POST', '/prediction/v1/parlays', {
    parlays: [item],
  });
  for (const parlay of built.body.parlays) {
    if (parlay.status !== 'ok') throw new Error(parlay.message);
    const { parlayId, nonce, positionPubkey } = parlay;
    const signedTransaction = trader.sign(parlay.transaction);
    const { ownerPubkey } = item;
    await trader.send('POST', '/prediction/v1/parlays/execute', {
      parlays: [{ signedTransaction, parlayId, nonce, ownerPubkey, positionPubkey, legMarketIds }],
    });
  }
  await control.resolve(pick(legs, 2).marketId, 'no');
}

/** Everything a portfolio says of positions and history, without the clocks that run. */
async function read(page: Page): Promise<Record<string, string[]>> {
  const texts = async (what: ReturnType<Page['locator']>) =>
    (await what.allInnerTexts()).map((text) => text.replace(/pays out in .*/g, '').replace(/\s+/g, ' '));
  await rememberWallet(page, trader);
  await page.goto(`${server.url}/portfolio`);
  await expect(page.getByTestId('position')).toHaveCount(6);
  const curve = page.getByRole('region', { name: 'Account over time' });
  await expect(curve.getByRole('table')).toBeAttached();
  const positions = await texts(page.getByTestId('position'));
  const summary = await texts(page.getByRole('region', { name: 'Summary' }));
  const exposure = await texts(page.getByRole('region', { name: 'Exposure' }));
  const equity = await texts(curve.getByRole('table').getByRole('row').last().getByRole('cell').last());
  await expect(page.getByRole('tab', { name: /^Parlays/ })).toContainText('1');
  await page.getByRole('tab', { name: /^History/ }).click();
  const history = await texts(page.getByTestId('history-position'));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const records = (await readFile(await file.path(), 'utf8')).split('\r\n');
  await page.getByRole('combobox', { name: 'Record type' }).selectOption('Sold');
  const sold = await texts(page.getByTestId('history-event'));
  await expect(page.getByRole('alert')).toHaveCount(0);
  return { positions, summary, exposure, equity, history, records, sold };
}

test('a service without the newer listings shows the same figures to the cent, and is asked for them once', async ({
  context,
}) => {
  const newer = await read(await context.newPage());
  expect(newer.history).toHaveLength(8);
  expect(newer.summary?.join()).toContain('1 of 3 won');
  expect(newer.history?.filter((row) => row.includes('Parlay of'))).toHaveLength(1);

  const page = await context.newPage();
  const asked: string[] = [];
  await page.route('**/prediction/v2/**', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({
      status: 404,
      json: { type: 'invalid_request_error', message: 'Not found', request_id: 'x' },
    });
  });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  expect(await read(page)).toEqual(newer);
  expect(problems).toEqual([]);

  // The page at hand knows by now: polls go to the first version alone.
  const before = asked.length;
  const first = page.waitForResponse((response) => response.url().includes('/prediction/v1/positions'));
  await page.getByRole('tab', { name: /^Positions/ }).click();
  await first;
  await expect(page.getByTestId('position')).toHaveCount(6);
  expect(asked.slice(before).filter((path) => path.endsWith('/positions'))).toEqual([]);
});
