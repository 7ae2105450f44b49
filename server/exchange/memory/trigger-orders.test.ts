import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { NOW } from '../../testing/stub-app.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { SOL, USDC } from '../ledger/mints.ts';
import { signed } from '../testing/exchange.ts';
import { IN_A_DAY, TriggerHarness } from '../triggers/testing/triggers.ts';
import { createMemoryStore } from '../writer/memory.store.ts';

const FORGET_SECONDS = 300;
const DAY = 86_400;

let database: Database;
let t: TriggerHarness;
let wallet: PlatformSigner;
/** Orders that memory had to ask the database for. */
const asked = new Set<string>();
const wrapStore = (store: ExchangeStore): ExchangeStore => ({
  ...store,
  memory: {
    ...store.memory,
    triggerOrdersNamed: (ids) => {
      for (const id of ids) asked.add(id);
      return store.memory.triggerOrdersNamed(ids);
    },
  },
});
beforeEach(async () => {
  asked.clear();
  database = await freshDatabase();
  t = await TriggerHarness.open(database, { wrapStore, forgetSeconds: FORGET_SECONDS });
  wallet = await t.trader();
});
afterEach(async () => {
  await t.h.exchange.close();
  await database.close();
});

/** Long enough for the keeper to let go of what nobody names meanwhile. */
const pause = (): Promise<void> => t.h.idle(FORGET_SECONDS + 1);
/** What no longer matters leaves memory in one way or the other. */
const LEAVES: [string, () => Promise<void>][] = [
  ['nobody has named it for a while', pause],
  ['a start', () => t.h.start()],
];
const loadedAtStart = async () =>
  (await createMemoryStore(database.db).triggerOrdersInMotion()).map(({ id }) => id);
const audited = async () => expect(await t.h.exchange.audit()).toMatchObject({ ok: true });

describe.each(LEAVES)('a trigger order that has expired, after %s', (_, leave) => {
  it('is out of memory, and is withdrawn once, with all that it holds and nothing of another', async () => {
    const [expires, stays] = [await t.order(wallet), await t.order(wallet, { expiresAt: IN_A_DAY + 1e9 })];
    await t.moveSol(100, DAY);
    await leave();
    expect(await loadedAtStart()).toEqual([stays]);
    expect(await t.read(wallet, expires)).toMatchObject({ orderState: 'expired' });
    const held = { mint: SOL.address, amount: '4000000000', inOrders: '2000000000' };
    expect(await t.vault(wallet)).toMatchObject({ balances: [held] });

    const before = await t.h.look((ledger) => ledger.lamports(wallet.address));
    const withdrawal = await t.cancel(wallet, expires);
    const again = await t.cancel(wallet, expires);
    await expect(t.update(wallet, stays, { slippageBps: 100 })).resolves.toEqual({ id: stays });
    expect([...asked]).toEqual([expires]);
    await t.confirm(wallet, withdrawal);
    await expect(t.confirm(wallet, again)).rejects.toMatchObject({
      message: expect.stringMatching(/withdrawn already/),
    });
    const back = (await t.h.look((ledger) => ledger.lamports(wallet.address))) - before;
    // Less what three signatures cost.
    expect(back).toBe(2_000_000_000n - 15_000n);
    await leave();
    await expect(t.cancel(wallet, expires)).rejects.toMatchObject({
      message: expect.stringMatching(/Order has ended/),
    });
    expect(await t.read(wallet, expires)).toMatchObject({ orderState: 'cancelled' });
    expect(await t.vault(wallet)).toMatchObject({
      balances: [{ mint: SOL.address, amount: '2000000000', inOrders: '2000000000' }],
    });
    await audited();
  });

  it('cannot be changed, nor withdrawn by another wallet', async () => {
    const id = await t.order(wallet);
    const other = await t.trader();
    await t.moveSol(100, DAY);
    await leave();
    await expect(t.cancel(other, id)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(t.update(wallet, id, { expiresAt: IN_A_DAY * 2 })).rejects.toMatchObject({
      message: 'Only an open order can be changed',
    });
    expect(await t.read(wallet, id)).toMatchObject({ orderState: 'expired' });
  });

  it('of the first version is cancelled with all others of its maker, more of them than memory is asked for at a time', async () => {
    const ids: string[] = [];
    for (let nth = 0; nth < 60; nth++) ids.push(await t.rateOrder(wallet, NOW + DAY));
    await t.rateOrder(wallet);
    await t.moveSol(100, DAY + 1);
    await leave();
    const before = await t.h.look((ledger) => ledger.tokenBalance(wallet.address, USDC.address));
    const cancelled = await t.services.triggerCancelOrders({ body: { maker: wallet.address } });
    expect(cancelled.transactions).toHaveLength(61);
    expect(asked.size).toBe(60);
    for (const transaction of cancelled.transactions) {
      const body = {
        requestId: cancelled.requestId,
        signedTransaction: signed(transaction, wallet),
      };
      expect(await t.services.triggerExecute({ body })).toMatchObject({ status: 'Success' });
    }
    const after = await t.h.look((ledger) => ledger.tokenBalance(wallet.address, USDC.address));
    expect((after ?? 0n) - (before ?? 0n)).toBe(61n * 90_000_000n);
    expect(await loadedAtStart()).toEqual([]);
    await expect(t.services.triggerCancelOrders({ body: { maker: wallet.address } })).rejects.toMatchObject({
      kind: 'not-found',
    });
    await audited();
  });
});
