import type { AnswerWire } from '@contract/routes.ts';
import { bootServer } from './boot.ts';
import { ordersOf } from './journeys.ts';
import { tradableMarkets } from './markets.ts';
import { randomOf } from './random.ts';
import { expect, test } from './test.ts';
import { Control, Trader } from './trader.ts';

const WALLETS = 20;
/** Each kill meets what twenty wallets have under way, however many orders there were before; in full: a longer past. */
const [ORDERS, KILLS] = process.env.FULL_LENGTH ? [2_000, 10] : [250, 4];
const SEED = 20_261_121;

interface Sent {
  orderPubkey: string;
  signedTransaction: string;
}

/** What one wallet knows for certain, and what a crash left open. */
class Ledger {
  readonly succeeded = new Map<string, string>();
  readonly open: Sent[] = [];
}

test.describe('a server that is killed', { tag: '@heavy' }, () => {
  test.setTimeout(600_000);

  test('keeps every order it answered, doubles none, and stays exact to the unit', async () => {
    const server = await bootServer({ env: { PAPER_FILL_DELAY_MS: '20' } });
    const control = new Control(server.url, server.token);
    const random = randomOf(SEED);
    const traders = Array.from({ length: WALLETS }, () => new Trader(server.url));
    const ledgers = traders.map(() => new Ledger());
    const markets = await tradableMarkets(server.url, 12);
    for (const trader of traders) expect((await trader.faucet()).status).toBe(200);

    let started = 0;
    let accepted = 0;
    let down = false;
    const place = async (index: number) => {
      const trader = traders[index];
      const ledger = ledgers[index];
      const market = markets[Math.floor(random() * markets.length)];
      if (!trader || !ledger || !market) return;
      const built = await trader.build({
        isBuy: true,
        isYes: random() < 0.5,
        marketId: market.marketId,
        depositAmount: String(5_000_000 + Math.floor(random() * 3_000_000)),
      });
      const { transaction, order } = built.body;
      if (built.status !== 200 || !transaction || !order.orderPubkey)
        throw new Error(JSON.stringify(built.body));
      const sent: Sent = { orderPubkey: order.orderPubkey, signedTransaction: trader.sign(transaction) };
      ledger.open.push(sent);
      const { body } = await trader.execute(sent.signedTransaction);
      ledger.open.splice(ledger.open.indexOf(sent), 1);
      if (body.status === 'Success' && body.signature) {
        ledger.succeeded.set(sent.orderPubkey, body.signature);
        accepted += 1;
      }
    };

    /** Trades with every wallet until `until` orders are accepted, or the server goes away. */
    const load = async (until: number) => {
      const wallet = async (index: number) => {
        while (!down && accepted < until && started < ORDERS * 3) {
          started += 1;
          try {
            await place(index);
          } catch (cause) {
            if (!(cause instanceof TypeError)) throw cause;
            return;
          }
        }
      };
      await Promise.all(traders.map((_, index) => wallet(index)));
    };

    /** After a restart: open ones are submitted again, byte for byte; then nothing may be missing or doubled. */
    const settle = async () => {
      for (const [index, trader] of traders.entries()) {
        const ledger = ledgers[index];
        if (!ledger) continue;
        for (const sent of ledger.open.splice(0)) {
          const { body } = await trader.execute(sent.signedTransaction);
          if (body.status === 'Success' && body.signature) {
            ledger.succeeded.set(sent.orderPubkey, body.signature);
            accepted += 1;
          }
        }
        const keys = (await ordersOf(trader)).map((order) => order.pubkey);
        expect(new Set(keys).size, 'no order stands twice').toBe(keys.length);
        expect(new Set(keys)).toEqual(new Set(ledger.succeeded.keys()));
      }
      const audit = await control.audit();
      expect(audit, JSON.stringify(audit)).toMatchObject({ ok: true });
    };

    for (let kill = 1; kill <= KILLS; kill++) {
      const until = Math.floor((ORDERS * kill) / (KILLS + 1));
      const loading = load(until + ORDERS / 10);
      const threshold = accepted + Math.floor(random() * Math.max(1, until - accepted));
      await expect.poll(() => accepted, { intervals: [5] }).toBeGreaterThanOrEqual(threshold);
      down = true;
      await server.kill9();
      await loading;
      await server.restart();
      down = false;
      await settle();
    }
    await load(ORDERS);
    await settle();
    expect(accepted).toBeGreaterThanOrEqual(ORDERS);

    await control.advance(60);
    for (const [index, trader] of traders.entries()) {
      const orders = await ordersOf(trader);
      expect(orders.every((order) => order.status === 'filled' || order.status === 'failed')).toBe(true);
      const filled = orders.reduce((sum, order) => sum + BigInt(order.filledContractsMicro), 0n);
      const { body } = await trader.get<AnswerWire<'listPositions'>>(
        `/prediction/v1/positions?ownerPubkey=${trader.pubkey}&end=100`,
      );
      const held = body.data.reduce((sum, position) => sum + BigInt(position.contractsMicro), 0n);
      expect(held, `wallet ${index} holds what its orders filled`).toBe(filled);
    }
    expect((await control.audit()).ok).toBe(true);
    await server.stop();
  });
});
