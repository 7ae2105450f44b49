import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import { associatedTokenAddress } from '../ledger/addresses.ts';
import { USDC } from '../ledger/mints.ts';
import { createRpc } from '../rpc/rpc.ts';
import { deepBook, Harness } from '../testing/exchange.ts';
import type { CommitStore } from './commit.store.ts';

type Commit = CommitStore['commit'];

let database: Database;
let h: Harness;
/** What stands in for the next commits; the real one when undefined. */
let instead: ((real: Commit, ...args: Parameters<Commit>) => Promise<void>) | undefined;
let deaf = 0;

function wrapStore(store: ExchangeStore): ExchangeStore {
  const { commits } = store;
  return {
    ...store,
    commits: {
      ...commits,
      commit: (...args) => (instead ? instead(commits.commit, ...args) : commits.commit(...args)),
      landed: (batch) => {
        if (deaf === 0) return commits.landed(batch);
        deaf -= 1;
        return Promise.reject(new Error('no connection'));
      },
    },
  };
}

beforeEach(async () => {
  instead = undefined;
  deaf = 0;
  database = await freshDatabase();
  h = await Harness.open(database, { wrapStore });
});
afterEach(() => database.close());

describe('a commit that fails', () => {
  it('takes everything back, on the ledger too, and lets the same transaction try again', async () => {
    const wallet = await h.wallet();
    const built = await h.buildBuy(wallet);
    const transaction = h.sign(built.transaction, wallet);
    const lamports = h.exchange.ledger.lamports(wallet.address);
    instead = () => Promise.reject(new Error('disk full'));
    await expect(h.execute(transaction)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(h.usdc(wallet)).toBe(10_000_000_000n);
    expect(h.exchange.ledger.lamports(wallet.address)).toBe(lamports);
    expect(h.exchange.recentTrades(10)).toEqual([]);
    expect(h.exchange.stats()).toMatchObject({ openPositions: 0, pendingOrders: 0 });
    expect(h.universe.book('MK-A'), 'nobody has bought').toEqual(deepBook());
    await expect(h.position(built.order.positionPubkey)).rejects.toMatchObject({ kind: 'not-found' });
    expect(await h.exchange.audit()).toMatchObject({ ok: true });

    instead = undefined;
    expect((await h.execute(transaction)).status).toBe('Success');
    expect(await h.history(wallet)).toHaveLength(4);
    await h.start();
    expect(await h.exchange.audit()).toMatchObject({ ok: true });
    expect((await h.execute(transaction)).status).toBe('Success');
  });

  it('has shown nothing of itself to who asks the node for accounts meanwhile', async () => {
    const wallet = await h.wallet();
    const transaction = h.sign((await h.buildBuy(wallet)).transaction, wallet);
    const usdc = associatedTokenAddress(wallet.address, USDC.address);
    const node = createRpc(h.exchange.rpc);
    const ask = async (method: string, ...params: unknown[]) =>
      (await node({ jsonrpc: '2.0', id: 1, method, params })) as { result: { value: unknown } };
    const looks = () =>
      Promise.all([
        ask('getBalance', wallet.address),
        ask('getAccountInfo', usdc, { encoding: 'base64' }),
        ask('getMultipleAccounts', [wallet.address, usdc], { encoding: 'base64' }),
        ask('getTokenAccountBalance', usdc),
        ask('getTokenAccountsByOwner', wallet.address, { mint: USDC.address }, { encoding: 'base64' }),
        ask('simulateTransaction', transaction, {
          encoding: 'base64',
          accounts: { addresses: [usdc] },
        }),
      ]).then((answers) => answers.map(({ result }) => result.value));
    const before = await looks();

    let during: Promise<unknown[]> | undefined;
    let inMemory: bigint | null = null;
    instead = async () => {
      inMemory = h.exchange.ledger.tokenBalance(wallet.address, USDC.address);
      during = looks();
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      throw new Error('disk full');
    };
    await expect(h.execute(transaction)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(inMemory, 'the deposit had moved').toBeLessThan(10_000_000_000n);
    expect(await during).toEqual(before);
  });

  it('has shown nobody a vault whose key was not stored, nor what the exchange had not taken', async () => {
    const wallet = await h.wallet();
    const transaction = h.sign((await h.buildBuy(wallet)).transaction, wallet);
    const { services } = h.exchange;
    const taken = async () => (await services.getVaultInfo({})).vaultBalance;
    const before = await taken();
    let during: Promise<unknown[]> | undefined;
    instead = async () => {
      during = Promise.allSettled([services.getVault({ caller: wallet.address }), taken()]);
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      throw new Error('disk full');
    };
    const unsaved = { kind: 'unavailable' };
    const asked = [services.registerVault({ caller: wallet.address }), h.execute(transaction)];
    for (const one of await Promise.allSettled(asked)) expect(one).toMatchObject({ reason: unsaved });
    expect(await during).toMatchObject([
      { status: 'rejected', reason: { kind: 'not-found' } },
      { status: 'fulfilled', value: before },
    ]);
    instead = undefined;
    const { vaultPubkey } = await services.registerVault({ caller: wallet.address });
    expect(await services.getVault({ caller: wallet.address })).toMatchObject({ vaultPubkey });
  });

  it('has put nothing on the tape, nor among what is counted, before it could fail', async () => {
    const wallet = await h.wallet();
    const position = (await h.buy(wallet)).positionPubkey ?? '';
    const ownerPubkey = wallet.address;
    const { transaction } = await h.services.closePosition({
      params: { positionPubkey: position },
      body: { ownerPubkey },
    });
    const shown = () => {
      const { pendingOrders, openPositions, claimablePositions } = h.exchange.stats();
      const trades = h.exchange.recentTrades(10).map(({ action }) => action);
      return { trades, pendingOrders, openPositions, claimablePositions };
    };
    const before = shown();
    expect(before).toEqual({ trades: ['buy'], pendingOrders: 0, openPositions: 1, claimablePositions: 0 });
    let during: unknown;
    instead = () => {
      during = shown();
      return Promise.reject(new Error('disk full'));
    };
    const sale = h.sign(transaction, wallet);
    await expect(h.execute(sale)).rejects.toMatchObject({ kind: 'unavailable' });
    expect([during, shown()]).toEqual([before, before]);
    instead = undefined;
    expect(await h.execute(sale)).toMatchObject({ status: 'Success' });
    expect(shown()).toEqual({ ...before, trades: ['sell', 'buy'], openPositions: 0 });
  });

  it('leaves to the next one the blockhashes that it was to store', async () => {
    // Another slot than that of the start, whose blockhash is stored.
    h.pass(1);
    const { blockhash } = h.exchange.ledger.latestBlockhash();
    instead = () => Promise.reject(new Error('disk full'));
    await expect(h.exchange.control.setTrading(true)).rejects.toMatchObject({ kind: 'unavailable' });
    instead = undefined;
    await h.exchange.control.setTrading(true);
    await h.start();
    expect(h.exchange.ledger.isBlockhashValid(blockhash), 'somebody may have signed with it').toBe(true);
  });

  it('takes back what the test control had set', async () => {
    const { control, tokens, clock } = h.exchange;
    const [{ id: mint } = { id: '' }] = tokens.recent(clock.now() - 60, 1);
    const own = tokens.prices.priceAt(mint, clock.now());
    instead = () => Promise.reject(new Error('disk full'));
    await expect(control.setPrice('MK-A', 0.9)).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(control.resolve('MK-A', 'yes')).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(control.setUsd(mint, '123')).rejects.toMatchObject({ kind: 'unavailable' });
    const now = clock.now();
    await expect(control.advance(600)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(clock.now()).toBe(now);
    expect(h.universe.book('MK-A')).toEqual(deepBook());
    expect(h.universe.state('MK-A', clock.now()).status).toBe('open');
    expect(tokens.prices.priceAt(mint, clock.now())).toBe(own);

    instead = undefined;
    expect(await control.advance(600)).toBe(now + 600);
    await h.start();
    expect(h.exchange.clock.now()).toBe(now + 600);
  });

  it('counts as done when it landed although its answer was lost', async () => {
    const wallet = await h.wallet();
    const transaction = h.sign((await h.buildBuy(wallet)).transaction, wallet);
    instead = async (real, ...args) => {
      await real(...args);
      throw new Error('connection reset');
    };
    expect((await h.execute(transaction)).status).toBe('Success');
    instead = undefined;
    await h.buy(wallet);
    expect(await h.history(wallet)).toHaveLength(8);
  });

  it('waits for a database that does not say', async () => {
    const wallet = await h.wallet();
    const transaction = h.sign((await h.buildBuy(wallet)).transaction, wallet);
    instead = () => Promise.reject(new Error('connection reset'));
    deaf = 1;
    await expect(h.execute(transaction)).rejects.toMatchObject({ kind: 'unavailable' });
    instead = undefined;
    expect(await h.exchange.notReady()).toBe('the database cannot be written');
    expect((await h.execute(transaction)).status).toBe('Success');
    expect(await h.exchange.notReady()).toBeUndefined();
  });

  it('makes the exchange not ready until one goes through, for which nobody has to come', async () => {
    const wallet = await h.wallet();
    instead = () => Promise.reject(new Error('disk full'));
    for (let round = 0; round < 3; round++) {
      await expect(h.buildBuy(wallet)).rejects.toMatchObject({ kind: 'unavailable' });
      expect(await h.exchange.notReady()).toBe('the database cannot be written');
    }
    // Longer than it takes to find out: it stays as it is while nothing can be written.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await h.exchange.notReady()).toBe('the database cannot be written');
    const told = h.log.map(({ level, message }) => [level, message]);
    expect(told).toEqual([['error', 'the database cannot be written']]);
    expect(JSON.stringify(h.log)).toContain('disk full');
    instead = undefined;
    await expect.poll(() => h.exchange.notReady(), { timeout: 10_000 }).toBeUndefined();
    expect(h.log.slice(1)).toEqual([{ level: 'info', message: 'the database can be written again' }]);
    await h.buy(wallet);
    expect(await h.exchange.audit()).toMatchObject({ ok: true });
  });
});

describe('the writer', () => {
  it('stops when another process has written to the database', async () => {
    const wallet = await h.wallet();
    const mine = h.exchange;
    await h.start();
    await h.buy(wallet);
    await expect(mine.faucet(wallet.address)).rejects.toMatchObject({ kind: 'rate-limited' });
    await expect(mine.control.setTrading(false)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(h.fatal.map(({ name }) => name)).toEqual(['FencedError']);
    await expect(mine.control.setTrading(false)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await mine.notReady()).toBe('the database cannot be written');
  });

  it('shares one database transaction among what waits', async () => {
    const wallets = await Promise.all(Array.from({ length: 10 }, () => h.wallet()));
    const before = h.exchange.stats().commits;
    await Promise.all(wallets.map((wallet) => h.buildBuy(wallet)));
    expect(h.exchange.stats().commits - before).toBeLessThanOrEqual(2);
  });

  it('undoes a job that fails, and no other of its batch', async () => {
    const wallet = await h.wallet();
    const outcomes = await Promise.allSettled([
      h.exchange.faucet(wallet.address),
      h.wallet(),
      h.exchange.faucet(wallet.address),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
    expect(await h.exchange.audit()).toMatchObject({ ok: true });
  });

  it('finishes what it took before it closes, and takes no more', async () => {
    const wallet = await h.wallet();
    const transaction = h.sign((await h.buildBuy(wallet)).transaction, wallet);
    const executed = h.execute(transaction);
    // The look-up of the build is in memory, so the job is queued before the close.
    await Promise.resolve();
    await h.exchange.close();
    expect((await executed).status).toBe('Success');
    await expect(h.exchange.faucet(wallet.address)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
