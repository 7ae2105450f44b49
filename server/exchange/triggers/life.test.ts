import { priceOrderDigest } from '@contract/transactions/terms.ts';
import { termsOfPriceOrder } from '@contract/triggers/order.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { AT_A_TIME } from '../core/few-at-a-time.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import { derive } from '../ledger/derive.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { BTC, SOL, USDC } from '../ledger/mints.ts';
import { Harness, signed } from '../testing/exchange.ts';
import { createMemoryStore } from '../writer/memory.store.ts';
import { dollars, handFeed, IN_A_DAY, IN_SLICES, stillFeeds, TriggerHarness } from './testing/triggers.ts';

const START_USDC = 10_000_000_000n;

describe('trigger orders', () => {
  let database: Database;
  let t: TriggerHarness;
  beforeEach(async () => {
    database = await freshDatabase();
    t = await TriggerHarness.open(database);
  });
  afterEach(async () => {
    await database?.close();
  });
  const usdc = (owner: string) => t.ledger.tokenBalance(owner, USDC.address) ?? 0n;
  const audited = async () => expect(await t.h.exchange.audit()).toMatchObject({ ok: true });

  it('sells SOL when its price falls, and pays the wallet', async () => {
    const wallet = await t.trader();
    const before = t.ledger.lamports(wallet.address);
    const id = await t.order(wallet);
    expect(before - t.ledger.lamports(wallet.address)).toBe(2_000_005_000n);
    expect(await t.vault(wallet)).toMatchObject({
      balances: [{ mint: SOL.address, amount: '2000000000', inOrders: '2000000000' }],
    });
    await t.moveSol(90.01);
    expect(await t.read(wallet, id)).toMatchObject({
      orderState: 'open',
      triggerPriceUsd: 90,
      slippageBps: 2000,
      // It follows no price.
      ...{ highWatermark: null, lowWatermark: null },
    });

    await t.moveSol(89.5);
    const order = await t.read(wallet, id);
    expect(order).toMatchObject({
      orderState: 'filled',
      rawState: 'fill_success',
      remainingInputAmount: '0',
      inputUsed: '2000000000',
      outputAmount: '179000000',
      fillPercent: 1,
    });
    expect(order.events.map(({ type }) => type)).toEqual(['deposit', 'fill', 'withdrawal']);
    expect(usdc(wallet.address)).toBe(START_USDC + 179_000_000n);
    expect(await t.vault(wallet)).toMatchObject({ balances: [] });
    await t.moveSol(80);
    expect(usdc(wallet.address)).toBe(START_USDC + 179_000_000n);
    await audited();
  });

  it('lands a deposit by its own operation alone, and there still after it was sent elsewhere', async () => {
    const wallet = await t.trader();
    const before = t.ledger.lamports(wallet.address);
    const deposit = await t.craft(wallet);
    expect(await t.h.execute(signed(deposit.transaction, wallet))).toMatchObject({
      status: 'Failed',
      signature: null,
      error: expect.stringContaining('belongs to the trigger interface'),
    });
    expect(t.ledger.lamports(wallet.address)).toBe(before);
    const { id } = await t.create(wallet, t.body(wallet, deposit));
    expect(await t.read(wallet, id)).toMatchObject({ orderState: 'open' });
    await audited();
  });

  it('buys with USDC when the price rises', async () => {
    const wallet = await t.trader();
    const before = t.ledger.lamports(wallet.address);
    const id = await t.order(wallet, {
      inputMint: USDC.address,
      outputMint: SOL.address,
      inputAmount: '100000000',
      triggerCondition: 'above',
      triggerPriceUsd: dollars(110),
    });
    const paid = before - t.ledger.lamports(wallet.address);
    await t.moveSol(125);
    expect(await t.read(wallet, id)).toMatchObject({ orderState: 'filled', outputAmount: '800000000' });
    expect(t.ledger.lamports(wallet.address)).toBe(before - paid + 800_000_000n);
    await audited();
  });

  it('cancels the other leg of a pair', async () => {
    const wallet = await t.trader();
    const id = await t.order(wallet, {
      orderType: 'oco',
      tpPriceUsd: dollars(120),
      slPriceUsd: dollars(80),
    });
    await t.moveSol(119.99);
    expect(await t.read(wallet, id)).toMatchObject({
      orderState: 'open',
      tpSlippageBps: 500,
      slSlippageBps: 2000,
    });
    await t.moveSol(121);
    const order = await t.read(wallet, id);
    expect(order).toMatchObject({ orderState: 'filled', outputAmount: '242000000' });
    expect(order.events.map(({ type, state, orderContext }) => [type, state, orderContext])).toEqual([
      ['deposit', 'success', null],
      ['fill', 'success', 'take_profit'],
      ['withdrawal', 'success', null],
      ['cancelled', 'success', 'stop_loss'],
    ]);
    await t.moveSol(70);
    expect(usdc(wallet.address)).toBe(START_USDC + 242_000_000n);
  });

  it.each([
    { usd: 121, tpSlippageBps: 1, slSlippageBps: 500 },
    { usd: 79, tpSlippageBps: 500, slSlippageBps: 1 },
  ])('fills the leg of a pair that fires at $usd within its own slippage', async ({ usd, ...slippage }) => {
    const wallet = await t.trader();
    const { slippageBps: _, ...large } = IN_SLICES;
    const prices = { tpPriceUsd: dollars(120), slPriceUsd: dollars(80) };
    const id = await t.order(wallet, { ...large, orderType: 'oco', ...prices, ...slippage });
    await t.moveSol(usd);
    expect(await t.read(wallet, id)).toMatchObject({
      rawState: 'partial_fill_success',
      remainingInputAmount: '3000000001',
    });
  });

  it('brings the pair to life once the entry has filled', async () => {
    const wallet = await t.trader();
    const id = await t.order(wallet, {
      orderType: 'otoco',
      inputMint: USDC.address,
      outputMint: SOL.address,
      inputAmount: '200000000',
      triggerPriceUsd: dollars(80),
      tpPriceUsd: dollars(120),
      slPriceUsd: dollars(60),
    });
    expect((await t.list(wallet)).pagination.total).toBe(1);
    await t.moveSol(80);
    expect(await t.read(wallet, id)).toMatchObject({ orderState: 'filled', outputAmount: '2500000000' });
    const active = await t.list(wallet, { state: 'active' });
    expect(active.orders).toMatchObject([
      {
        orderType: 'oco',
        orderState: 'open',
        parentOrderId: id,
        inputMint: SOL.address,
        initialInputAmount: '2500000000',
        tpPriceUsd: 120,
        slPriceUsd: 60,
      },
    ]);
    expect(await t.vault(wallet)).toMatchObject({
      balances: [{ mint: SOL.address, amount: '2500000000', inOrders: '2500000000' }],
    });
    await t.moveSol(59);
    expect(await t.read(wallet, active.orders[0]?.id ?? '')).toMatchObject({
      orderState: 'filled',
      outputAmount: '147500000',
    });
    expect(usdc(wallet.address)).toBe(START_USDC - 200_000_000n + 147_500_000n);
    await audited();
  });

  it('protects what an entry buys that is filled past its own expiry', async () => {
    const wallet = await t.trader();
    const id = await t.order(wallet, {
      ...{ ...IN_SLICES, orderType: 'otoco' },
      ...{ triggerPriceUsd: dollars(80), tpPriceUsd: dollars(120), slPriceUsd: dollars(60) },
    });
    await t.moveSol(80, 86_399);
    expect((await t.read(wallet, id)).orderState).toBe('executing');
    await t.moveSol(80, 2);
    await t.moveSol(80, 2);
    const entry = await t.read(wallet, id);
    expect(entry.orderState).toBe('filled');
    await t.moveSol(80, 2);
    const { orders } = await t.list(wallet, { state: 'active' });
    expect(orders).toMatchObject([{ orderState: 'open', parentOrderId: id }]);
    const [pair] = orders;
    if (!pair) throw new Error('no pair');
    const lifeOf = (order: typeof pair) => Number(order.expiresAt) - Number(order.createdAt);
    expect(Number(pair.createdAt)).toBeGreaterThan(Number(entry.expiresAt));
    expect(lifeOf(pair)).toBe(lifeOf(entry));
    await t.h.start();
    await t.moveSol(59);
    const sold = (await t.read(wallet, pair.id)).events.filter(({ type }) => type === 'fill');
    expect(sold.map(({ orderContext }) => orderContext)).toContain('stop_loss');
    await audited();
  });

  it('gives back what an entry has bought so far with what it has not spent, once it is stopped', async () => {
    const wallet = await t.trader();
    const id = await t.order(wallet, {
      ...{ ...IN_SLICES, orderType: 'otoco' },
      ...{ triggerPriceUsd: dollars(80), tpPriceUsd: dollars(120), slPriceUsd: dollars(60) },
    });
    const lamports = t.ledger.lamports(wallet.address);
    await t.moveSol(80);
    const part = await t.read(wallet, id);
    const [bought, rest] = [part.outputAmount ?? '', part.remainingInputAmount];
    expect([BigInt(bought) > 0n, BigInt(rest) > 0n]).toEqual([true, true]);
    // Nothing has come to the wallet yet: the pair is to sell it.
    expect(await t.vault(wallet)).toMatchObject({
      balances: [
        { mint: SOL.address, amount: bought, inOrders: bought },
        { mint: USDC.address, amount: rest, inOrders: rest },
      ],
    });
    await expect(t.cancel(wallet, id)).rejects.toMatchObject({ message: /not yet marked ready/ });
    await t.moveSol(80, 5);
    await t.confirm(wallet, await t.cancel(wallet, id));
    // Less what three signatures cost.
    expect(t.ledger.lamports(wallet.address)).toBe(lamports + BigInt(bought) - 15_000n);
    expect(usdc(wallet.address)).toBe(START_USDC - 5_000_000_000n + BigInt(rest));
    expect(await t.vault(wallet)).toMatchObject({ balances: [] });
    const { orderState, events } = await t.read(wallet, id);
    const returned = events.filter(({ type }) => type === 'withdrawal');
    expect(orderState).toBe('cancelled');
    expect(returned.map(({ mint, amount }) => [mint, amount])).toEqual([
      [USDC.address, rest],
      [SOL.address, bought],
    ]);
    // What was taken out is bought by no pair.
    await t.moveSol(59, 5);
    expect((await t.list(wallet, { state: 'active' })).orders).toEqual([]);
    await audited();
  });

  it('trails the best price, over an edit and a restart', async () => {
    const wallet = await t.trader();
    const id = await t.order(wallet, { trailingBps: 1_000 });
    expect(await t.read(wallet, id)).toMatchObject({ highWatermark: 100, lowWatermark: null });
    await t.moveSol(130);
    await t.moveSol(118);
    expect(await t.read(wallet, id)).toMatchObject({ orderState: 'open', highWatermark: 130 });
    await t.services.updatePriceOrder({
      params: { id },
      body: { orderType: 'single', trailingBps: 500, slippageBps: 300 },
      caller: wallet.address,
    });
    expect(await t.read(wallet, id)).toMatchObject({
      trailingBps: 500,
      slippageBps: 300,
      highWatermark: 130,
    });
    await t.h.start();
    expect(await t.read(wallet, id)).toMatchObject({ highWatermark: 130 });
    await t.moveSol(123.5);
    expect(await t.read(wallet, id)).toMatchObject({
      orderState: 'filled',
      highWatermark: 130,
      outputAmount: '247000000',
    });
  });

  it('writes the best price down once it can, though a commit has failed meanwhile', async () => {
    let isBroken = false;
    const feeds = stillFeeds();
    const wrapStore = (store: ExchangeStore): ExchangeStore => ({
      ...store,
      commits: {
        ...store.commits,
        commit: (...args) => (isBroken ? Promise.reject(new Error('disk')) : store.commits.commit(...args)),
      },
    });
    const h = await Harness.open(database, { ...feeds, wrapStore });
    const broken = TriggerHarness.over(h, feeds.sol);
    const wallet = await broken.trader();
    const id = await broken.order(wallet, { trailingBps: 3_000 });
    const stored = async () =>
      (await createMemoryStore(database.db).triggerOrdersNamed([id])).map(({ mark }) => mark);
    isBroken = true;
    await broken.moveSol(130, 6);
    expect(await stored()).toEqual([dollars(100)]);
    expect(await broken.read(wallet, id)).toMatchObject({ highWatermark: 130 });
    isBroken = false;
    await broken.moveSol(120, 6);
    expect(await stored()).toEqual([dollars(130)]);
    await h.exchange.close();
  });

  it('sees every price of the time in which it was away, however long another order has trailed', async () => {
    let peak = Number.POSITIVE_INFINITY;
    // A price that stands for one second alone.
    const priceAt = (at: number) => (Math.floor(at) === peak ? 120_000_000n : 100_000_000n);
    const sol = { ...handFeed(10_000), price: priceAt, close: priceAt };
    const h = await Harness.open(database, { ...stillFeeds(), sol });
    const away = TriggerHarness.over(h, sol);
    const wallet = await away.trader();
    const expiresAt = IN_A_DAY + 7 * 86_400_000;
    await away.order(wallet, { trailingBps: 3_000, expiresAt });
    h.pass(86_400);
    await h.exchange.tick();
    const id = await away.order(wallet, { trailingBps: 3_000, expiresAt });
    peak = Math.floor(h.exchange.clock.now()) + 31;
    h.pass(60);
    await h.start();
    await h.exchange.tick();
    expect(await away.read(wallet, id)).toMatchObject({ orderState: 'open', highWatermark: 120 });
    h.pass(6);
    await h.exchange.tick();
    const [stored] = await createMemoryStore(database.db).triggerOrdersNamed([id]);
    expect(stored?.mark, 'written down, for the next time').toBe(dollars(120));
    await h.exchange.close();
  });

  it('sees for every order the prices of its own token, since its own beginning', async () => {
    let turn = Number.POSITIVE_INFINITY;
    const turnsTo = (price: bigint, still: bigint) => {
      const priceAt = (at: number) => (Math.floor(at) === turn ? price : still);
      return { ...handFeed(0), price: priceAt, close: priceAt };
    };
    const sol = turnsTo(120_000_000n, 100_000_000n);
    const h = await Harness.open(database, { sol, feed: turnsTo(60_000_000_000n, 65_000_000_000n) });
    const away = TriggerHarness.over(h, sol);
    const wallet = await away.trader();
    const sells = { trailingBps: 3_000 };
    const buys = {
      ...{ inputMint: USDC.address, inputAmount: '100000000', outputMint: BTC.address },
      ...{ triggerMint: BTC.address, triggerCondition: 'above' as const, trailingBps: 3_000 },
    };
    const ids = [
      await away.order(wallet, sells),
      await away.order(wallet, buys),
      await away.order(wallet, sells),
    ];
    turn = Math.floor(h.exchange.clock.now()) + 2;
    h.pass(4);
    ids.push(await away.order(wallet, sells), await away.order(wallet, buys));
    await h.start();
    await h.exchange.tick();
    const seen = async (id: string) => {
      const { highWatermark, lowWatermark } = await away.read(wallet, id);
      return highWatermark ?? lowWatermark;
    };
    expect(await Promise.all(ids.map(seen))).toEqual([120, 60_000, 120, 100, 65_000]);
    await h.exchange.close();
  });

  it('fills what the market cannot take at once in slices', async () => {
    const wallet = await t.trader();
    const id = await t.order(wallet, IN_SLICES);
    await t.moveSol(50);
    const part = await t.read(wallet, id);
    expect(part).toMatchObject({ orderState: 'executing', rawState: 'partial_fill_success' });
    expect(part.fillPercent).toBeCloseTo(0.3999, 3);
    await t.h.start();
    await t.moveSol(60, 2);
    await t.moveSol(60, 2);
    const whole = await t.read(wallet, id);
    expect(whole).toMatchObject({ orderState: 'filled', remainingInputAmount: '0' });
    expect(whole.events.filter(({ type }) => type === 'fill')).toHaveLength(3);
    await audited();
  });

  it('gives a cancelled order back in two steps, however often they are taken', async () => {
    const wallet = await t.trader();
    const id = await t.order(wallet);
    const held = t.ledger.lamports(wallet.address);
    const first = await t.cancel(wallet, id);
    expect(await t.read(wallet, id)).toMatchObject({ orderState: 'pending_withdraw' });
    await t.moveSol(50);
    expect(await t.read(wallet, id)).toMatchObject({ orderState: 'pending_withdraw', outputAmount: null });
    await t.h.start();
    const second = await t.cancel(wallet, id);
    expect(second.requestId).not.toBe(first.requestId);
    const done = await t.confirm(wallet, second);
    expect(await t.confirm(wallet, second)).toEqual(done);
    await expect(t.confirm(wallet, first)).rejects.toMatchObject({ kind: 'invalid' });
    // The wallet pays for three signatures.
    expect(t.ledger.lamports(wallet.address)).toBe(held + 2_000_000_000n - 15_000n);
    const order = await t.read(wallet, id);
    expect(order).toMatchObject({ orderState: 'cancelled', remainingInputAmount: '2000000000' });
    expect(order.events.map(({ type }) => type)).toEqual(['deposit', 'cancelled', 'withdrawal']);
    await expect(t.cancel(wallet, id)).rejects.toMatchObject({ kind: 'invalid' });
    await audited();
  });

  it('lands a withdrawal as that of its own order, and of no other of its wallet', async () => {
    const wallet = await t.trader();
    const before = t.ledger.lamports(wallet.address);
    const [small, large] = [await t.order(wallet), await t.order(wallet, { inputAmount: '5000000000' })];
    const ofSmall = await t.cancel(wallet, small);
    const ofLarge = await t.cancel(wallet, large);
    await expect(t.confirm(wallet, { ...ofSmall, id: large })).rejects.toMatchObject({
      ...{ kind: 'invalid', param: 'cancelRequestId' },
    });
    await expect(t.confirm(wallet, { ...ofSmall, requestId: ofLarge.requestId })).rejects.toMatchObject({
      kind: 'invalid',
      param: 'cancelRequestId',
    });
    for (const one of [ofSmall, ofLarge]) await t.confirm(wallet, one);
    // Less what eight signatures cost.
    expect(t.ledger.lamports(wallet.address)).toBe(before - 40_000n);
    expect(await t.vault(wallet)).toMatchObject({ balances: [] });
    await audited();
  });

  it('opens no order with what another wallet has deposited', async () => {
    const [wallet, other] = [await t.trader(), await t.trader()];
    const deposit = await t.craft(wallet);
    const body = t.body(wallet, deposit);
    const before = t.ledger.lamports(wallet.address);
    await expect(t.create(other, { ...body, userPubkey: other.address })).rejects.toMatchObject({
      ...{ kind: 'invalid', param: 'depositRequestId' },
    });
    expect(t.ledger.lamports(wallet.address)).toBe(before);
    expect((await t.list(other)).orders).toEqual([]);
    await t.create(wallet, body);
    expect((await t.list(wallet)).orders).toMatchObject([{ orderState: 'open' }]);
    await audited();
  });

  it('opens no order on other terms than its deposit was signed for', async () => {
    const wallet = await t.trader();
    const terms = t.body(wallet, await t.craft(wallet), { slippageBps: 50 });
    const deposit = await t.services.craftDeposit({
      body: {
        ...{ inputMint: SOL.address, outputMint: USDC.address, amount: '2000000000' },
        userAddress: wallet.address,
        orderDigest: priceOrderDigest(termsOfPriceOrder(terms), derive),
      },
      caller: wallet.address,
    });
    const { requestId: depositRequestId } = deposit;
    const body = { ...terms, depositRequestId, depositSignedTx: signed(deposit.transaction, wallet) };
    const before = t.ledger.lamports(wallet.address);
    const others = [
      { triggerPriceUsd: dollars(91) },
      { triggerCondition: 'above' as const },
      { slippageBps: 51 },
      { slippageBps: null },
      { expiresAt: IN_A_DAY + 1 },
    ];
    for (const other of others) {
      await expect(t.create(wallet, { ...body, ...other })).rejects.toMatchObject({
        ...{ kind: 'invalid', param: 'depositRequestId', message: expect.stringContaining('other terms') },
      });
    }
    expect(t.ledger.lamports(wallet.address)).toBe(before);
    const { id } = await t.create(wallet, body);
    expect(await t.read(wallet, id)).toMatchObject({ triggerPriceUsd: 90, slippageBps: 50 });
  });

  it('stops an order that is being filled before it gives the rest back', async () => {
    const wallet = await t.trader();
    const id = await t.order(wallet, IN_SLICES);
    await t.moveSol(50);
    await expect(t.cancel(wallet, id)).rejects.toMatchObject({
      kind: 'invalid',
      message: /not yet marked ready/,
    });
    await t.moveSol(50, 5);
    expect(await t.read(wallet, id)).toMatchObject({
      orderState: 'pending_withdraw',
      rawState: 'ready_to_cancel',
    });
    const before = usdc(wallet.address);
    await t.confirm(wallet, await t.cancel(wallet, id));
    const order = await t.read(wallet, id);
    expect(usdc(wallet.address) - before).toBe(BigInt(order.remainingInputAmount));
    expect(order.orderState).toBe('cancelled');
    await audited();
  });

  it('keeps the funds of an expired order until they are asked for', async () => {
    const wallet = await t.trader();
    const id = await t.order(wallet);
    await t.moveSol(95, 86_399);
    expect((await t.read(wallet, id)).orderState).toBe('open');
    await t.moveSol(80, 1);
    expect(await t.read(wallet, id)).toMatchObject({ orderState: 'expired', outputAmount: null });
    expect(await t.vault(wallet)).toMatchObject({ balances: [{ amount: '2000000000', inOrders: '0' }] });
    expect((await t.list(wallet, { state: 'past' })).orders).toHaveLength(1);
    await t.confirm(wallet, await t.cancel(wallet, id));
    expect(await t.vault(wallet)).toMatchObject({ balances: [] });
    expect((await t.read(wallet, id)).orderState).toBe('cancelled');
  });

  it('takes no deposit for an order whose time is over when its turn comes', async () => {
    const wallet = await t.trader();
    const deposit = await t.craft(wallet);
    const before = t.ledger.lamports(wallet.address);
    const expiresAt = Math.floor(t.h.exchange.clock.now() + 30) * 1_000;
    const created = t.create(wallet, t.body(wallet, deposit, { expiresAt }));
    t.h.pass(30);
    await expect(created).rejects.toMatchObject({
      kind: 'invalid',
      message: 'The time of this order is over. Nothing moved.',
    });
    expect(t.ledger.lamports(wallet.address)).toBe(before);
    expect((await t.list(wallet)).orders).toEqual([]);
  });

  it('takes no deposit for an order of the first version whose time is over when it is signed', async () => {
    const wallet = await t.trader();
    const { services } = t;
    const built = await services.triggerCreateOrder({
      body: {
        ...{ inputMint: USDC.address, outputMint: SOL.address },
        ...{ maker: wallet.address, payer: wallet.address },
        params: {
          ...{ makingAmount: '90000000', takingAmount: '1000000000' },
          expiredAt: String(Math.floor(t.h.exchange.clock.now()) + 30),
        },
      },
    });
    t.h.pass(30);
    const body = { requestId: built.requestId, signedTransaction: signed(built.transaction, wallet) };
    expect(await services.triggerExecute({ body })).toMatchObject({
      status: 'Failed',
      error: 'The time of this order is over. Nothing moved.',
    });
    expect(usdc(wallet.address)).toBe(START_USDC);
  });

  it('places, fills and cancels orders of the first version', async () => {
    const wallet = await t.h.wallet();
    const { services } = t;
    const make = async (takingAmount: string) => {
      const built = await services.triggerCreateOrder({
        body: {
          inputMint: USDC.address,
          outputMint: SOL.address,
          maker: wallet.address,
          payer: wallet.address,
          params: { makingAmount: '90000000', takingAmount },
        },
      });
      const body = { requestId: built.requestId, signedTransaction: signed(built.transaction, wallet) };
      expect(await services.triggerExecute({ body })).toMatchObject({ status: 'Success', code: 0 });
      expect(await services.triggerExecute({ body })).toMatchObject({ status: 'Success', code: 0 });
      return built.order ?? '';
    };
    const before = usdc(wallet.address);
    const first = await make('1000000000');
    const second = await make('2000000000');
    const third = await make('3000000000');
    expect(before - usdc(wallet.address)).toBe(270_000_000n);
    await t.moveSol(90.01);
    const active = async () =>
      (
        await services.getTriggerOrders({ query: { user: wallet.address, orderStatus: 'active' } })
      ).orders.map(({ orderKey }) => orderKey);
    expect(await active()).toEqual([third, second, first]);
    await t.moveSol(90);
    expect(await active()).toEqual([third, second]);
    const one = await services.triggerCancelOrder({ body: { maker: wallet.address, order: second } });
    const cancel = { requestId: one.requestId, signedTransaction: signed(one.transaction, wallet) };
    expect(await services.triggerExecute({ body: cancel })).toMatchObject({ status: 'Success' });
    const rest = await services.triggerCancelOrders({ body: { maker: wallet.address } });
    for (const transaction of rest.transactions) {
      const body = { requestId: rest.requestId, signedTransaction: signed(transaction, wallet) };
      expect(await services.triggerExecute({ body })).toMatchObject({ status: 'Success' });
    }
    expect(usdc(wallet.address)).toBe(before - 90_000_000n);
    const history = await services.getTriggerOrders({
      query: { user: wallet.address, orderStatus: 'history' },
    });
    expect(history.orders.map(({ status }) => status)).toEqual(['Cancelled', 'Cancelled', 'Completed']);
    await audited();
  });

  it('counts nothing of the first version among what lies in the vault, for it does not', async () => {
    const wallet = await t.trader();
    await t.order(wallet, IN_SLICES);
    await t.rateOrder(wallet);
    expect(await t.vault(wallet)).toMatchObject({
      balances: [{ mint: USDC.address, amount: '5000000000', inOrders: '5000000000' }],
    });
  });

  it('builds no order of the first version whose terms make no sense', async () => {
    const wallet = await t.h.wallet();
    const maker = wallet.address;
    const good = { makingAmount: '90000000', takingAmount: '1000000000' };
    const build = (params: object, outputMint = SOL.address) =>
      t.services.triggerCreateOrder({
        body: { inputMint: USDC.address, outputMint, maker, payer: maker, params: { ...good, ...params } },
      });
    const now = Math.floor(t.h.exchange.clock.now());
    const wrong: [params: object, param: string][] = [
      // It would be sold at any price.
      [{ takingAmount: '0' }, 'params.takingAmount'],
      [{ makingAmount: '9999999' }, 'params.makingAmount'],
      [{ makingAmount: '10000000001' }, 'params.makingAmount'],
      [{ slippageBps: '10001' }, 'params.slippageBps'],
      [{ expiredAt: `${now}` }, 'params.expiredAt'],
      [{ expiredAt: `${now + 367 * 86_400}` }, 'params.expiredAt'],
    ];
    for (const [params, param] of wrong) {
      await expect(build(params)).rejects.toMatchObject({ kind: 'invalid', param });
    }
    await expect(build({}, USDC.address)).rejects.toMatchObject({ kind: 'invalid', param: 'outputMint' });
    const most = { makingAmount: '10000000000', takingAmount: '1', slippageBps: '10000' };
    await expect(build(most)).resolves.toMatchObject({ order: expect.any(String) });
  });

  it('executes the first version under its own request, and cancels for its own maker alone', async () => {
    const [wallet, other] = [await t.h.wallet(), await t.h.wallet()];
    const { services } = t;
    const id = await t.rateOrder(wallet);
    const notFound = { kind: 'not-found' };
    const maker = other.address;
    await expect(services.triggerCancelOrder({ body: { maker, order: id } })).rejects.toMatchObject(notFound);
    await expect(services.triggerCancelOrders({ body: { maker, orders: [id] } })).rejects.toMatchObject(
      notFound,
    );
    const mine = { maker: wallet.address, order: id };
    const [built, another] = [
      await services.triggerCancelOrder({ body: mine }),
      await services.triggerCancelOrder({ body: mine }),
    ];
    const execute = (requestId: string) =>
      services.triggerExecute({ body: { requestId, signedTransaction: signed(built.transaction, wallet) } });
    await expect(execute(another.requestId)).rejects.toMatchObject({ kind: 'invalid', param: 'requestId' });
    expect(usdc(wallet.address)).toBe(START_USDC - 90_000_000n);
    expect(await execute(built.requestId)).toMatchObject({ status: 'Success', code: 0 });
    expect(usdc(wallet.address)).toBe(START_USDC);
    await expect(services.triggerCancelOrder({ body: mine })).rejects.toMatchObject({
      ...{ kind: 'invalid', message: 'Order is cancelled already' },
    });
    const query = { user: wallet.address, orderStatus: 'history' } as const;
    // Nothing of it is left to be sold.
    expect(await services.getTriggerOrders({ query })).toMatchObject({
      orders: [{ orderKey: id, status: 'Cancelled', remainingMakingAmount: '0' }],
      ...{ page: 1, totalPages: 1, totalItems: 1, hasMoreData: false },
    });
  });

  /** Has an address hold so many lamports, however they came there. */
  function hold(address: string, lamports: bigint): void {
    const account = t.ledger.account(address);
    if (!account) throw new Error(`there is nothing at ${address}`);
    t.ledger.put({ ...account, lamports });
  }
  async function ofFirstVersion(
    wallet: PlatformSigner,
    [inputMint, outputMint]: readonly [string, string],
    params: { makingAmount: string; takingAmount: string },
    payer = wallet,
    beforehand: (order: string) => Promise<unknown> = async () => undefined,
  ): Promise<string> {
    const { services } = t;
    const built = await services.triggerCreateOrder({
      body: { inputMint, outputMint, maker: wallet.address, payer: payer.address, params },
    });
    await beforehand(built.order ?? '');
    const signedTransaction = signed(built.transaction, wallet, ...(payer === wallet ? [] : [payer]));
    const body = { requestId: built.requestId, signedTransaction };
    expect(await services.triggerExecute({ body })).toMatchObject({ status: 'Success' });
    return built.order ?? '';
  }

  it('gives what others have put beside the deposit of an order of the first version to its owner', async () => {
    const wallet = await t.h.wallet();
    const { services } = t;
    // Before they were orders: then they are given nothing any more.
    const given = (mints: readonly [string, string], makingAmount: string, takingAmount: string) =>
      ofFirstVersion(wallet, mints, { makingAmount, takingAmount }, wallet, t.h.exchange.faucet);
    const buying = [USDC.address, SOL.address] as const;
    const filled = await given(buying, '90000000', '9000000000');
    const taken = await given(buying, '90000000', '9000000000');
    const sale = await given([SOL.address, USDC.address], '1000000000', '110000000');
    const [gift, before, lamports] = [
      10_000_000_000n,
      usdc(wallet.address),
      t.ledger.lamports(wallet.address),
    ];

    await t.moveSol(110);
    expect(usdc(wallet.address)).toBe(before + 110_000_000n);
    expect(t.ledger.lamports(wallet.address)).toBe(lamports + gift);
    expect(t.ledger.lamports(sale)).toBe(0n);

    const cancel = await services.triggerCancelOrder({ body: { maker: wallet.address, order: taken } });
    const body = { requestId: cancel.requestId, signedTransaction: signed(cancel.transaction, wallet) };
    expect(await services.triggerExecute({ body })).toMatchObject({ status: 'Success' });
    expect(usdc(wallet.address)).toBe(before + 200_000_000n + gift);

    await t.moveSol(10);
    expect(usdc(wallet.address)).toBe(before + 200_000_000n + 2n * gift);
    for (const order of [filled, taken]) expect(t.ledger.tokenBalance(order, USDC.address)).toBeNull();
    expect(t.h.log).toEqual([]);
    await audited();
  });

  it('fills an order of the first version though a stranger has sent a lamport to it, and its wallet has none', async () => {
    const [wallet, payer] = [await t.h.wallet(), await t.h.wallet()];
    const all = { makingAmount: '10000000000', takingAmount: '1090000000' };
    const order = await ofFirstVersion(wallet, [SOL.address, USDC.address], all, payer);
    expect(t.ledger.lamports(wallet.address)).toBe(0n);
    hold(order, 10_000_000_001n);
    await t.moveSol(110);
    expect(usdc(wallet.address)).toBe(START_USDC + 1_099_890_000n);
    expect([order, wallet.address].map(t.ledger.lamports)).toEqual([0n, 0n]);
    expect(t.h.log).toEqual([]);
    await audited();
  });

  it('lets no stranger spoil a cancellation that waits for its signature with a gift', async () => {
    const wallet = await t.trader();
    const mints = [SOL.address, USDC.address] as const;
    const order = await ofFirstVersion(wallet, mints, {
      ...{ makingAmount: '1000000000', takingAmount: '900000000' },
    });
    const before = t.ledger.lamports(wallet.address);
    const cancel = await t.services.triggerCancelOrder({ body: { maker: wallet.address, order } });
    const { vaultPubkey } = await t.vault(wallet);
    for (const address of [order, vaultPubkey]) {
      expect(await t.h.exchange.rpc.airdrop(address, 1n)).toMatchObject({ ok: false });
      const refused = { kind: 'invalid', param: 'pubkey' };
      await expect(t.h.exchange.faucet(address)).rejects.toMatchObject(refused);
    }
    const body = { requestId: cancel.requestId, signedTransaction: signed(cancel.transaction, wallet) };
    expect(await t.services.triggerExecute({ body })).toMatchObject({ status: 'Success' });
    expect(t.ledger.lamports(wallet.address)).toBeGreaterThan(before + 900_000_000n);
    await audited();
  });

  it('fails an order that would bring a wallet without SOL too little of it to exist, and gives it back', async () => {
    const wallet = await t.trader();
    const id = await t.order(wallet, {
      ...{ inputMint: USDC.address, inputAmount: '10000000', outputMint: SOL.address },
      ...{ triggerCondition: 'above', triggerPriceUsd: dollars(20_000) },
    });
    const lamports = t.ledger.lamports(wallet.address);
    hold(wallet.address, 0n);
    await t.moveSol(20_000);
    expect(await t.read(wallet, id)).toMatchObject({ orderState: 'failed', rawState: 'fill_failed' });
    expect(t.h.log).toEqual([]);
    hold(wallet.address, lamports);
    await t.confirm(wallet, await t.cancel(wallet, id));
    expect(usdc(wallet.address)).toBe(START_USDC);
    await audited();
  });

  it('fails an order that would buy more SOL than the house has, and keeps one of the first version waiting', async () => {
    const wallet = await t.trader();
    const { vault } = t.h.exchange.chain;
    const id = await t.order(wallet, {
      ...{ inputMint: USDC.address, inputAmount: '10000000', outputMint: SOL.address, slippageBps: 500 },
      ...{ triggerCondition: 'below', triggerPriceUsd: dollars(50) },
    });
    const terms = { makingAmount: '10000000', takingAmount: '200000000' };
    const first = await ofFirstVersion(wallet, [USDC.address, SOL.address], terms);
    const lamports = t.ledger.lamports(vault);
    hold(vault, 200_000_000n);
    await t.moveSol(50);
    expect(await t.read(wallet, id)).toMatchObject({ orderState: 'failed', rawState: 'fill_failed' });
    expect(t.h.log).toEqual([
      expect.objectContaining({
        level: 'info',
        message: expect.stringContaining('an order waits'),
        order: first,
      }),
    ]);
    hold(vault, lamports);
    await t.confirm(wallet, await t.cancel(wallet, id));
    await t.moveSol(50, 61);
    expect(usdc(wallet.address)).toBe(START_USDC - 10_000_000n);
    expect(t.h.log).toHaveLength(1);
    await audited();
  });

  it('keeps an order of the first version waiting that brings too little SOL to a wallet without, until it has some', async () => {
    const wallet = await t.h.wallet();
    await t.moveSol(30_000);
    const little = { makingAmount: '10000000', takingAmount: '490000' };
    await ofFirstVersion(wallet, [USDC.address, SOL.address], little);
    hold(wallet.address, 0n);
    await t.moveSol(20_000);
    await t.moveSol(20_000, 61);
    expect(t.h.log).toEqual([
      expect.objectContaining({ level: 'info', message: expect.stringContaining('its wallet holds no SOL') }),
    ]);
    expect(await t.h.exchange.rpc.airdrop(wallet.address, 1_000_000n)).toMatchObject({ ok: true });
    await t.moveSol(20_000, 61);
    expect(t.ledger.lamports(wallet.address)).toBeGreaterThanOrEqual(1_490_000n);
    expect(t.h.log).toHaveLength(1);
    await audited();
  });

  it('leaves out of a whole cancellation what was cancelled while others of it were built', async () => {
    const wallet = await t.h.wallet();
    const { services } = t;
    const orders: string[] = [];
    for (let count = 0; count <= AT_A_TIME; count++) orders.push(await t.rateOrder(wallet));
    const body = { maker: wallet.address };
    const one = await services.triggerCancelOrder({ body: { ...body, order: orders.at(-1) ?? '' } });
    const all = services.triggerCancelOrders({ body });
    const cancel = { requestId: one.requestId, signedTransaction: signed(one.transaction, wallet) };
    expect(await services.triggerExecute({ body: cancel })).toMatchObject({ status: 'Success' });
    const { requestId, transactions } = await all;
    expect(transactions).toHaveLength(AT_A_TIME);
    for (const transaction of transactions) {
      const rest = { requestId, signedTransaction: signed(transaction, wallet) };
      expect(await services.triggerExecute({ body: rest })).toMatchObject({ status: 'Success' });
    }
    expect(usdc(wallet.address)).toBe(START_USDC);
    await audited();
  });

  it('cancels all others of a maker where one has ended just when they were looked up', async () => {
    let meanwhile = async (): Promise<unknown> => undefined;
    const feeds = stillFeeds();
    const wrapStore = (store: ExchangeStore): ExchangeStore => ({
      ...store,
      triggers: {
        ...store.triggers,
        fundedIds: async (...args) => {
          const ids = await store.triggers.fundedIds(...args);
          await meanwhile();
          return ids;
        },
      },
    });
    const h = await Harness.open(database, { ...feeds, wrapStore });
    const busy = TriggerHarness.over(h, feeds.sol);
    const wallet = await h.wallet();
    const [first] = [await busy.rateOrder(wallet), await busy.rateOrder(wallet)];
    const body = { maker: wallet.address };
    const one = await busy.services.triggerCancelOrder({ body: { ...body, order: first } });
    const cancel = { requestId: one.requestId, signedTransaction: signed(one.transaction, wallet) };
    meanwhile = () => busy.services.triggerExecute({ body: cancel });
    expect((await busy.services.triggerCancelOrders({ body })).transactions).toHaveLength(1);
    const named = { ...body, orders: [first] };
    await expect(busy.services.triggerCancelOrders({ body: named })).rejects.toMatchObject({
      message: 'Order is cancelled already',
    });
    await h.exchange.close();
  });
});
