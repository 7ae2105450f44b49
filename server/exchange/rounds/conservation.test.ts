import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ServiceError } from '../../common/errors.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { GENESIS_MINTS } from '../ledger/mints.ts';
import { roundAt, roundMarketId } from '../simulation/rounds-d/round-id.ts';
import type { Harness } from '../testing/exchange.ts';
import { openRounds, type TestFeed } from './testing/rounds.ts';

const FAUCET = 10_000_000_000n;
const STANDING = new Set(GENESIS_MINTS.map(({ address }) => address));

const who = fc.nat(1);
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      who,
      side: fc.constantFrom('up' as const, 'down' as const),
      ahead: fc.nat(1),
      deposit: fc.integer({ min: 5_000_000, max: 250_000_000 }),
      bps: fc.constantFrom(0, 30),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('sell' as const), who, part: fc.integer({ min: 1, max: 100 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      usd: fc.integer({ min: 64_990, max: 65_010 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 600 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

async function allowed(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'invalid') throw error;
  }
}

async function perform(
  h: Harness,
  feed: TestFeed,
  wallets: readonly PlatformSigner[],
  step: Action,
): Promise<void> {
  const now = h.exchange.clock.now();
  switch (step.kind) {
    case 'price':
      return feed.set(now, BigInt(step.usd));
    case 'pass':
      h.pass(step.seconds);
      await h.exchange.tick();
      return;
    case 'restart':
      return h.start();
  }
  const wallet = wallets[step.who];
  if (!wallet) return;
  if (step.kind === 'buy') {
    const marketId = roundMarketId(roundAt(now) + step.ahead * 900, step.side);
    const fields = { marketId, depositAmount: BigInt(step.deposit), integratorFeeBps: step.bps };
    return allowed(h.buy(wallet, fields));
  }
  const { data } = await h.services.listPositions({ query: { ownerPubkey: wallet.address } });
  const held = data.find(({ claimed, contractsMicro }) => !claimed && BigInt(contractsMicro) > 0n);
  if (held)
    await allowed(h.sell(wallet, held.pubkey, (BigInt(held.contractsMicro) * BigInt(step.part)) / 100n));
}

it('keeps every unit of every mint over any life of rounds, and adds PnL up to cash', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 30, maxLength: 45 }), async (steps) => {
      const database = await freshDatabase();
      const { h, feed } = await openRounds(database, { forgetSeconds: 120 });
      const wallets = [await h.wallet(), await h.wallet()];
      for (const step of steps) {
        await perform(h, feed, wallets, step);
        expect(await h.exchange.audit()).toMatchObject({ ok: true });
      }
      await h.exchange.control.advance(3_600);
      const { mints } = await h.exchange.audit();
      // The house holds what it sells of the standing tokens; of the outcomes nothing is left.
      const left = mints.filter(({ mint, supply }) => !STANDING.has(mint) && supply !== '0');
      expect(left).toEqual([]);
      for (const wallet of wallets) {
        const history = await h.services.listHistoryV2({ query: { ownerPubkey: wallet.address, end: 100 } });
        const realized = history.data.reduce((sum, one) => sum + BigInt(one.realizedPnlUsd ?? 0), 0n);
        expect(await h.look(() => h.usdc(wallet))).toBe(FAUCET + realized);
      }
      expect(h.log).toEqual([]);
      await database.close();
    }),
    { numRuns: 3, seed: 20_261_121 },
  );
});
