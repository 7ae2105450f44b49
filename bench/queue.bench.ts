import { chromium } from '@playwright/test';
import { bootServer, STILL_PRICES } from '../e2e/boot.ts';
import { rememberWallet } from '../e2e/journeys.ts';
import { tradableMarkets } from '../e2e/markets.ts';
import { Control, Trader } from '../e2e/trader.ts';
import { chromiumLaunch } from './lib/chromium.ts';

/* Claim-all of 50 positions: from the press to the last row done, on the real server, with a wallet that signs at once. */
const POSITIONS = 50;
const DOLLARS = 5;
const WAIT_MS = 120_000;

const server = await bootServer({ env: { ...STILL_PRICES, PAPER_FILL_DELAY_MS: '0' } });
const browser = await chromium.launch(chromiumLaunch());
try {
  const control = new Control(server.url, server.token);
  const trader = new Trader(server.url);
  await trader.faucet();
  const markets = await tradableMarkets(server.url, POSITIONS);
  for (const { marketId } of markets) await trader.buy(marketId, DOLLARS);
  for (const { marketId } of markets) await control.resolve(marketId, 'yes');

  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // The loader that runs this file names functions with a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  const wallet = await rememberWallet(page, trader, { guards: 0 });
  let requests = 0;
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests += 1;
  });
  await page.goto(`${server.url}/portfolio`);
  const press = page.getByRole('button', { name: new RegExp(`^Claim all ${POSITIONS}`) });
  await press.waitFor({ timeout: WAIT_MS });
  requests = 0;
  const began = performance.now();
  await press.click();
  await page.getByText(`${POSITIONS} of ${POSITIONS} claimed`).waitFor({ timeout: WAIT_MS });
  const seconds = (performance.now() - began) / 1_000;
  console.log(
    `claim-all of ${POSITIONS} positions: ${seconds.toFixed(2)} s from press to done, ${((seconds * 1_000) / POSITIONS).toFixed(0)} ms each`,
  );
  console.log(`signatures asked: ${wallet.asked}; requests of the page meanwhile: ${requests}`);
  console.log(`audit: ${(await control.audit()).ok ? 'exact' : 'NOT exact'}`);
} finally {
  await browser.close();
  await server.stop();
}
