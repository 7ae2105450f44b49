import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { Harness, USDC_MINT } from '../testing/exchange.ts';

const FORGET_SECONDS = 300;

let database: Database;
let h: Harness;
beforeEach(async () => {
  database = await freshDatabase();
  h = await Harness.open(database, { forgetSeconds: FORGET_SECONDS });
});
afterEach(async () => {
  await h.exchange.close();
  await database.close();
});

/** Long enough for the keeper to let go of what nobody names meanwhile. */
const pause = (): Promise<void> => h.idle(FORGET_SECONDS + 1);
const inMemory = (address: string) => h.exchange.ledger.isInMemory(address);

describe('accounts that nobody names', () => {
  it('leave memory, and come back with all they hold when they are named', async () => {
    const wallet = await h.wallet();
    await h.buy(wallet);
    const held = await h.look((ledger) => ledger.tokenAccountsOf(wallet.address));
    const lamports = h.exchange.ledger.lamports(wallet.address);
    await pause();
    expect(inMemory(wallet.address)).toBe(false);
    expect(held.map(({ pubkey }) => inMemory(pubkey))).toEqual([false, false]);
    expect(() => h.exchange.ledger.account(wallet.address)).toThrow('Not in memory');
    expect(() => h.exchange.ledger.tokenBalance(wallet.address, held[0]?.mint ?? '')).toThrow(
      'Not in memory',
    );

    expect(await h.look((ledger) => ledger.lamports(wallet.address))).toBe(lamports);
    expect(h.exchange.ledger.tokenAccountsOf(wallet.address)).toEqual(held);
    expect(await h.exchange.audit()).toMatchObject({ ok: true });
  });

  it('are not asked for where an order has just made them up', async () => {
    const wallet = await h.wallet();
    await h.buy(wallet);
    const reads = vi.spyOn(database.db, 'select');
    await h.buy(wallet);
    expect(reads).not.toHaveBeenCalled();
    await pause();
    await h.look((ledger) => ledger.lamports(wallet.address));
    expect(reads).toHaveBeenCalled();
  });

  it('are found by who pays them: the keeper, and a sale long after', async () => {
    const wallet = await h.wallet();
    const before = h.usdc(wallet);
    const order = await h.buy(wallet);
    await pause();
    expect(inMemory(wallet.address)).toBe(false);
    const { contractsMicro } = await h.position(order?.positionPubkey ?? '');
    await h.sell(wallet, order?.positionPubkey ?? '', BigInt(contractsMicro) / 2n);
    await pause();

    await h.exchange.control.resolve('MK-A', 'yes');
    await pause();
    h.pass(90_000);
    await h.exchange.tick();
    const { claimed, claimedUsd } = await h.position(order?.positionPubkey ?? '');
    expect(claimed).toBe(true);
    const history = await h.history(wallet);
    const moved = history.reduce(
      (sum, { eventType, netProceedsUsd, isBuy, totalCostUsd, feeUsd }) =>
        eventType !== 'order_filled'
          ? sum
          : isBuy
            ? sum - BigInt(totalCostUsd) - BigInt(feeUsd ?? 0)
            : sum + BigInt(netProceedsUsd),
      BigInt(claimedUsd),
    );
    expect(await h.look((ledger) => ledger.tokenBalance(wallet.address, USDC_MINT))).toBe(before + moved);
    expect(await h.exchange.audit()).toMatchObject({ ok: true });
  });

  it('stay while they are named, and the exchange’s own always', async () => {
    const [busy, idle] = [await h.wallet(), await h.wallet()];
    for (let turn = 0; turn < 4; turn++) {
      h.pass(FORGET_SECONDS + 1);
      await h.look((ledger) => ledger.lamports(busy.address));
      await h.exchange.tick();
    }
    expect([inMemory(busy.address), inMemory(idle.address)]).toEqual([true, false]);
    const { chain } = h.exchange;
    expect([chain.sponsor, chain.vault, chain.authority].map(inMemory)).toEqual([true, true, true]);
  });

  it('are not loaded by a start', async () => {
    const wallet = await h.wallet();
    const second = await Harness.open(database);
    expect(second.exchange.ledger.isInMemory(wallet.address)).toBe(false);
    expect(await second.look((ledger) => ledger.lamports(wallet.address))).toBe(10_000_000_000n);
    await second.exchange.close();
  });

  it('that never were are known to be absent once they were asked for', async () => {
    const stranger = createTestWallet().address;
    expect(() => h.exchange.ledger.lamports(stranger)).toThrow('Not in memory');
    expect(await h.look((ledger) => ledger.lamports(stranger))).toBe(0n);
    expect(h.exchange.ledger.lamports(stranger)).toBe(0n);
  });
});
