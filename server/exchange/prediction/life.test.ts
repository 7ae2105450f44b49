import { routes } from '@contract/routes.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { NOW } from '../../testing/stub-app.ts';
import { STABLECOIN } from '../ledger/mints.ts';
import { Harness } from '../testing/exchange.ts';

describe('the life of a trade', () => {
  let database: Database;
  let h: Harness;
  beforeEach(async () => {
    database = await freshDatabase();
    h = await Harness.open(database);
  });
  afterEach(async () => {
    await database?.close();
  });

  it('goes from the faucet to a paid winner, to the unit', async () => {
    const wallet = await h.wallet();
    expect(h.usdc(wallet)).toBe(10_000_000_000n);

    const order = await h.buy(wallet);
    // 60 USD buy 98.04 at 60¢, with a fee of 1.65: 60.474 would not fit.
    expect(order).toMatchObject({ isYes: true, maxBuyPriceUsd: '615000', estimatedProtocolFeeUsd: '0' });
    const filled = await h.order(order.orderPubkey);
    expect(filled).toMatchObject({ status: 'filled', avgFillPriceUsd: '600000', settled: true });
    const held = await h.position(order.positionPubkey);
    expect(held.contractsMicro).toBe(order.newContractsMicro);
    expect(held.totalCostUsd).toBe(order.newSizeUsd);
    expect(h.usdc(wallet)).toBe(10_000_000_000n - BigInt(held.totalCostUsd));
    expect(held).toMatchObject({ openOrders: 0, claimable: false, sellPriceUsd: '580000' });

    const half = (BigInt(held.contractsMicro) / 2n / 10_000n) * 10_000n;
    const before = h.usdc(wallet);
    await h.sell(wallet, order.positionPubkey, half);
    const kept = await h.position(order.positionPubkey);
    expect(BigInt(kept.contractsMicro)).toBe(BigInt(held.contractsMicro) - half);
    const net = h.usdc(wallet) - before;
    const costSold = BigInt(held.totalCostUsd) - BigInt(kept.totalCostUsd);
    expect(BigInt(kept.realizedPnlUsd)).toBe(net - costSold);

    await h.exchange.control.resolve('MK-A', 'yes');
    const won = await h.position(order.positionPubkey);
    expect(won).toMatchObject({
      claimable: true,
      claimed: false,
      payoutUsd: kept.contractsMicro,
      valueUsd: null,
    });
    const answer = await h.claim(wallet, order.positionPubkey);
    expect(answer.status).toBe('Success');
    const paid = await h.position(order.positionPubkey);
    expect(paid).toMatchObject({ claimable: false, claimed: true, claimedUsd: kept.contractsMicro });
    expect(h.usdc(wallet) - 10_000_000_000n).toBe(BigInt(paid.realizedPnlUsd));

    const events = (await h.history(wallet)).map(({ eventType }) => eventType).reverse();
    const fill = ['order_created', 'order_filled', 'position_updated', 'order_closed'];
    expect(events).toEqual([...fill, ...fill, 'position_updated', 'payout_claimed']);
    expect(await h.exchange.audit()).toMatchObject({ ok: true });
    expect(h.log).toEqual([]);
  });

  it('begins a position that was sold whole anew, with the time and the mint of the next buy', async () => {
    const wallet = await h.wallet();
    const { positionPubkey } = await h.buy(wallet, { depositMint: STABLECOIN.address });
    const held = await h.position(positionPubkey);
    const before = { usdc: h.usdc(wallet), other: h.usdc(wallet, STABLECOIN.address) };
    const closedAt = async () => {
      const { data } = await h.services.listHistoryV2({ query: { ownerPubkey: wallet.address } });
      return data[0]?.closedAt;
    };
    h.pass(50);
    await h.sell(wallet, positionPubkey, BigInt(held.contractsMicro));
    expect(await closedAt()).toBe(NOW + 50);
    expect(h.usdc(wallet)).toBe(before.usdc);
    const kept = h.usdc(wallet, STABLECOIN.address);
    expect(kept).toBeGreaterThan(before.other);

    h.pass(50);
    await h.buy(wallet);
    expect(await closedAt()).toBeNull();
    expect(h.usdc(wallet, STABLECOIN.address)).toBe(kept);
    const anew = await h.position(positionPubkey);
    expect({ first: held.openedAt, next: anew.openedAt }).toEqual({ first: NOW, next: NOW + 100 });

    await h.exchange.control.resolve('MK-A', 'yes');
    const usdc = h.usdc(wallet);
    await h.claim(wallet, positionPubkey);
    expect(h.usdc(wallet) - usdc).toBe(BigInt(anew.contractsMicro));
    expect(h.usdc(wallet, STABLECOIN.address)).toBe(kept);
    expect(await h.exchange.audit()).toMatchObject({ ok: true });
  });

  it('goes on past 2038, which a quick exchange reaches within weeks', async () => {
    const later = 2 ** 31 + 60;
    h.pass(later - NOW);
    const wallet = await h.wallet();
    const { orderPubkey, positionPubkey } = await h.buy(wallet);
    await h.exchange.control.resolve('MK-A', 'yes');
    await h.claim(wallet, positionPubkey);

    await h.start();
    expect(await h.order(orderPubkey)).toMatchObject({ createdAt: later, filledAt: later, updatedAt: later });
    expect(await h.position(positionPubkey)).toMatchObject({
      claimed: true,
      openedAt: later,
      updatedAt: later,
    });
    const events = await h.history(wallet);
    expect(events.map(({ timestamp }) => timestamp)).toEqual(events.map(() => later));
    const v2 = await h.services.listHistoryV2({ query: { ownerPubkey: wallet.address } });
    expect(v2.data).toMatchObject([{ closedAt: later }]);
  });

  it('answers every read within the contract', async () => {
    const wallet = await h.wallet();
    const order = await h.buy(wallet);
    const owner = wallet.address;
    const params = { orderPubkey: order.orderPubkey ?? '' };
    const answers = {
      listOrders: await h.services.listOrders({ query: { ownerPubkey: owner } }),
      getOrder: await h.services.getOrder({ params }),
      orderStatus: await h.services.orderStatus({ params }),
      listPositions: await h.services.listPositions({ query: { ownerPubkey: owner } }),
      listPositionsV2: await h.services.listPositionsV2({ query: { ownerPubkey: [owner] } }),
      listHistory: await h.services.listHistory({ query: { ownerPubkey: owner } }),
      listHistoryV2: await h.services.listHistoryV2({ query: { ownerPubkey: owner } }),
      listTrades: { data: h.exchange.recentTrades(20) },
      createOrder: await h.buildBuy(wallet),
    };
    for (const [id, answer] of Object.entries(answers)) {
      const parsed = routes[id as keyof typeof answers].answer.safeParse(answer);
      expect(parsed.error?.issues ?? [], id).toEqual([]);
    }
    expect(answers.orderStatus.history?.map(({ status }) => status)).toEqual([
      'pending',
      'filled',
      'filled',
      'filled',
    ]);
    expect(answers.listHistoryV2.data[0]).toMatchObject({ status: 'open', realizedPnlUsd: '0' });
    expect(answers.listHistoryV2.data[0]?.events).toHaveLength(4);
  });

  it('loses nothing and repeats nothing when it stops between landing and fill', async () => {
    const slow = await Harness.open(await freshDatabase(), { fillDelayMs: 1_000 });
    const wallet = await slow.wallet();
    const built = await slow.buildBuy(wallet);
    const transaction = slow.sign(built.transaction, wallet);
    const landed = await slow.execute(transaction);
    expect(landed.status).toBe('Success');
    expect(slow.usdc(wallet)).toBe(9_940_000_000n);

    await slow.start();
    expect(slow.usdc(wallet)).toBe(9_940_000_000n);
    expect(await slow.order(built.order.orderPubkey)).toMatchObject({ status: 'pending', filledAt: 0 });
    expect(await slow.execute(transaction)).toEqual(landed);
    await slow.exchange.tick();
    expect(await slow.order(built.order.orderPubkey)).toMatchObject({ status: 'pending' });
    slow.pass(1);
    await slow.exchange.tick();
    await slow.exchange.tick();
    expect(await slow.order(built.order.orderPubkey)).toMatchObject({ status: 'filled' });

    await slow.start();
    await slow.exchange.tick();
    const position = await slow.position(built.order.positionPubkey);
    expect(slow.usdc(wallet)).toBe(10_000_000_000n - BigInt(position.totalCostUsd));
    expect(await slow.exchange.audit()).toMatchObject({ ok: true });
    expect((await slow.history(wallet)).map(({ id }) => id)).toHaveLength(4);
    expect(slow.exchange.recentTrades(10)).toHaveLength(1);
    await slow.database.close();
  });

  it('finds landed transactions by signature and by address', async () => {
    const wallet = await h.wallet();
    const { signature } = await h.send(await h.buildBuy(wallet), wallet);
    const { transactions } = h.exchange.rpc;
    const found = await transactions.bySignature(signature ?? '');
    expect(found?.memo).toMatch(/evenline:buy:/);
    const all = await transactions.byAddress(wallet.address, { limit: 10 });
    expect(all.map((one) => one.signature)).toContain(signature);
    const older = await transactions.byAddress(wallet.address, { limit: 10, before: signature ?? '' });
    expect(older.map((one) => one.signature)).not.toContain(signature);
    expect(older).toHaveLength(1);
  });
});
