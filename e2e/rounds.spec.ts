import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { BTC_MINT } from '@contract/mints.ts';
import { type Browser, expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { bootServer, type RunningServer } from './boot.ts';
import { cutTexts } from './cut.ts';
import { boxOf, clippedActions, Desk, expectNoSidewaysScroll } from './desk.ts';
import { buyRound, holding, ROUND, toFreshRound } from './round-desk.ts';
import { test } from './test.ts';
import { installWallet } from './test-wallet.ts';
import { Control } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

const FEED = fileURLToPath(new URL('../../shared/data/prices/btc-usd-1s.csv.gz', import.meta.url));
const DAY = 86_400;
/** Rows of the lists of a wallet, by their tab, and widths at which they have room for the name of a round. */
const ROW = { positions: 'position', history: 'history-position' } as const;
const WHOLE = { positions: [390, 768, 1280], history: [390, 1024, 1280] } as const;

/** A server of one's own, its clock at the second minute of a round, so that nothing closes in the middle of a test. */
async function inARound(env: Record<string, string> = {}): Promise<{ server: RunningServer; begin: number }> {
  const server = await bootServer({ env });
  const begin = await toFreshRound(new Control(server.url, server.token));
  return { server, begin };
}

/** A page with a wallet and play money, on the running round. A price that moved meanwhile is accepted. */
async function trader(browser: Browser, server: RunningServer): Promise<{ page: Page; desk: Desk }> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await installWallet(page);
  const desk = new Desk(page);
  await desk.acceptMoves();
  await desk.open('/rounds');
  await desk.connect();
  await desk.takePlayMoney();
  return { page, desk };
}

/** Price of the recorded day at an instant: the last tick at or before its time of day. */
function recordedPrices(): (instant: number) => number {
  const [head = '', ...lines] = gunzipSync(readFileSync(FEED)).toString('utf8').trim().split('\n');
  const columns = head.split(',');
  const at = { ms: columns.indexOf('feed_ts_ms'), value: columns.indexOf('value') };
  const ticks = lines
    .map((line) => line.split(','))
    .map((cells) => ({ ms: Number(cells[at.ms]), value: Number(cells[at.value]) }))
    .sort((a, b) => a.ms - b.ms);
  return (instant) => {
    const time = instant % DAY;
    const first = Math.floor((ticks[0]?.ms ?? 0) / (DAY * 1_000)) * DAY;
    const tick = ticks.findLast(({ ms }) => ms <= (first + time) * 1_000) ?? ticks.at(-1);
    if (!tick) throw new Error('the recording is empty');
    return tick.value;
  };
}

test.describe('rounds', () => {
  /** That of the first two: the second sets the price of Bitcoin, which the first takes as it comes. */
  let server: RunningServer;
  test.beforeAll(async () => {
    server = (await inARound()).server;
  });
  test.afterAll(() => server.stop());

  test('one is bought and sold', async ({ browser }) => {
    const { page, desk } = await trader(browser, server);

    const round = page.getByRole('region', { name: 'Round', exact: true });
    await expect(round.getByText('Price to beat', { exact: true })).toBeVisible();
    await expect(round).toContainText(/Distance, (Up|Down) leads/);
    await expect(round).toContainText(/Time left\s*1[34]m \d\ds/);
    // Opened in its second minute, it knows the first.
    await expect(round).toContainText('Price history since the opening.');
    await expect(round.locator('canvas').first()).toBeVisible();
    await expect(
      page
        .getByRole('navigation', { name: 'Rounds' })
        .getByText(/(Up|Down)$/)
        .first(),
    ).toBeVisible();

    await desk.fill('4');
    await expect(desk.ticket.getByRole('button', { name: 'Minimum is $5.00' })).toBeDisabled();
    await desk.fill('251');
    await expect(desk.ticket.getByRole('button', { name: 'Maximum is $250.00' })).toBeDisabled();
    await buyRound(desk, 'Up', '$50');
    await expect(desk.balance).toContainText(/9,9[45]\d\.\d\d/);
    await expect(holding(page, 'Up')).toContainText('Settles by itself in');
    for (const width of [320, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(async () => {
        await expectNoSidewaysScroll(page);
        expect(await clippedActions(page)).toEqual([]);
        const narrow = await round
          .locator('dd')
          .evaluateAll((all) =>
            all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
          );
        expect(narrow, 'figures wider than their place').toEqual([]);
      }, `${width} px`).toPass();
    }

    await test.step('its window, by which rounds differ, is read whole wherever it is listed', async () => {
      for (const tab of ['positions', 'history'] as const) {
        await desk.go(`/portfolio?tab=${tab}`);
        const row = page.getByTestId(ROW[tab]);
        const parts = [row.getByText(/Up or Down ·$/), row.getByText(/^\w+ \d+, \d\d:\d\d–\d\d:\d\d UTC$/)];
        for (const width of WHOLE[tab]) {
          await page.setViewportSize({ width, height: 900 });
          for (const part of parts) {
            await expect(part).toBeVisible();
            expect(await cutTexts(part), `${tab} at ${width} px`).toEqual([]);
          }
          if (width === 390 && tab === 'positions')
            expect((await boxOf(row)).height, 'on two lines').toBeLessThanOrEqual(60);
        }
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await desk.go('/rounds');
    });

    await holding(page, 'Up').getByRole('button', { name: 'Sell Up' }).click();
    await desk.ticket.getByRole('button', { name: /^Sell Up for \$/ }).click();
    await expect(desk.toast(/Sold [\d.]+ Up @ [\d.]+¢/)).toBeVisible();
    await expect(holding(page, 'Up')).toHaveCount(0);
    await expect(desk.balance).toContainText(/9,9[89]\d\.\d\d/);

    expect((await new Control(server.url, server.token).audit()).ok).toBe(true);

    // All windows beside each other, with the model and its record, as the address says; each leads to its round.
    await page.getByRole('link', { name: 'All windows' }).click();
    const board = page.getByRole('region', { name: 'Windows', exact: true });
    const rows = board.getByRole('row').filter({ has: page.getByRole('link') });
    await expect(rows.filter({ hasText: /Ethereum\s*5m/ })).toContainText(/\$3,.*%.*\d\d\.\d%.*\d\d?\.\d%/s);
    await expect(board.getByRole('region', { name: 'The model’s record' })).toContainText(
      /Model, Brier score\s*0\.\d{3}.*Market, Brier score\s*0\.\d{3}.*Windows\s*\d{2,3}/s,
    );
    await expectAccessible(page, 'board of windows', board);
    await board.getByRole('radio', { name: '15m' }).check({ force: true });
    await board.getByRole('button', { name: 'Distance' }).click();
    await expect(page).toHaveURL(/sort=-distance/);
    await page.reload();
    await expect(board.getByRole('radio', { name: '15m' })).toBeChecked();
    await expect(rows.filter({ hasText: /15m/ }).first()).toBeVisible();
    await expect(rows.filter({ hasText: /\b(5m|1h)\b/ })).toHaveCount(0);
    await expect(board.getByRole('columnheader', { name: 'Distance' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    const shares = async () =>
      (await rows.allInnerTexts()).map((text) =>
        Number(/([+−]?)(\d+\.\d{3})%/.exec(text)?.slice(1).join('').replace('−', '-')),
      );
    await expect
      .poll(async () => (await shares()).every((share, at, all) => share <= (all[at - 1] ?? share)))
      .toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await rows.getByRole('link', { name: 'Litecoin' }).click();
    await expect(page).toHaveURL(/\/event\//);

    await page.context().close();
  });

  test('Bitcoin has one price, on the rounds page, a strike ladder and in the listing', async ({
    browser,
  }) => {
    const control = new Control(server.url, server.token);
    await control.call('POST', '/prices', { mint: BTC_MINT, usd: '123456' });
    // It goes on moving, by less in a minute than this.
    const closeTo = (text: string | undefined) =>
      expect(Math.abs(Number(text?.replaceAll(',', '')) / 123_456 - 1)).toBeLessThan(0.005);
    const read = async <T>(path: string): Promise<T> => (await (await fetch(server.url + path)).json()) as T;

    const { data } = await read<{
      data: { eventId: string; metadata: { title: string; subtitle: string } }[];
    }>('/prediction/v1/events?subcategory=btc&category=crypto&end=100');
    const ladder = data.find(({ metadata }) => metadata.subtitle.startsWith('Now around'));
    expect(ladder?.metadata.title).toContain('Bitcoin above');
    closeTo(/\$([\d,]+)/.exec(ladder?.metadata.subtitle ?? '')?.[1]);
    const [token] = await read<{ symbol: string; usdPrice: number }[]>('/tokens/v2/search?query=BTC');
    expect(token?.symbol).toBe('BTC');
    closeTo(String(token?.usdPrice));

    const page = await browser.newPage({ baseURL: server.url });
    const desk = new Desk(page);
    await desk.open('/rounds');
    const round = page.getByRole('region', { name: 'Round', exact: true });
    await expect(round).toContainText(/Price now\s*\$1/);
    closeTo(/Price now\s*\$([\d,.]+)/.exec(await round.innerText())?.[1]);
    await desk.go(`/event/${ladder?.eventId}`);
    const now = page.getByText(/Now around \$1/).first();
    await expect(now).toBeVisible();
    closeTo(/Now around \$([\d,]+)/.exec(await now.innerText())?.[1]);
    await page.close();
  });

  test('one is settled by real recorded prices, without a claim', async ({ browser }) => {
    test.skip(!existsSync(FEED), 'the recorded prices are not beside the repository');
    const { server: recorded, begin } = await inARound({ PAPER_BTC_FEED: FEED });
    const control = new Control(recorded.url, recorded.token);
    const priceAt = recordedPrices();
    // The recording is a day played over and over: a round that ends at midnight ends with the last price of the day.
    const end = begin + ROUND;
    const closing = priceAt(end % DAY === 0 ? end - 1 : end);
    const winner = closing >= priceAt(begin) ? 'Up' : 'Down';
    const loser = winner === 'Up' ? 'Down' : 'Up';
    const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

    const { page, desk } = await trader(browser, recorded);
    const round = page.getByRole('region', { name: 'Round', exact: true });
    await expect(round).toContainText(dollars.format(priceAt(begin)));
    await buyRound(desk, winner, '$50');
    await buyRound(desk, loser, '$10');
    const held = await desk.balance.innerText();

    await control.advance(ROUND);
    await desk.open(`/rounds?round=BTC15M-${begin}`);
    await expect(round).toContainText(dollars.format(closing));
    await expect(round.getByText('Result').locator('..')).toContainText(winner);
    await expect(holding(page, winner)).toContainText(/Won \+\$[\d.]+, paid out \$\d/);
    await expect(holding(page, loser)).toContainText(/Lost \u2212\$[\d.]+/);
    await expect.poll(() => desk.balance.innerText()).not.toBe(held);
    await expect(desk.ticket.getByRole('button', { name: 'This round takes no more orders' })).toBeDisabled();
    await page.getByRole('link', { name: 'Go to the running round' }).click();
    await expect(desk.ticket.getByRole('button', { name: 'Enter an amount' })).toBeVisible();

    expect((await control.audit()).ok).toBe(true);
    await page.context().close();
    await recorded.stop();
  });
});
