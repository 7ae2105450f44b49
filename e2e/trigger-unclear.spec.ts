import { holdBeforeSending, journalSteps } from './journeys.ts';
import { expect, test } from './test.ts';
import { arriveOnTriggers, type Scene } from './trigger-desk.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

const CREATE = '**/trigger/v2/orders/price';
const HISTORY = '**/trigger/v2/orders/history?*';

/** Fills the form with an order that waits, and has it signed. */
async function order({ desk }: Scene): Promise<void> {
  await desk.signIn();
  await desk.enter('Amount', '2');
  await desk.enter('Sell price', '1');
  await desk.form.getByRole('button', { name: /^Place/ }).click();
}
const states = async ({ api }: Scene) => (await api.orders()).map(({ orderState }) => orderState);

test('an order whose answer is lost is uncertain, is looked up over a reload, and never repeated', async ({
  browser,
  server,
}) => {
  const scene = await arriveOnTriggers(browser, server.url);
  const { page, desk, wallet } = scene;
  let created = 0;
  await page.route(CREATE, async (route) => {
    created += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.route(HISTORY, (route) => route.abort('connectionreset'));
  await order(scene);
  const uncertain = desk.toast('Deposited, the order is not known yet');
  await expect(uncertain).toContainText('It is being looked up. Do not repeat it');
  const asked = wallet.asked;

  await page.reload();
  await expect(uncertain).toContainText('Sign in to trigger orders, and it is looked up');
  await page.unroute(HISTORY);
  await desk.signIn();
  await expect(desk.toast('Placed')).toBeVisible();
  await expect(desk.panel.getByTestId('trigger-order')).toHaveCount(1);
  expect(await states(scene)).toEqual(['open']);
  expect(created).toBe(1);
  expect(wallet.asked).toBe(asked + 1);
  await page.context().close();
});

test('an order that was signed but not sent waits for its wallet to sign in', async ({ browser, server }) => {
  const scene = await arriveOnTriggers(browser, server.url);
  const { page, desk } = scene;
  const { release } = await holdBeforeSending(page);
  await order(scene);
  await expect.poll(() => journalSteps(page)).toEqual(['signed']);
  await release();
  await page.reload();
  const offer = desk.toast('Signed but not sent');
  await expect(offer).toContainText('Sign in to trigger orders first, then it can be sent');
  await expect(offer.getByRole('button', { name: 'Send now' })).toHaveCount(0);
  expect(await states(scene)).toEqual([]);
  await desk.signIn();
  await offer.getByRole('button', { name: 'Send now' }).click();
  await expect(desk.toast('Placed')).toBeVisible();
  expect(await states(scene)).toEqual(['open']);
  await page.context().close();
});
