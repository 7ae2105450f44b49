import { Desk } from './desk.ts';
import { expect, test } from './test.ts';

const NAME = 'desk.test';

test('over a connection that others can change, the desk is read and no wallet is used', async ({
  playwright,
  server,
}, { project }) => {
  const { launchOptions } = project.use;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  });
  const page = await browser.newPage({ baseURL: `http://${NAME}:${new URL(server.url).port}` });
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  await page.addInitScript(() => localStorage.setItem('evenline.wallet', '"Paper wallet"'));
  const desk = new Desk(page);
  await desk.open('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);

  await desk.header.getByRole('button', { name: /^Connect/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' });
  await expect(dialog).toContainText('no wallet is used here');
  await expect(dialog.getByRole('button')).toHaveText(['']);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  for (const path of ['/portfolio', '/triggers', '/parlay', '/tokens', '/rounds']) {
    await desk.open(path);
    await expect(desk.header.getByRole('button', { name: /^Connect/ })).toBeVisible();
  }
  await expect(desk.ticket.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  expect(failures).toEqual([]);
  await browser.close();
});
