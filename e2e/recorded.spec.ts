import { expect, type Page, test } from '@playwright/test';
import { Desk } from './desk.ts';
import { bootGateway } from './gateway.ts';
import { isRecorded, startRecordedPlatform } from './recorded-upstream.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

/** What a page complains of: errors on its console, answers it cannot use, panels that say so. */
async function watched(page: Page, own: string): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  // Pictures lie on other people's servers.
  await page.route(
    (url) => !url.href.startsWith(own) && url.protocol.startsWith('http'),
    (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }),
  );
  return complaints;
}

/** No panel that has failed, is malformed or offers to try again. */
async function expectNoErrorPanel(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0);
}

test('what a real platform has answered is shown without a single error', async ({ browser }) => {
  test.skip(!isRecorded, 'the recorded answers are not beside the repository');
  const platform = await startRecordedPlatform();
  const gateway = await bootGateway({
    upstream: platform.url,
    platform: { providers: platform.providers },
    env: { UPSTREAM_RPS: '50' },
  });
  const context = await browser.newContext({
    baseURL: gateway.url,
    viewport: { width: 1440, height: 1000 },
  });
  try {
    const page = await context.newPage();
    const complaints = await watched(page, gateway.url);
    const desk = new Desk(page);

    await desk.open('/');
    for (const { title } of platform.events) {
      await expect(page.getByText(title).filter({ visible: true }).first(), title).toBeVisible();
    }
    await expectNoErrorPanel(page);

    for (const { eventId, title } of platform.events) {
      await desk.open(`/event/${eventId}`);
      await expect(page.getByRole('heading', { name: title }).first(), title).toBeVisible();
      await expectNoErrorPanel(page);
    }

    const { eventId, marketId } = platform.market;
    await desk.open(`/event/${eventId}?market=${marketId}`);
    await expect(page.locator('[data-row]').nth(10)).toBeVisible();
    await page.getByRole('tab', { name: 'Trades' }).click();
    await expect(page.getByRole('tabpanel').getByRole('row').nth(1)).toBeVisible();
    await expectNoErrorPanel(page);

    await desk.open('/tokens');
    for (const { symbol } of platform.tokens) {
      await expect(page.locator('[data-token]').filter({ hasText: symbol }).first(), symbol).toBeVisible();
    }
    await expectNoErrorPanel(page);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
    await gateway.stop();
    await platform.stop();
  }
});
