import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../common/errors.ts';
import { freshDatabase } from '../db/testing/database.ts';
import type { PlatformSigner } from './ledger/keys.ts';
import { Harness } from './testing/exchange.ts';

const FAUCET = 10_000_000_000n;
const MARKETS = ['MK-A', 'MK-B'] as const;

type Action =
  | { kind: 'buy'; who: number; market: number; isYes: boolean; deposit: number; bps: number }
  | { kind: 'quantity'; who: number; market: number; isYes: boolean; lots: number }
  | { kind: 'sell'; who: number; part: number; bps: number }
  | { kind: 'cancel'; who: number }
  | { kind: 'claim'; who: number }
  | { kind: 'price'; market: number; percent: number }
  | { kind: 'pass'; seconds: number }
  | { kind: 'restart' };

const who = fc.nat(2);
const market = fc.nat(1);
const bps = fc.constantFrom(0, 0, 30, 10_000);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('buy'),
      who,
      market,
      isYes: fc.boolean(),
      deposit: fc.integer({ min: 5_000_000, max: 400_000_000 }),
      bps,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('quantity'),
      who,
      market,
      isYes: fc.boolean(),
      lots: fc.integer({ min: 900, max: 30_000 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('sell'), who, part: fc.integer({ min: 1, max: 100 }), bps }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel'), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('claim'), who }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('price'), market, percent: fc.integer({ min: 3, max: 97 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass'), seconds: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart') }) },
) as fc.Arbitrary<Action>;
const ending = fc.constantFrom('yes', 'no', 'draw', 'cancelled');

/** Refusals are part of a random life; anything else is a fault. */
async function allowed(act: Promise<unknown>): Promise<void> {
  try {
    await act;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

async function positionsOf(h: Harness, wallet: PlatformSigner) {
  const query = { ownerPubkey: wallet.address };
  return (await h.services.listPositions({ query })).data;
}

async function perform(h: Harness, wallets: readonly PlatformSigner[], step: Action): Promise<void> {
  const wallet = 'who' in step ? wallets[step.who] : undefined;
  const marketId = 'market' in step ? (MARKETS[step.market] ?? 'MK-A') : 'MK-A';
  switch (step.kind) {
    case 'price':
      return h.exchange.control.setPrice(marketId, step.percent / 100);
    case 'pass':
      h.pass(step.seconds);
      await h.exchange.tick();
      return;
    case 'restart':
      return h.start();
  }
  if (!wallet) return;
  switch (step.kind) {
    case 'buy': {
      const fields = { marketId, isYes: step.isYes, integratorFeeBps: step.bps };
      return allowed(send(h, wallet, h.buildBuy(wallet, { ...fields, depositAmount: BigInt(step.deposit) })));
    }
    case 'quantity': {
      const fields = { marketId, isYes: step.isYes, contractsMicro: BigInt(step.lots) * 10_000n };
      return allowed(send(h, wallet, h.buildBuy(wallet, fields)));
    }
    case 'sell': {
      const [position] = await positionsOf(h, wallet);
      if (!position) return;
      const contracts = (BigInt(position.contractsMicro) * BigInt(step.part)) / 100n;
      const fields = { integratorFeeBps: step.bps };
      return allowed(send(h, wallet, h.buildSell(wallet, position.pubkey, contracts, fields)));
    }
    case 'cancel': {
      const { data } = await h.services.closeAllOrders({ body: { ownerPubkey: wallet.address } });
      for (const one of data) await h.send(one, wallet);
      return;
    }
    default: {
      for (const { pubkey } of await positionsOf(h, wallet)) await allowed(h.claim(wallet, pubkey));
    }
  }
}

async function send(
  h: Harness,
  wallet: PlatformSigner,
  build: Promise<{ transaction?: string | null | undefined }>,
): Promise<void> {
  await h.send(await build, wallet);
}

describe('any life of the exchange', () => {
  it('keeps every unit, and adds every PnL up to the cash that moved', async () => {
    let fills = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 40, maxLength: 60 }),
        ending,
        ending,
        async (steps, a, b) => {
          const database = await freshDatabase();
          const h = await Harness.open(database, { fillDelayMs: 3_000 });
          const wallets = [await h.wallet(), await h.wallet(), await h.wallet()];
          for (const step of steps) {
            await perform(h, wallets, step);
            expect(await h.exchange.audit()).toMatchObject({ ok: true });
          }
          await h.exchange.control.advance(5);
          for (const wallet of wallets) {
            const open = await positionsOf(h, wallet);
            const history = await h.services.listHistoryV2({ query: { ownerPubkey: wallet.address } });
            const realized = history.data.reduce((sum, one) => sum + BigInt(one.realizedPnlUsd ?? 0), 0n);
            const invested = open.reduce((sum, one) => sum + BigInt(one.totalCostUsd), 0n);
            expect(h.usdc(wallet)).toBe(FAUCET + realized - invested);
          }
          await h.exchange.control.resolve('MK-A', a);
          await h.exchange.control.resolve('MK-B', b);
          await h.exchange.control.advance(90_000);
          for (const wallet of wallets) {
            const history = await h.services.listHistoryV2({ query: { ownerPubkey: wallet.address } });
            const realized = history.data.reduce((sum, one) => sum + BigInt(one.realizedPnlUsd ?? 0), 0n);
            expect(h.usdc(wallet)).toBe(FAUCET + realized);
            const events = await h.history(wallet);
            fills += events.filter(({ eventType }) => eventType === 'order_filled').length;
            const moved = events.reduce((sum, one) => sum + BigInt(one.realizedPnl ?? 0), 0n);
            if (events.length < 100) expect(moved).toBe(realized);
          }
          expect(await h.exchange.audit()).toMatchObject({ ok: true });
          expect(h.log).toEqual([]);
          await database.close();
        },
      ),
      { numRuns: 4, seed: 20_261_121 },
    );
    expect(fills).toBeGreaterThan(20);
  });
});
