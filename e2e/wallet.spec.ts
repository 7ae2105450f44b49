import { Desk } from './desk.ts';
import { expect, test } from './test.ts';
import { installWallet } from './test-wallet.ts';

test('an empty wallet is offered play money at once, and a disconnect in one tab disconnects all', async ({
  page,
  context,
}) => {
  const desk = new Desk(page);
  await installWallet(page);
  await desk.open('/settings');
  await expect(page.getByRole('region', { name: 'Play money' })).toHaveCount(0);
  await desk.connect();
  await desk.takePlayMoney();

  const other = await context.newPage();
  await installWallet(other);
  const second = new Desk(other);
  await second.open('/portfolio');
  const wallet = /^Wallet /;
  await expect(second.header.getByRole('button', { name: wallet })).toBeVisible();
  await second.header.getByRole('button', { name: wallet }).click();
  await other.getByRole('button', { name: 'Disconnect' }).click();
  for (const { header } of [desk, second]) {
    await expect(header.getByRole('button', { name: /^Connect/ })).toBeVisible();
    await expect(header.getByRole('button', { name: wallet })).toHaveCount(0);
  }
  await page.reload();
  await expect(desk.header.getByRole('button', { name: /^Connect/ })).toBeVisible();
});

test('suggestions without a wallet lead to one', async ({ page }) => {
  const desk = new Desk(page);
  await desk.open('/?tab=for-you');
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click();
  await expect(page.getByRole('dialog', { name: 'Connect a wallet' })).toBeVisible();
});
