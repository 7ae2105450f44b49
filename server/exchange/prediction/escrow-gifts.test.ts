import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { PROGRAMS } from '../ledger/addresses.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { Harness, USDC_MINT } from '../testing/exchange.ts';

const FULL = 10_000_000_000n;

describe('an escrow that somebody has put more into', () => {
  let database: Database;
  let h: Harness;
  let wallet: PlatformSigner;
  beforeEach(async () => {
    database = await freshDatabase();
    h = await Harness.open(database, { fillDelayMs: 1_000 });
    wallet = await h.wallet();
  });
  afterEach(async () => {
    expect(h.log).toEqual([]);
    expect(await h.exchange.audit()).toMatchObject({ ok: true });
    await database.close();
  });

  /** A pending order whose escrow the faucet has filled up, before it was one. */
  async function pending(): Promise<string> {
    const built = await h.buildBuy(wallet);
    const orderPubkey = built.order.orderPubkey ?? '';
    await h.exchange.faucet(orderPubkey);
    expect(await h.send(built, wallet)).toMatchObject({ status: 'Success' });
    return orderPubkey;
  }

  it('is filled all the same, and what is over returns', async () => {
    const order = await pending();
    h.pass(2);
    await h.exchange.tick();
    const { status, position } = await h.order(order);
    expect(status).toBe('filled');
    const { totalCostUsd } = await h.position(position);
    expect(h.usdc(wallet)).toBe(FULL + FULL - BigInt(totalCostUsd));
  });

  it('returns whole when the order fails', async () => {
    const order = await pending();
    h.universe.results.set('MK-A', 'closed');
    await h.exchange.tick();
    expect((await h.order(order)).status).toBe('failed');
    expect(h.usdc(wallet)).toBe(FULL + FULL);
  });

  it('returns whole when its owner takes it back', async () => {
    const order = await pending();
    const built = await h.services.closeOrder({ body: { orderPubkey: order } });
    expect(await h.send(built, wallet)).toMatchObject({ status: 'Success' });
    expect(h.usdc(wallet)).toBe(FULL + FULL);
  });
});

describe('the faucet', () => {
  it('gives to wallets alone', async () => {
    const database = await freshDatabase();
    const h = await Harness.open(database);
    for (const address of [PROGRAMS.system, PROGRAMS.token, USDC_MINT, h.exchange.chain.vault]) {
      await expect(h.exchange.faucet(address)).rejects.toMatchObject({ kind: 'invalid', param: 'pubkey' });
      expect(await h.exchange.rpc.airdrop(address, 1_000n)).toMatchObject({ ok: false });
    }
    expect(h.log).toEqual([]);
    await database.close();
  });

  it('gives nothing to an order that is pending, which its owner may be about to take back', async () => {
    const database = await freshDatabase();
    const h = await Harness.open(database, { fillDelayMs: 1_000 });
    const wallet = await h.wallet();
    const order = (await h.buy(wallet)).orderPubkey ?? '';
    const built = await h.services.closeOrder({ body: { orderPubkey: order } });
    await expect(h.exchange.faucet(order)).rejects.toMatchObject({ kind: 'invalid', param: 'pubkey' });
    expect(await h.exchange.rpc.airdrop(order, 1_000_000n)).toMatchObject({ ok: false });
    expect(await h.send(built, wallet)).toMatchObject({ status: 'Success' });
    expect(h.usdc(wallet)).toBe(FULL);
    // Nothing lies there any more.
    expect(await h.exchange.rpc.airdrop(order, 1_000_000n)).toMatchObject({ ok: true });
    await database.close();
  });
});
