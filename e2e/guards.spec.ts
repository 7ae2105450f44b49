import { GUARD_PROGRAM } from '@contract/config.ts';
import type { Page } from '@playwright/test';
import type { RunningServer } from './boot.ts';
import { Desk } from './desk.ts';
import { fundedTrader, journalSteps, rememberWallet } from './journeys.ts';
import type { Tradable } from './markets.ts';
import { fiveOf, legs, marketsOfManyEvents, placePaid, slipsOf, takeLink } from './parlay-desk.ts';
import { expect, test } from './test.ts';
import type { Guards, TestWallet } from './test-wallet.ts';
import { Control, type Trader } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

/* A wallet that puts assertions behind what its owner alone signs: here, the payment of free parlays. */
let markets: Tradable[];
let control: Control;
let url: string;
test.beforeAll(async ({ server }: { server: RunningServer }) => {
  url = server.url;
  control = new Control(url, server.token);
  markets = await marketsOfManyEvents(url);
});

interface Reader {
  desk: Desk;
  trader: Trader;
  wallet: TestWallet;
}
async function withFreeParlay(page: Page, guards: Guards, journey: number): Promise<Reader> {
  const trader = await fundedTrader(url);
  const wallet = await rememberWallet(page, trader, { guards });
  await takeLink(page, fiveOf(markets, journey));
  await expect(legs(page)).toHaveCount(5);
  await page.getByText('Free', { exact: true }).click();
  return { desk: new Desk(page), trader, wallet };
}
const place = (page: Page) => page.getByRole('button', { name: /^Place for 0\.001 SOL/ });
const programsOf = ({ signed }: TestWallet): string[] => {
  const message = signed.at(-1)?.message;
  return (message?.compiledInstructions ?? []).map(
    ({ programIdIndex }) => message?.staticAccountKeys[programIdIndex]?.toBase58() ?? '',
  );
};

for (const guards of [1, 2] as const) {
  test(`a free parlay is placed with ${guards} of the wallet’s guards, signed once and shown before`, async ({
    page,
  }) => {
    const { desk, trader, wallet } = await withFreeParlay(page, guards, guards - 1);
    await place(page).click();
    await expect(desk.toast(/Placed/)).toBeVisible();
    expect(wallet.asked).toBe(1);
    const programs = programsOf(wallet);
    expect(programs.slice(-guards)).toEqual(Array<string>(guards).fill(GUARD_PROGRAM));
    expect(programs.filter((program) => program === GUARD_PROGRAM)).toHaveLength(guards);
    expect(await slipsOf(trader)).toMatchObject([{ mode: 'free' }]);
    expect(await journalSteps(page)).toEqual(['done']);
    expect((await control.audit()).ok).toBe(true);
  });
}

test('what looks like a guard and is none is not sent, and what others sign too is left alone', async ({
  page,
}) => {
  const { desk, trader, wallet } = await withFreeParlay(page, 2, 2);
  const sent: string[] = [];
  await page.route('**/parlays/free', (route) => {
    const body = route.request().postData() ?? '';
    if (body.includes('signedTransaction')) sent.push(body);
    return route.continue();
  });
  wallet.mood('fake-guard');
  await place(page).click();
  await expect(
    desk.toast(/Not sent: the wallet changed the transaction.*it added an instruction/),
  ).toBeVisible();
  expect(sent).toEqual([]);
  expect(await slipsOf(trader)).toEqual([]);
  expect(await journalSteps(page)).toEqual(['discarded']);

  // A stake is signed by the service as well.
  wallet.mood('approve');
  await page.getByText(/^Paid \$10/).click();
  await placePaid(desk);
  expect(programsOf(wallet)).not.toContain(GUARD_PROGRAM);
  expect(await slipsOf(trader)).toMatchObject([{ mode: 'paid' }]);
});
