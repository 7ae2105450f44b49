import { parsePicoUsd } from '@contract/triggers/price.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freshDatabase } from '../../db/testing/database.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { SOL, USDC } from '../ledger/mints.ts';
import { dollars, TriggerHarness } from './testing/triggers.ts';

const percent = fc.integer({ min: 1, max: 30 });
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      shape: fc.constantFrom(
        'stop' as const,
        'dip' as const,
        'pair' as const,
        'entry' as const,
        'trail' as const,
      ),
      usd: fc.integer({ min: 20, max: 4_000 }),
      distance: percent,
      slippageBps: fc.constantFrom(1, 500),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('price' as const), usd: fc.integer({ min: 60, max: 160 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;
type Order = Extract<Action, { kind: 'order' }>;

/** What an order of this shape asks for, at the present price of SOL. */
function fieldsOf({ shape, usd, distance, slippageBps }: Order, price: number) {
  const up = dollars(Math.round(price * (100 + distance)) / 100);
  const down = dollars(Math.round(price * (100 - distance)) / 100);
  const sell = { inputAmount: String(BigInt(Math.ceil((usd / price) * 1e6)) * 1_000n) };
  const buy = { inputMint: USDC.address, outputMint: SOL.address, inputAmount: `${usd}000000` };
  switch (shape) {
    case 'stop':
      return { ...sell, triggerPriceUsd: down, slippageBps };
    case 'dip':
      return { ...buy, triggerPriceUsd: down, slippageBps };
    case 'pair':
      return { ...sell, orderType: 'oco' as const, tpPriceUsd: up, slPriceUsd: down };
    case 'entry':
      return {
        ...buy,
        orderType: 'otoco' as const,
        triggerPriceUsd: down,
        slippageBps,
        tpPriceUsd: up,
        slPriceUsd: down,
      };
    default:
      return { ...sell, trailingBps: distance * 100 };
  }
}

async function cancelOne(t: TriggerHarness, wallet: PlatformSigner, pick: number): Promise<void> {
  const { orders } = await t.list(wallet, { state: 'active', limit: 100 });
  const one = orders[pick % Math.max(1, orders.length)];
  if (one?.orderState === 'open') await t.confirm(wallet, await t.cancel(wallet, one.id));
}

it('fires each order once or never over any path of prices, and keeps every unit of it', async () => {
  const answered = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 15, maxLength: 30 }), async (steps) => {
      const database = await freshDatabase();
      const t = await TriggerHarness.open(database);
      const wallet = await t.trader();
      let price = 100;
      const marks = new Map<string, bigint>();
      for (const step of steps) {
        if (step.kind === 'restart') await t.h.start();
        else if (step.kind === 'cancel') await cancelOne(t, wallet, step.pick);
        else if (step.kind === 'price') {
          price = step.usd;
          await t.moveSol(price, 2);
        } else {
          const fields = fieldsOf(step, price);
          const held =
            'inputMint' in fields
              ? (t.ledger.tokenBalance(wallet.address, USDC.address) ?? 0n)
              : t.ledger.lamports(wallet.address) - 100_000_000n;
          if (held >= BigInt(fields.inputAmount)) await t.order(wallet, fields);
        }
        const { orders } = await t.list(wallet, { limit: 100 });
        for (const { id, highWatermark } of orders) {
          const mark = parsePicoUsd(highWatermark ?? 0);
          if (mark === undefined) throw new Error(`${highWatermark} is no price`);
          expect(mark).toBeGreaterThanOrEqual(marks.get(id) ?? 0n);
          marks.set(id, mark);
        }
      }
      expect(await t.h.exchange.audit()).toMatchObject({ ok: true });

      const { orders } = await t.list(wallet, { limit: 100 });
      const wanted = new Map<string, bigint>();
      for (const order of orders) {
        const fills = order.events.filter(({ type }) => type === 'fill');
        const used = fills.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n);
        const got = fills.reduce((sum, { outputAmount }) => sum + BigInt(outputAmount ?? 0), 0n);
        const initial = BigInt(order.initialInputAmount);
        const remaining = BigInt(order.remainingInputAmount);
        // Fired once or never: what was used is what the fills took, and never more than was there.
        expect(used).toBe(initial - remaining);
        expect(got).toBe(BigInt(order.outputAmount ?? 0));
        expect(fills.length > 0).toBe(order.triggeredAt !== null);
        if (order.orderState === 'filled') expect(remaining).toBe(0n);
        if (order.orderState === 'open') expect(used).toBe(0n);
        if (order.orderState === 'cancelled' || order.orderState === 'filled') continue;
        const add = (mint: string, amount: bigint) => wanted.set(mint, (wanted.get(mint) ?? 0n) + amount);
        add(order.inputMint, remaining);
        if (order.orderType === 'otoco') add(order.outputMint, got);
      }
      const { balances = [] } = await t.vault(wallet);
      // The vault holds exactly what its orders have left in it.
      for (const { mint, amount } of balances)
        expect({ mint, amount: `${wanted.get(mint) ?? 0n}` }).toEqual({ mint, amount });
      for (const [mint, amount] of wanted) {
        expect(balances.find((one) => one.mint === mint)?.amount ?? '0').toBe(`${amount}`);
      }
      expect(t.h.log).toEqual([]);
      for (const id of t.h.answered.keys()) answered.add(id);
      await database.close();
    }),
    { numRuns: 6, seed: 20_261_121, endOnFailure: true },
  );
  // Each answer on the way was held to the specification.
  expect([...answered]).toEqual(
    expect.arrayContaining([
      ...['registerVault', 'getVault', 'craftDeposit', 'createPriceOrder', 'listTriggerOrders'],
      ...['cancelPriceOrder', 'confirmCancelPriceOrder'],
    ]),
  );
});
