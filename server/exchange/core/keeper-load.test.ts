import bs58 from 'bs58';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { NOW } from '../../testing/stub-app.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import { USDC } from '../ledger/mints.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { Harness } from '../testing/exchange.ts';
import type { PositionRow } from '../writer/commit.store.ts';
import { ROUND } from './keeper-rounds.ts';

const ROUNDS = 3;
const MANY = ROUNDS * ROUND;
/** Hundreds of transactions take their time on a busy machine. */
const PATIENCE = 60_000;
const ONE = 1_000_000n;

/** Positions of one Yes contract each, all of one wallet. */
function positionsOf(owner: string): PositionRow[] {
  return Array.from({ length: MANY }, (_, n) => ({
    pubkey: bs58.encode(Buffer.alloc(32, `position ${n} `)),
    ...{ owner, marketId: 'MK-A', eventId: 'EV-A', isYes: true, mint: USDC.address, status: 'open' as const },
    ...{ contracts: ONE, locked: 0n, totalCost: 600_000n, entryNotional: 600_000n, feesPaid: 0n },
    ...{ integratorFees: 0n, realized: 0n, payout: 0n, claimedUsd: 0n },
    ...{ boughtContracts: ONE, boughtNotional: 600_000n, soldContracts: 0n, soldNotional: 0n },
    ...{ openedAt: NOW, updatedAt: NOW, settledAt: null, closedAt: null },
  }));
}

describe('more positions than a round takes, ending at once,', () => {
  let database: Database;
  let h: Harness;
  /** Whether the next commits fail. */
  let broken: boolean;
  beforeEach(async () => {
    broken = false;
    const rows = positionsOf(createTestWallet().address);
    const wrapStore = (store: ExchangeStore): ExchangeStore => ({
      ...store,
      memory: { ...store.memory, positionsInMotion: async () => rows },
      commits: {
        ...store.commits,
        commit: (...args) => (broken ? Promise.reject(new Error('disk')) : store.commits.commit(...args)),
      },
    });
    database = await freshDatabase();
    h = await Harness.open(database, { wrapStore });
  });
  afterEach(() => database.close());

  it('are all settled while a user trades, who is never refused and never last', {
    timeout: PATIENCE,
  }, async () => {
    const wallet = await h.wallet();
    let isOver = false;
    let trades = 0;
    const trading = (async () => {
      for (; !isOver; trades++) {
        await h.buy(wallet, { marketId: 'MK-B', depositAmount: 5_000_000n });
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await h.exchange.control.resolve('MK-A', 'yes');
    isOver = true;
    await trading;
    expect(h.exchange.stats()).toMatchObject({ claimablePositions: MANY });
    // A build and its execution at least in every round; without their turn it would be none.
    expect(trades).toBeGreaterThanOrEqual(ROUNDS);
    expect(h.log.length).toBeLessThanOrEqual(3 * ROUNDS);
    expect(h.log[0]).toEqual({
      ...{ level: 'info', message: 'the keeper is behind', task: 'settlements' },
      ...{ done: ROUND, failed: 0, left: MANY - ROUND },
    });
  });

  it('are left alone for a moment when nothing can be written, and settled when it can', {
    timeout: PATIENCE,
  }, async () => {
    h.universe.results.set('MK-A', 'yes');
    broken = true;
    for (let n = 0; n < 10; n++) expect(await h.exchange.tick()).toBeLessThan(MANY);
    const told = h.log.filter(({ message }) => message === 'keeper jobs failed');
    expect(told).toEqual([
      {
        ...{ level: 'error', message: 'keeper jobs failed', task: 'settlements' },
        ...{ done: 0, failed: ROUND, left: MANY - ROUND },
        ...{ key: expect.any(String), stack: expect.any(Array) },
        cause: [expect.stringContaining('could not be saved')],
      },
    ]);
    broken = false;
    h.pass(6);
    while ((await h.exchange.tick()) > 0);
    h.pass(6);
    while ((await h.exchange.tick()) > 0);
    expect(h.exchange.stats()).toMatchObject({ claimablePositions: MANY });
  });
});
