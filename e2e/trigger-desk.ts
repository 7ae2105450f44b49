import type { Browser, Locator, Page } from '@playwright/test';
import { bootServer, type RunningServer, STILL_PRICES } from './boot.ts';
import { Desk } from './desk.ts';
import { rememberWallet } from './journeys.ts';
import { expect, test } from './test.ts';
import type { TestWallet } from './test-wallet.ts';
import { Control, Trader } from './trader.ts';
import { SOL, TriggerTrader } from './trigger-trader.ts';

/** What a person does on the page of triggers, in the words it uses. */
export class TriggerDesk extends Desk {
  get form(): Locator {
    return this.page.getByRole('group', { name: /^Trigger order: / });
  }
  get vault(): Locator {
    return this.page.getByRole('region', { name: 'Vault' });
  }
  get panel(): Locator {
    return this.page.getByRole('region', { name: 'Trigger orders' });
  }
  get sentence(): Locator {
    return this.page.getByTestId('order-sentence');
  }

  async signIn(): Promise<void> {
    const step = this.page.getByRole('region', { name: 'Sign in' });
    await step.getByRole('button', { name: /^Sign in/ }).click();
    await expect(this.page.getByText('Signed in', { exact: true })).toBeVisible();
  }
  choose(name: string | RegExp): Promise<void> {
    return this.form.getByRole('radio', { name }).first().check({ force: true });
  }
  field(name: string): Locator {
    return this.form.getByRole('textbox', { name });
  }
  enter(name: string, text: string): Promise<void> {
    return this.field(name).fill(text);
  }
  /** Presses the button of the form and waits for the order. */
  async place(): Promise<void> {
    await this.form.getByRole('button', { name: /^Place/ }).click();
    await expect(this.toast('Placed. It is among your open orders.').last()).toBeVisible();
    await expect(this.field('Amount')).toHaveValue('');
  }
}

export interface Scene {
  page: Page;
  desk: TriggerDesk;
  wallet: TestWallet;
  /** The same wallet, without the browser. */
  api: TriggerTrader;
}

interface Arrival {
  /** The wallet signs text too. */
  messages?: boolean;
  path?: string;
  /** Places orders before the page is there. */
  before?: (api: TriggerTrader) => Promise<unknown>;
}

/** A page on the triggers, with a wallet and play money; who opened it closes its context. */
export async function arriveOnTriggers(
  browser: Browser,
  url: string,
  { messages = true, path = '/triggers', before }: Arrival = {},
): Promise<Scene> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 1000 } });
  const page = await context.newPage();
  const trader = new Trader(url);
  const wallet = await rememberWallet(page, trader, { messages });
  const api = new TriggerTrader(trader);
  await trader.faucet();
  await before?.(api);
  const desk = new TriggerDesk(page);
  await desk.open(path);
  await expect(desk.balance).toContainText(/\d/);
  return { page, desk, wallet, api };
}

/** An exchange for the journeys of one file, of whose prices they are the masters: SOL begins each at 100 USD. */
export function ownExchange() {
  let server: RunningServer;
  let control: Control;
  test.beforeAll(async () => {
    server = await bootServer({ env: STILL_PRICES });
    control = new Control(server.url, server.token);
  });
  test.afterAll(async () => server.stop());
  const setSol = (usd: number) => control.call('POST', '/prices', { mint: SOL, usd });
  test.beforeEach(async () => setSol(100));
  return {
    setSol,
    arrive: (browser: Browser, options?: Arrival) => arriveOnTriggers(browser, server.url, options),
    /** Unix milliseconds of the exchange. */
    now: async () => Math.floor((await control.call<{ now: number }>('GET', '/clock')).now * 1_000),
    get control() {
      return control;
    },
    get url() {
      return server.url;
    },
  };
}
