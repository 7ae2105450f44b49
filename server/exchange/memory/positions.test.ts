import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { Harness } from '../testing/exchange.ts';
import { createMemoryStore } from '../writer/memory.store.ts';

const FORGET_SECONDS = 300;

let database: Database;
let h: Harness;
let wallet: PlatformSigner;
beforeEach(async () => {
  database = await freshDatabase();
  h = await Harness.open(database, { forgetSeconds: FORGET_SECONDS });
  wallet = await h.wallet();
});
afterEach(async () => {
  await h.exchange.close();
  await database.close();
});

/** Long enough for the keeper to let go of what nobody names meanwhile. */
const pause = (): Promise<void> => h.idle(FORGET_SECONDS + 1);

/** Buys and sells all of it: the position's key, and what it has realised. */
async function roundTrip(): Promise<{ key: string; realized: number }> {
  const order = await h.buy(wallet);
  const key = order?.positionPubkey ?? '';
  const { contractsMicro } = await h.position(key);
  await h.sell(wallet, key, BigInt(contractsMicro));
  return { key, realized: Number((await h.position(key)).realizedPnlUsd) };
}

describe('a position that is over', () => {
  it('goes on where it ended when it is bought again, in memory, out of it and after a start', async () => {
    const first = await roundTrip();
    h.universe.books.clear();
    const second = await roundTrip();
    expect(second.key).toBe(first.key);
    await pause();
    h.universe.books.clear();
    const third = await roundTrip();
    await h.start();
    h.universe.books.clear();
    const fourth = await roundTrip();
    // The same trade at the same prices each time: what is realised adds up only where nothing was forgotten.
    expect([second, third, fourth].map(({ realized }) => realized)).toEqual(
      [2, 3, 4].map((times) => times * first.realized),
    );
    expect(await h.exchange.audit()).toMatchObject({ ok: true });
  });

  it('is read, listed and refused as ever after it has left memory', async () => {
    const { key } = await roundTrip();
    const before = await h.position(key);
    const story = await h.services.listHistoryV2({ query: { ownerPubkey: wallet.address } });
    await pause();
    expect(await h.position(key)).toEqual(before);
    expect(await h.services.listHistoryV2({ query: { ownerPubkey: wallet.address } })).toEqual(story);
    await pause();
    await expect(h.buildSell(wallet, key, 1_000_000n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    await pause();
    await expect(
      h.services.claimPosition({ params: { positionPubkey: key }, body: {} }),
    ).rejects.toMatchObject({ kind: 'invalid' });
    await expect(h.position(wallet.address)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('is claimed once, however long after', async () => {
    const order = await h.buy(wallet);
    const key = order?.positionPubkey ?? '';
    await h.exchange.control.resolve('MK-A', 'yes');
    await h.exchange.tick();
    const built = await h.services.claimPosition({ params: { positionPubkey: key }, body: {} });
    expect((await h.send(built, wallet)).status).toBe('Success');
    const { claimed, claimedUsd, realizedPnlUsd, totalCostUsd } = await h.position(key);
    expect(claimed).toBe(true);
    await pause();
    await h.start();
    await expect(
      h.services.claimPosition({ params: { positionPubkey: key }, body: {} }),
    ).rejects.toMatchObject({ kind: 'invalid' });
    expect(await h.position(key)).toMatchObject({ claimed, claimedUsd, realizedPnlUsd, totalCostUsd });
  });
});

it('a start loads what is in motion: of what is over and of orders that are filled, nothing', async () => {
  const keyOf = async (marketId: string, isYes = true) => {
    h.universe.books.clear();
    return (await h.buy(wallet, { marketId, isYes }))?.positionPubkey ?? '';
  };
  const { key: sold } = await roundTrip();
  const [won, lost, open] = [await keyOf('MK-B'), await keyOf('MK-B', false), await keyOf('MK-SOON')];
  const claimed = await keyOf('MK-UP');
  for (const marketId of ['MK-B', 'MK-UP']) await h.exchange.control.resolve(marketId, 'yes');
  const claim = await h.services.claimPosition({ params: { positionPubkey: claimed }, body: {} });
  expect((await h.send(claim, wallet)).status).toBe('Success');
  await h.exchange.close();

  h = await Harness.open(database, { fillDelayMs: 60_000 });
  const other = await h.wallet();
  const pending = await h.buy(other, { marketId: 'MK-A' });
  const memory = createMemoryStore(database.db);
  const inMotion = (await memory.positionsInMotion()).map(({ pubkey }) => pubkey);
  expect(new Set(inMotion)).toEqual(new Set([won, open, pending?.positionPubkey]));
  expect(inMotion).toHaveLength(3);
  expect((await memory.pendingOrders()).map(({ pubkey }) => pubkey)).toEqual([pending?.orderPubkey]);
  // What is not loaded is still there.
  await h.start();
  expect((await h.position(sold)).contractsMicro).toBe('0');
  expect((await h.position(lost)).claimable).toBe(false);
  expect((await h.position(claimed)).claimed).toBe(true);
});
