import { bootServer, STILL_PRICES } from './boot.ts';
import { expect, test } from './test.ts';
import { Control, Trader } from './trader.ts';
import { SOL, TriggerTrader } from './trigger-trader.ts';

const WALLETS = 20;
const ORDERS_EACH = 50;
/** Orders of a wallet that are placed at a time: what comes together is written together. */
const LANES = 5;
const KILLS = 3;
const DAY_MS = 86_400_000;

test.describe('a server that is killed while triggers fire', { tag: '@heavy' }, () => {
  test.setTimeout(400_000);

  test('fires each of a thousand once, and loses no unit of them', async () => {
    const server = await bootServer({ env: STILL_PRICES });
    const control = new Control(server.url, server.token);
    const traders = Array.from({ length: WALLETS }, () => new TriggerTrader(new Trader(server.url)));
    const { now } = await control.call<{ now: number }>('GET', '/clock');
    await control.call('POST', '/prices', { mint: SOL, usd: 100 });
    await Promise.all(
      traders.map(async (trader) => {
        await trader.open();
        const lane = async () => {
          for (let at = 0; at < ORDERS_EACH / LANES; at++) {
            await trader.buyBelow(80, Math.floor(now * 1000) + DAY_MS);
          }
        };
        await Promise.all(Array.from({ length: LANES }, lane));
      }),
    );
    const before = await Promise.all(traders.map((trader) => trader.balance()));
    const filled = async () => {
      const ended = await Promise.all(traders.map((trader) => trader.countPast()));
      return ended.reduce((sum, count) => sum + count, 0);
    };
    expect(await filled()).toBe(0);

    // Nobody waits for the answer: the server goes away in the midst of it.
    const moved = control.call('POST', '/prices', { mint: SOL, usd: 79 }).catch(() => undefined);
    for (let kill = 1; kill <= KILLS; kill++) {
      await expect.poll(filled, { intervals: [5] }).toBeGreaterThan((kill - 1) * 100);
      await server.kill9();
      await moved;
      await server.restart();
    }
    await expect.poll(filled, { intervals: [100] }).toBe(WALLETS * ORDERS_EACH);

    for (const [index, trader] of traders.entries()) {
      const orders = await trader.orders();
      expect(orders.filter(({ orderState }) => orderState === 'filled')).toHaveLength(ORDERS_EACH);
      const fills = orders.map(({ events }) => events.filter(({ type }) => type === 'fill').length);
      expect(fills).toEqual(Array.from({ length: ORDERS_EACH }, () => 1));
      const bought = orders.reduce((sum, { outputAmount }) => sum + BigInt(outputAmount ?? 0), 0n);
      expect((await trader.balance()) - (before[index] ?? 0n)).toBe(bought);
      expect((await trader.vault()).balances).toEqual([]);
    }
    expect((await control.audit()).ok).toBe(true);
    await server.stop();
  });
});
