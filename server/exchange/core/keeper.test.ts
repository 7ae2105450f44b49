import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import { Harness } from '../testing/exchange.ts';

const DELAY = 2;
const FULL = 10_000_000_000n;
describe('the keeper', () => {
  let database: Database;
  let h: Harness;
  beforeEach(async () => {
    database = await freshDatabase();
    h = await Harness.open(database, { fillDelayMs: DELAY * 1_000 });
  });
  afterEach(async () => {
    expect(await h.exchange.audit()).toMatchObject({ ok: true });
    expect(h.log).toEqual([]);
    await database.close();
  });
  const later = async (): Promise<void> => {
    h.pass(DELAY);
    await h.exchange.tick();
  };

  it('returns the whole deposit when the price has moved past the cap', async () => {
    const wallet = await h.wallet();
    const order = await h.buy(wallet);
    expect(h.usdc(wallet)).toBe(FULL - 60_000_000n);
    await h.exchange.control.setPrice('MK-A', 0.9);
    await later();
    expect(await h.order(order.orderPubkey)).toMatchObject({ status: 'failed', filledContractsMicro: '0' });
    expect(h.usdc(wallet)).toBe(FULL);
    const types = (await h.history(wallet)).map(({ eventType }) => eventType);
    expect(types).toEqual(['order_closed', 'order_failed', 'order_created']);
    const { data } = await h.services.listHistoryV2({ query: { ownerPubkey: wallet.address } });
    expect(data[0]).toMatchObject({ status: 'failed', totalContractsMicro: '0' });
    expect((await h.services.listPositions({ query: { ownerPubkey: wallet.address } })).data).toEqual([]);
  });

  it('fills orders in the order in which they landed, whatever has happened since', async () => {
    let isFull = false;
    const wrapStore = (store: ExchangeStore): ExchangeStore => {
      const commit: typeof store.commits.commit = async (...args) => {
        if (isFull) throw new Error('disk full');
        await store.commits.commit(...args);
      };
      return { ...store, commits: { ...store.commits, commit } };
    };
    h = await Harness.open(database, { fillDelayMs: DELAY * 1_000, wrapStore });
    const priceOf = async ({ order }: Awaited<ReturnType<Harness['build']>>) =>
      Number((await h.order(order.orderPubkey)).avgFillPriceUsd);
    for (const happens of [
      () => h.start(),
      async () => {
        isFull = true;
        await h.exchange.tick();
        isFull = false;
        h.pass(10);
      },
    ]) {
      h.universe.books.clear();
      const [early, late] = [await h.wallet(), await h.wallet()];
      // As much as the best price has, each.
      const size = { depositAmount: 120_000_000n };
      const [first, last] = [await h.buildBuy(late, size), await h.buildBuy(early, size)];
      await h.send(last, early);
      h.pass(1);
      await h.send(first, late);
      h.pass(DELAY);
      await happens();
      await h.exchange.tick();
      expect(await priceOf(last)).toBe(600_000);
      expect(await priceOf(first)).toBeGreaterThan(600_000);
    }
    h.log.length = 0;
  });

  it('leaves what is held as it was when a later buy of it fails', async () => {
    const wallet = await h.wallet();
    const { positionPubkey } = await h.buy(wallet);
    await later();
    const held = await h.position(positionPubkey);
    const { orderPubkey } = await h.buy(wallet);
    await h.exchange.control.setPrice('MK-A', 0.9);
    await later();
    expect(await h.order(orderPubkey)).toMatchObject({ status: 'failed' });
    expect(await h.position(positionPubkey)).toMatchObject({
      contractsMicro: held.contractsMicro,
      totalCostUsd: held.totalCostUsd,
    });
    await h.exchange.control.resolve('MK-A', 'yes');
    expect((await h.claim(wallet, positionPubkey)).status).toBe('Success');
    expect(h.usdc(wallet)).toBe(FULL - BigInt(held.totalCostUsd) + BigInt(held.contractsMicro));
  });

  it('goes on with a position of which one of two first buys was taken back', async () => {
    const wallet = await h.wallet();
    const first = await h.buy(wallet);
    const second = await h.buy(wallet);
    const { positionPubkey } = second;
    const close = await h.services.closeOrder({ body: { orderPubkey: first.orderPubkey ?? '' } });
    expect((await h.send(close, wallet)).status).toBe('Success');
    const { data } = await h.services.listHistoryV2({ query: { ownerPubkey: wallet.address } });
    expect(data[0]).toMatchObject({ status: 'open' });
    await later();
    expect(await h.order(second.orderPubkey)).toMatchObject({ status: 'filled' });
    await h.exchange.control.resolve('MK-A', 'yes');
    expect(await h.position(positionPubkey)).toMatchObject({ claimable: true });
  });

  it('shows what has become of a market within the second in which it was looked at', async () => {
    const wallet = await h.wallet();
    const { positionPubkey } = await h.buy(wallet);
    await later();
    expect(await h.position(positionPubkey)).toMatchObject({
      claimable: false,
      marketMetadata: { status: 'open', result: null },
    });
    await h.exchange.control.resolve('MK-A', 'yes');
    expect(await h.position(positionPubkey)).toMatchObject({
      claimable: true,
      marketMetadata: { status: 'closed', result: 'yes' },
    });
  });

  it('gives the rent of an order that fails back to whoever paid it', async () => {
    const [wallet, payer] = [await h.wallet(), await h.wallet()];
    const built = await h.buildBuy(wallet, { payerPubkey: payer.address });
    expect((await h.send(built, wallet, payer)).status).toBe('Success');
    const { ledger } = h.exchange;
    const before = { owner: ledger.lamports(wallet.address), payer: ledger.lamports(payer.address) };
    const rent = ledger.lamports(built.order.orderAtaPubkey ?? '');
    expect(rent).toBeGreaterThan(0n);
    await h.exchange.control.setPrice('MK-A', 0.9);
    await later();
    expect(await h.order(built.order.orderPubkey)).toMatchObject({ status: 'failed' });
    expect(ledger.lamports(payer.address)).toBe(before.payer + rent);
    expect(ledger.lamports(wallet.address)).toBe(before.owner);
  });

  it('fills what it can and returns the rest', async () => {
    const wallet = await h.wallet();
    h.universe.books.set('MK-A', {
      yes: [],
      no: [{ price: 400_000n, size: 50_000_000n }],
    });
    const order = await h.buy(wallet);
    await later();
    const stored = await h.order(order.orderPubkey);
    expect(stored).toMatchObject({ status: 'filled', filledContractsMicro: '50000000', sizeUsd: '30000000' });
    // 50 × 60¢, and a fee of 0.07 × 50 × 0.6 × 0.4 = 0.84.
    expect(h.usdc(wallet)).toBe(FULL - 30_840_000n);
    expect(h.universe.book('MK-A').no).toEqual([]);
  });

  it('closes nothing of a position that an open order holds whole', async () => {
    const wallet = await h.wallet();
    const { positionPubkey } = await h.buy(wallet);
    await later();
    const { contractsMicro } = await h.position(positionPubkey);
    await h.sell(wallet, positionPubkey, BigInt(contractsMicro));
    const close = () => h.services.closePosition({ params: { positionPubkey }, body: {} });
    await expect(close()).rejects.toMatchObject({
      kind: 'invalid',
      code: 'INSUFFICIENT_FUNDS',
      param: 'positionPubkey',
    });
    const body = { ownerPubkey: wallet.address, minSellPriceSlippageBps: 100 };
    expect(await h.services.closeAllPositions({ body })).toEqual({ data: [] });
    await later();
    await expect(close()).rejects.toMatchObject({ kind: 'invalid', code: 'POSITION_NOT_FOUND' });
  });

  it('pays out what is due though the results of another market cannot be looked up', async () => {
    const wallet = await h.wallet();
    await h.buy(wallet);
    const won = await h.buy(wallet, { marketId: 'MK-B' });
    await later();
    await h.exchange.control.resolve('MK-B', 'yes');
    const { state } = h.universe;
    h.universe.state = (marketId, t) => {
      if (marketId === 'MK-A') throw new RangeError('no such asset');
      return state.call(h.universe, marketId, t);
    };
    h.pass(86_400);
    // The control has the keeper look at everything again.
    await expect(h.exchange.control.setTrading(true)).rejects.toMatchObject({
      message: expect.stringContaining('the change is made'),
      cause: { message: 'no such asset' },
    });
    h.universe.state = state;
    expect(await h.position(won.positionPubkey)).toMatchObject({ claimed: true });
  });

  it('keeps orders waiting while trading is halted, and fails them when the market closes', async () => {
    const wallet = await h.wallet();
    const order = await h.buy(wallet);
    await h.exchange.control.setTrading(false);
    await later();
    expect(await h.order(order.orderPubkey)).toMatchObject({ status: 'pending' });
    h.universe.results.set('MK-A', 'closed');
    await h.exchange.tick();
    expect(await h.order(order.orderPubkey)).toMatchObject({ status: 'failed' });
    expect(h.usdc(wallet)).toBe(FULL);
  });

  it('lets an owner take a pending order back, one or all, and no order twice', async () => {
    const wallet = await h.wallet();
    const [first, second] = [await h.buy(wallet), await h.buy(wallet, { marketId: 'MK-B' })];
    const body = { orderPubkey: first.orderPubkey ?? '', ownerPubkey: wallet.address };
    const close = await h.services.closeOrder({ body });
    expect(close.accounts.orderAta).toBe(first.orderAtaPubkey);
    expect(close.requiredSigners).toEqual([wallet.address]);
    expect((await h.send(close, wallet)).status).toBe('Success');
    expect(h.usdc(wallet)).toBe(FULL - 60_000_000n);
    expect(await h.order(first.orderPubkey)).toMatchObject({ status: 'failed' });

    const { data } = await h.services.closeAllOrders({ body: { ownerPubkey: wallet.address } });
    expect(data.map(({ orderPubkey }) => orderPubkey)).toEqual([second.orderPubkey]);
    await later();
    // The keeper was faster.
    const [late] = data;
    expect(await h.execute(h.sign(late?.transaction, wallet))).toMatchObject({ status: 'Failed' });
    expect(await h.order(second.orderPubkey)).toMatchObject({ status: 'filled' });
  });

  it('takes a pending sale back and frees its contracts', async () => {
    const wallet = await h.wallet();
    const { positionPubkey } = await h.buy(wallet);
    await later();
    const held = BigInt((await h.position(positionPubkey)).contractsMicro);
    const sale = await h.sell(wallet, positionPubkey, held);
    expect(await h.position(positionPubkey)).toMatchObject({ openOrders: 1 });
    await expect(h.buildSell(wallet, positionPubkey, 10_000n)).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    });
    const close = await h.services.closeOrder({ body: { orderPubkey: sale.orderPubkey ?? '' } });
    expect((await h.send(close, wallet)).status).toBe('Success');
    await expect(h.buildSell(wallet, positionPubkey, held)).resolves.toMatchObject({
      order: { isBuy: false },
    });
  });

  it.each([
    ['yes', 'won', (contracts: bigint, _cost: bigint) => contracts],
    ['draw', 'won', (contracts: bigint) => contracts / 2n],
    ['cancelled', 'won', (_contracts: bigint, cost: bigint) => cost],
    ['no', 'lost', () => 0n],
  ] as const)('settles %s, and pays winners out after a day', async (result, status, payout) => {
    const wallet = await h.wallet();
    const { positionPubkey } = await h.buy(wallet);
    await later();
    const held = await h.position(positionPubkey);
    const owed = payout(BigInt(held.contractsMicro), BigInt(held.totalCostUsd));
    await h.exchange.control.resolve('MK-A', result);
    const settled = await h.position(positionPubkey);
    expect(settled).toMatchObject({ claimable: owed > 0n, payoutUsd: owed.toString() });
    const query = { ownerPubkey: wallet.address };
    expect((await h.services.listHistoryV2({ query })).data[0]?.status).toBe(status);

    await h.exchange.control.advance(86_399);
    expect(h.usdc(wallet)).toBe(FULL - BigInt(held.totalCostUsd));
    await h.exchange.control.advance(2);
    expect(h.usdc(wallet)).toBe(FULL - BigInt(held.totalCostUsd) + owed);
    const paid = await h.position(positionPubkey);
    expect(BigInt(paid.realizedPnlUsd)).toBe(owed - BigInt(held.totalCostUsd));
    expect(paid.claimed).toBe(owed > 0n);
    await h.exchange.control.advance(100_000);
    expect(h.usdc(wallet)).toBe(FULL - BigInt(held.totalCostUsd) + owed);
    expect((await h.services.listPositions({ query })).data).toEqual([]);
  });

  it('pays a winner out in time whose claim could not be saved just when it looked', async () => {
    let fail = (_: Error): void => undefined;
    const failing = new Promise<never>((_, reject) => {
      fail = reject;
    });
    let fails = false;
    let commits = 0;
    const wrapStore = (store: ExchangeStore): ExchangeStore => {
      const commit: typeof store.commits.commit = async (...args) => {
        commits += 1;
        if (fails) await failing;
        await store.commits.commit(...args);
      };
      return { ...store, commits: { ...store.commits, commit } };
    };
    h = await Harness.open(database, { fillDelayMs: DELAY * 1_000, wrapStore });
    const wallet = await h.wallet();
    const { positionPubkey } = await h.buy(wallet);
    await later();
    await h.exchange.control.resolve('MK-A', 'yes');
    h.pass(86_401);
    const built = await h.services.claimPosition({ params: { positionPubkey }, body: {} });
    fails = true;
    const before = commits;
    const claim = h.send(built, wallet);
    await expect.poll(() => commits).toBeGreaterThan(before);
    const tick = h.exchange.tick();
    await Promise.race([tick, pause(1_000)]);
    fails = false;
    fail(new Error('disk full'));
    await expect(claim).rejects.toMatchObject({ kind: 'unavailable' });
    await tick;
    h.pass(10);
    await h.exchange.tick();
    expect(await h.position(positionPubkey)).toMatchObject({ claimed: true });
    await expect.poll(() => h.log.map(({ level }) => level)).toEqual(['error', 'info']);
    h.log.length = 0;
  });

  it('moves time no further than its records can tell', async () => {
    const TEN_YEARS = 315_360_000;
    const wallet = await h.wallet();
    const before = h.exchange.clock.now();
    await expect(h.exchange.control.advance(TEN_YEARS)).rejects.toMatchObject({
      kind: 'invalid',
      param: 'advanceSeconds',
    });
    expect(h.exchange.clock.now()).toBe(before);
    await h.exchange.control.advance(Date.UTC(2036, 11, 31) / 1_000 - before);
    await h.buy(wallet);
    expect((await h.history(wallet)).length).toBeGreaterThan(0);
  });

  it('moves time as far wherever its markets are in time: blocks alone are counted in so few bits', async () => {
    const openAt = async (year: number) => {
      const other = await freshDatabase();
      const { exchange } = await Harness.open(other, { begin: Date.UTC(year, 0) / 1_000 });
      return { other, ...exchange };
    };
    const early = await openAt(2000);
    const THIRTY_YEARS = 946_728_000;
    await expect(early.control.advance(THIRTY_YEARS)).rejects.toMatchObject({ param: 'advanceSeconds' });
    await early.faucet(early.chain.escrow);
    await early.other.close();

    const late = await openAt(2040);
    const before = late.clock.now();
    expect(await late.control.advance(86_400)).toBe(before + 86_400);
    await late.other.close();
  });

  it('settles in time when one market took the place of another', async () => {
    const wallet = await h.wallet();
    const { positionPubkey } = await h.buy(wallet);
    await later();
    await h.sell(wallet, positionPubkey, BigInt((await h.position(positionPubkey)).contractsMicro));
    const soon = await h.buy(wallet, { marketId: 'MK-SOON' });
    await later();
    h.universe.results.set('MK-SOON', 'yes');
    h.pass(60);
    await h.exchange.tick();
    expect(await h.position(soon.positionPubkey)).toMatchObject({ claimable: true });
  });

  it('closes and claims everything an owner has', async () => {
    const wallet = await h.wallet();
    const a = await h.buy(wallet);
    const b = await h.buy(wallet, { marketId: 'MK-B', isYes: false });
    await later();
    await h.exchange.control.resolve('MK-A', 'yes');
    const body = { ownerPubkey: wallet.address, minSellPriceSlippageBps: 1_000 };
    const { data } = await h.services.closeAllPositions({ body });
    expect(data).toHaveLength(2);
    const sale = data.find((one) => 'order' in one);
    expect(sale && 'order' in sale ? sale.order.minSellPriceUsd : '').toBe('360000');
    for (const one of data) expect((await h.send(one, wallet)).status).toBe('Success');
    await later();
    expect(await h.position(a.positionPubkey)).toMatchObject({ claimed: true });
    expect((await h.position(b.positionPubkey)).contractsMicro).toBe('0');
    const { data: nothing } = await h.services.closeAllPositions({ body });
    expect(nothing).toEqual([]);
  });

  it('leaves out of all that is closed what is bid for below the least price of an order', async () => {
    const wallet = await h.wallet();
    await h.buy(wallet, { marketId: 'MK-B' });
    await later();
    const bids = (price: bigint) => ({ yes: [{ price, size: 1_000_000_000n }], no: [] });
    const body = { ownerPubkey: wallet.address, minSellPriceSlippageBps: 250 };
    h.universe.books.set('MK-B', bids(4_000n));
    expect(await h.services.closeAllPositions({ body })).toEqual({ data: [] });
    h.universe.books.set('MK-B', bids(10_000n));
    const { data } = await h.services.closeAllPositions({ body });
    expect(data).toMatchObject([{ order: { minSellPriceUsd: '10000' } }]);
  });

  it('forgets what can no longer land', async () => {
    const wallet = await h.wallet();
    const built = await h.buildBuy(wallet);
    await h.exchange.control.advance(700);
    await h.exchange.tick();
    expect(await h.send(built, wallet)).toMatchObject({
      status: 'Failed',
      error: expect.stringMatching(/not built/),
    });
    await h.buy(wallet);
    await h.start();
    await later();
    expect(await h.history(wallet)).toHaveLength(4);
  });
});
