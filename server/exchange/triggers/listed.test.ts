import { AUTO_SLIPPAGE_BPS } from '@contract/triggers/order.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshPglite } from '../../db/testing/database.ts';
import { NOW } from '../../testing/stub-app.ts';
import { HOUSE_BANKROLL } from '../ledger/genesis.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { SOL, USDC } from '../ledger/mints.ts';
import { createTokenMarket } from '../tokens/tokens.ts';
import { createMemoryStore } from '../writer/memory.store.ts';
import { dollars, TriggerHarness } from './testing/triggers.ts';

/** Raw units of a mint that a ledger can hold. */
const MOST = 2n ** 64n - 1n;
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
/** The tokens that the harness's exchange lists: the same seed. */
const listed = createTokenMarket({ seed: 'test' }).recent(NOW, 100);
const mintWith = (fits: (token: (typeof listed)[number]) => boolean): string => {
  const found = listed.find((token) => token.usdPrice && fits(token));
  if (!found) throw new Error('no such token is listed');
  return found.id;
};

describe('trigger orders on tokens of the listing', () => {
  let database: Database;
  let t: TriggerHarness;
  let ann: PlatformSigner;
  beforeAll(async () => {
    database = await freshPglite();
    t = await TriggerHarness.open(database);
    ann = await t.trader();
  });
  afterAll(() => database.close());
  const held = (mint: string) => t.ledger.tokenBalance(ann.address, mint) ?? 0n;
  const price = (mint: string, usd: number) => t.h.exchange.control.setUsd(mint, usd.toFixed(12));

  it.each<[string, (token: (typeof listed)[number]) => boolean]>([
    ['of the old token program', ({ tokenProgram }) => tokenProgram !== TOKEN_2022],
    ['of the new token program', ({ tokenProgram }) => tokenProgram === TOKEN_2022],
  ])('buy one %s when it falls, and sell it when it rises, over a restart', async (_name, fits) => {
    const mint = mintWith(fits);
    await price(mint, 0.002);
    const before = held(USDC.address);
    const bought = await t.order(ann, {
      inputMint: USDC.address,
      outputMint: mint,
      inputAmount: '100000000',
      triggerMint: mint,
      triggerCondition: 'below',
      triggerPriceUsd: (dollars(0.01) / 10n) as ReturnType<typeof dollars>,
    });
    expect(await t.read(ann, bought)).toMatchObject({ orderState: 'open', slippageBps: AUTO_SLIPPAGE_BPS });
    await price(mint, 0.001);
    const entry = await t.read(ann, bought);
    expect(entry).toMatchObject({ orderState: 'filled', fillPercent: 1 });
    const amount = held(mint);
    expect(amount).toBe(BigInt(entry.outputAmount ?? 0));
    expect(held(USDC.address)).toBe(before - 100_000_000n);

    await t.h.start();
    const sold = await t.order(ann, {
      inputMint: mint,
      outputMint: USDC.address,
      inputAmount: amount.toString(),
      triggerMint: mint,
      triggerCondition: 'above',
      triggerPriceUsd: dollars(0.01),
    });
    expect(held(mint)).toBe(0n);
    expect(await t.vault(ann)).toMatchObject({ balances: [{ mint, amount: amount.toString() }] });
    await price(mint, 0.011);
    const exit = await t.read(ann, sold);
    expect(exit).toMatchObject({ orderState: 'filled', remainingInputAmount: '0' });
    expect(held(USDC.address)).toBe(before - 100_000_000n + BigInt(exit.outputAmount ?? 0));
    expect(BigInt(exit.outputAmount ?? 0)).toBeGreaterThan(1_000_000_000n);
    expect(await t.vault(ann)).toMatchObject({ balances: [] });
    expect(await t.h.exchange.audit()).toMatchObject({ ok: true });
  });

  it('cancels a sale of one, and gives back all of it', async () => {
    const mint = mintWith(({ tokenProgram }) => tokenProgram === TOKEN_2022);
    await price(mint, 0.002);
    const buy = { inputMint: USDC.address, outputMint: mint, inputAmount: '50000000', triggerMint: mint };
    await t.order(ann, { ...buy, triggerCondition: 'above', triggerPriceUsd: dollars(0.01) });
    await price(mint, 0.02);
    const amount = held(mint);
    expect(amount).toBeGreaterThan(0n);
    const id = await t.order(ann, {
      inputMint: mint,
      outputMint: USDC.address,
      inputAmount: amount.toString(),
      triggerMint: mint,
      trailingBps: 5_000,
      triggerCondition: 'below',
    });
    await t.confirm(ann, await t.cancel(ann, id));
    expect(await t.read(ann, id)).toMatchObject({ orderState: 'cancelled' });
    expect(held(mint)).toBe(amount);
    expect(await t.h.exchange.audit()).toMatchObject({ ok: true });
  });

  it('are filled in fewer and larger slices where there would be too many, and wait longer for each', async () => {
    const mint = mintWith(({ tokenProgram }) => tokenProgram !== TOKEN_2022);
    await price(mint, 0.002);
    // At no slippage the market takes 5 USD every two seconds: two hundred times.
    const id = await t.order(ann, {
      ...{ inputMint: USDC.address, outputMint: mint, inputAmount: '1000000000' },
      ...{ triggerMint: mint, triggerCondition: 'below', triggerPriceUsd: dollars(0.01), slippageBps: 0 },
    });
    const sold: string[] = [];
    for (let second = 0; second <= 12; second += 2) {
      await t.h.exchange.tick();
      sold.push(String((await t.read(ann, id)).inputUsed));
      t.h.pass(2);
    }
    const [first, second, third] = ['14999999', '29999998', '44999997'];
    expect(sold).toEqual([first, first, first, second, second, second, third]);
    expect(await t.h.exchange.audit()).toMatchObject({ ok: true });
  });

  it('sell out at prices that are next to nothing, and then fail with their deposit safe', async () => {
    const mint = mintWith(({ tokenProgram, decimals }) => tokenProgram !== TOKEN_2022 && decimals === 6);
    const cheap = async (usd: number): Promise<string> => {
      await price(mint, 2 * usd);
      const id = await t.order(ann, {
        inputMint: USDC.address,
        outputMint: mint,
        inputAmount: '400000000',
        triggerMint: mint,
        triggerCondition: 'below',
        triggerPriceUsd: BigInt(Math.round(usd * 1.5e12)) as ReturnType<typeof dollars>,
      });
      await price(mint, usd);
      return id;
    };
    // Four trillion tokens: more than the house began with.
    const some = await cheap(0.000_000_000_1);
    expect(await t.read(ann, some)).toMatchObject({ orderState: 'filled' });
    expect(held(mint)).toBeGreaterThan(HOUSE_BANKROLL);
    const none = await cheap(0.000_000_000_004);
    expect(await t.read(ann, none)).toMatchObject({ orderState: 'failed', rawState: 'fill_failed' });
    expect((await t.read(ann, none)).events.at(-1)).toMatchObject({
      type: 'fill',
      state: 'failed',
      amount: null,
    });
    const before = held(USDC.address);
    await t.confirm(ann, await t.cancel(ann, none));
    expect(held(USDC.address)).toBe(before + 400_000_000n);
    expect(t.h.log).toEqual([]);
    expect(await t.h.exchange.audit()).toMatchObject({ ok: true });
  });

  it('sell what there can still be of a token, though it is less than the house would begin with', async () => {
    const mint = mintWith(({ decimals }) => decimals === 9);
    await price(mint, 0.001);
    const buy = { inputMint: USDC.address, outputMint: mint, triggerMint: mint };
    const below = { triggerCondition: 'below' as const, triggerPriceUsd: dollars(0.01) };
    // Of the eighteen billion that a ledger can hold half a billion are left then, where the house begins with one.
    await price(mint, 0.000_000_022_17);
    await t.order(ann, { ...buy, ...below, inputAmount: '400000000' });
    await t.h.exchange.tick();
    const supply = (await t.h.look((ledger) => ledger.supplyOf(mint))) ?? 0n;
    expect(supply).toBeGreaterThan(MOST - HOUSE_BANKROLL);
    expect(supply).toBeLessThan(MOST - HOUSE_BANKROLL / 10n);
    await price(mint, 0.001);
    const last = await t.order(ann, { ...buy, ...below, inputAmount: '50000000' });
    await t.h.exchange.tick();
    expect(await t.read(ann, last)).toMatchObject({ orderState: 'filled' });
    expect(t.h.log).toEqual([]);
    expect(await t.h.exchange.audit()).toMatchObject({ ok: true });
  });

  it('of the first version wait where there cannot be so much, told once, and are asked again a minute later', async () => {
    const mint = mintWith(({ tokenProgram, decimals }) => tokenProgram === TOKEN_2022 && decimals === 6);
    await price(mint, 0.001);
    const order = await t.rateOrder(ann, undefined, mint);
    const isOpen = async () => {
      const query = { user: ann.address, orderStatus: 'active' as const };
      return (await t.services.getTriggerOrders({ query })).orders.some(({ orderKey }) => orderKey === order);
    };
    // Forty-five trillion tokens for its 90 dollars.
    await price(mint, 0.000_000_000_002);
    await t.h.start();
    t.h.pass(61);
    await price(mint, 0.000_000_000_002);
    expect(t.h.log).toEqual([
      { level: 'info', message: 'an order waits: there cannot be so much of what it buys', order, mint },
    ]);
    // Fifteen of them: there can be so much.
    t.h.pass(50);
    await price(mint, 0.000_000_000_006);
    expect(await isOpen()).toBe(true);
    t.h.pass(10);
    await price(mint, 0.000_000_000_006);
    expect(await isOpen()).toBe(false);
    expect(held(mint)).toBeGreaterThan(9_000_000_000_000_000_000n);
    expect(t.h.log).toHaveLength(1);
    expect(await t.h.exchange.audit()).toMatchObject({ ok: true });
  });
});

describe('an order on a token that is listed no more', () => {
  let database: Database;
  let seed = 'test';
  let t: TriggerHarness;
  beforeAll(async () => {
    database = await freshPglite();
    t = await TriggerHarness.open(database, { tokens: () => createTokenMarket({ seed }) });
  });
  afterAll(() => database.close());

  it('gives back what it holds, and keeps no other order from what is due', async () => {
    const ann = await t.trader();
    const mint = mintWith(({ tokenProgram }) => tokenProgram === TOKEN_2022);
    const held = () => t.ledger.tokenBalance(ann.address, mint) ?? 0n;
    const buy = { inputMint: USDC.address, outputMint: mint, triggerMint: SOL.address };
    const entry = { ...buy, inputAmount: '50000000', triggerPriceUsd: dollars(100) };
    await t.order(ann, entry);
    await t.moveSol(100);
    const amount = held();
    expect(amount).toBeGreaterThan(0n);
    const waiting = await t.order(ann, {
      ...{ inputMint: mint, outputMint: USDC.address, inputAmount: amount.toString() },
      ...{ triggerMint: SOL.address, triggerPriceUsd: dollars(50) },
    });
    const late = await t.order(ann, { ...entry, triggerPriceUsd: dollars(80) });
    const rate = await t.rateOrder(ann, undefined, mint);
    const neverHeld = await t.rateOrder(ann, undefined, listed.find(({ id }) => id !== mint)?.id);
    const trailing = await t.order(ann, { trailingBps: 1_000 });

    seed = 'another';
    await t.h.start();
    await t.moveSol(110);
    await t.moveSol(110, 6);
    const [stored] = await createMemoryStore(database.db).triggerOrdersNamed([trailing]);
    expect(stored?.mark, 'the best price is written down').toBe(dollars(110));
    await t.moveSol(75);
    expect(await t.read(ann, trailing)).toMatchObject({ orderState: 'filled' });
    expect(await t.read(ann, late)).toMatchObject({ orderState: 'failed', remainingInputAmount: '50000000' });
    await t.confirm(ann, await t.cancel(ann, waiting));
    expect(held()).toBe(amount);
    const listedOrders = await t.services.getTriggerOrders({
      query: { user: ann.address, orderStatus: 'active' },
    });
    const rawTakingAmount = '9000000000000000000';
    const decimals = t.ledger.decimalsOf(mint) ?? 0;
    expect(listedOrders.orders).toMatchObject([
      { orderKey: neverHeld, makingAmount: '90', takingAmount: '', rawTakingAmount },
      {
        orderKey: rate,
        makingAmount: '90',
        takingAmount: String(9 * 10 ** (18 - decimals)),
        rawTakingAmount,
      },
    ]);
    const body = { maker: ann.address, order: rate };
    expect((await t.services.triggerCancelOrder({ body })).transaction).not.toBe('');
    expect(t.h.log).toEqual([]);
    expect(await t.h.exchange.audit()).toMatchObject({ ok: true });
  });
});
