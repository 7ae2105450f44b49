import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { BTC, FORMER_BTC, USDC } from '../ledger/mints.ts';
import { dollars, TriggerHarness } from './testing/triggers.ts';

const TRUE_ADDRESS = BTC.address;
/** What Bitcoin's address is taken to be. */
const misspell = (address: string): void => {
  Object.assign(BTC, { address });
};

let database: Database;
let t: TriggerHarness;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  misspell(TRUE_ADDRESS);
  await database.close();
});

it('lets who bought Bitcoin under its former address sell it, and have back what waits', async () => {
  misspell(FORMER_BTC.address);
  t = await TriggerHarness.open(database);
  const wallet = await t.trader();
  const bought = { inputMint: USDC.address, outputMint: BTC.address, triggerMint: BTC.address };
  await t.order(wallet, { ...bought, inputAmount: '650000000', triggerPriceUsd: dollars(70_000) });
  await t.moveSol(100);
  const held = t.ledger.tokenBalance(wallet.address, FORMER_BTC.address) ?? 0n;
  expect(held > 0n).toBe(true);
  const selling = { inputMint: BTC.address, outputMint: USDC.address, triggerMint: BTC.address };
  const half = String(held / 2n);
  const waiting = await t.order(wallet, { ...selling, inputAmount: half, triggerPriceUsd: dollars(50_000) });

  misspell(TRUE_ADDRESS);
  await t.h.start();
  const { prices, clock } = t.h.exchange;
  for (const mint of [BTC, FORMER_BTC]) {
    expect(prices.token(mint.address, clock.now())?.spec).toEqual(mint);
    expect(prices.priceAt(mint.address, clock.now())).toBe(dollars(65_000));
  }
  await t.confirm(wallet, await t.cancel(wallet, waiting));
  expect(t.ledger.tokenBalance(wallet.address, FORMER_BTC.address)).toBe(held);
  const before = t.h.usdc(wallet);
  await t.order(wallet, {
    ...{
      ...selling,
      inputMint: FORMER_BTC.address,
      triggerMint: FORMER_BTC.address,
      inputAmount: String(held),
    },
    ...{ triggerCondition: 'above', triggerPriceUsd: dollars(60_000) },
  });
  await t.moveSol(100);
  expect(t.h.usdc(wallet) > before).toBe(true);
  expect(await t.h.exchange.audit()).toMatchObject({ ok: true });
});

it('is unknown to a ledger that never had it', async () => {
  t = await TriggerHarness.open(database);
  const { prices, clock } = t.h.exchange;
  expect(prices.token(FORMER_BTC.address, clock.now())).toBeUndefined();
  expect(prices.priceAt(FORMER_BTC.address, clock.now())).toBeNull();
});

it('stays unknown where somebody has sent SOL to its address', async () => {
  t = await TriggerHarness.open(database);
  await t.h.exchange.faucet(FORMER_BTC.address);
  await t.h.start();
  const { prices, clock } = t.h.exchange;
  expect(prices.token(FORMER_BTC.address, clock.now())).toBeUndefined();
});
