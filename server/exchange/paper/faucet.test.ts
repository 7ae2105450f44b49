import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { Harness } from '../testing/exchange.ts';

const HOUR = 3_600;
const SOL = 1_000_000_000n;

let database: Database;
let h: Harness;
beforeEach(async () => {
  database = await freshDatabase();
  h = await Harness.open(database);
});
afterEach(async () => {
  await h.exchange.close();
  await database.close();
});

it('gives a wallet once an hour, also after the exchange was opened anew', async () => {
  const { address } = createTestWallet();
  const lamports = () => h.look((ledger) => ledger.lamports(address));
  await h.exchange.faucet(address);
  for (const waited of [0, HOUR - 1]) {
    h.pass(waited);
    await h.start();
    await expect(h.exchange.faucet(address)).rejects.toMatchObject({
      kind: 'rate-limited',
      retryAfter: HOUR - waited,
    });
  }
  expect(await lamports()).toBe(10n * SOL);
  h.pass(1);
  await h.exchange.faucet(address);
  expect(await lamports()).toBe(20n * SOL);
  expect(await h.exchange.audit()).toMatchObject({ ok: true });
});

it('drops no more than 10 SOL at a time, and nothing that is not at least a lamport', async () => {
  const { address } = createTestWallet();
  const { airdrop } = h.exchange.rpc;
  const before = h.exchange.stats().commits;
  for (const lamports of [-1n, 0n, 10n * SOL + 1n]) {
    expect(await airdrop(address, lamports)).toEqual({
      ok: false,
      error: 'An airdrop is 1 to 10000000000 lamports',
    });
  }
  expect(h.exchange.stats().commits).toBe(before);
  const given = () => h.look((ledger) => ledger.lamports(address));
  expect(await given()).toBe(0n);
  expect(await airdrop(address, 10n * SOL)).toMatchObject({ ok: true });
  expect(await given()).toBe(10n * SOL);
});

it('gives on when the sponsor has given nearly all away, which the exchange refills before it gives', async () => {
  const { sponsor } = h.exchange.chain;
  const left = () => h.look((ledger) => ledger.lamports(sponsor));
  await h.look((ledger) => {
    const account = ledger.account(sponsor);
    if (account) ledger.put({ ...account, lamports: 5n * SOL });
  });
  const { address } = createTestWallet();
  await h.exchange.faucet(address);
  const full = await left();
  expect(full).toBeGreaterThan(999_989n * SOL);
  expect(await h.exchange.rpc.airdrop(address, 10n * SOL)).toMatchObject({ ok: true });
  expect(await left()).toBeLessThan(full - 10n * SOL);
  const after = await left();
  await h.start();
  expect(await left()).toBe(after);
});

it('takes the refill back with a gift that was refused', async () => {
  const { sponsor } = h.exchange.chain;
  await h.look((ledger) => {
    const account = ledger.account(sponsor);
    if (account) ledger.put({ ...account, lamports: 5n * SOL });
  });
  const { address } = createTestWallet();
  await h.look((ledger) => ledger.lamports(address));
  // Less than an account has to hold.
  expect(await h.exchange.rpc.airdrop(address, 1n)).toMatchObject({ ok: false });
  expect(await h.look((ledger) => ledger.lamports(sponsor))).toBe(5n * SOL);
});
