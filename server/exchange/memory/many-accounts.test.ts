import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { accounts } from '../../db/schema.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { PROGRAMS } from '../ledger/addresses.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { createRpc } from '../rpc/rpc.ts';
import { Harness } from '../testing/exchange.ts';
import { accountRow } from '../writer/account-row.ts';
import type { AccountRow } from '../writer/commit.store.ts';
import { createMemoryStore } from '../writer/memory.store.ts';

/* Whoever wants the accounts of many at once asks the database for all of them together. */
const MANY = 60;

let database: Database;
let h: Harness;
let reads = 0;
beforeEach(async () => {
  database = await freshDatabase();
  h = await Harness.open(database, {
    // Longer than a test takes.
    fillDelayMs: 60_000,
    wrapStore: (store) => ({
      ...store,
      memory: {
        ...store.memory,
        accountsAround: (addresses) => {
          reads += 1;
          return store.memory.accountsAround(addresses);
        },
      },
    }),
  });
});
afterEach(async () => {
  await h.exchange.close();
  await database.close();
});

it('takes back all pending orders of an owner after a start', async () => {
  const wallet = await h.wallet();
  for (let nth = 0; nth < MANY; nth++) await h.buy(wallet, { depositAmount: 6_000_000n });
  await h.start();
  reads = 0;
  const { data } = await h.services.closeAllOrders({ body: { ownerPubkey: wallet.address } });
  expect(data).toHaveLength(MANY);
  expect(reads).toBeLessThan(5);
  for (const close of data) expect((await h.send(close, wallet)).status).toBe('Success');
  expect(h.usdc(wallet)).toBe(10_000_000_000n);
  expect(await h.exchange.audit()).toMatchObject({ ok: true });
});

const lookUp = async (method: string, ...params: unknown[]) =>
  (await createRpc(
    { ...h.exchange.rpc, ledger: h.exchange.ledger },
    () => undefined,
  )({
    ...{ jsonrpc: '2.0', id: 1 },
    ...{ method, params },
  })) as { result: { value: unknown[] } };

it('tells a node’s client of as many accounts as it may name', async () => {
  const holder = (await h.wallet()).address;
  await h.start();
  const strangers = Array.from({ length: 99 }, () => createTestWallet().address);
  reads = 0;
  const { result } = await lookUp('getMultipleAccounts', [...strangers, holder]);
  expect(result.value.slice(0, 99)).toEqual(strangers.map(() => null));
  expect(result.value[99]).toMatchObject({ lamports: 10_000_000_000 });
  expect(reads).toBe(1);
});

it('tells it of a wallet’s many accounts of tokens of which none are left', async () => {
  const wallet = await h.wallet();
  const [usdc] = await h.look((ledger) => ledger.tokenAccountsOf(wallet.address));
  const [mint, token] = [usdc?.mint ?? '', usdc?.pubkey ?? ''].map((address) =>
    h.exchange.ledger.account(address),
  );
  if (!mint || !token) throw new Error('the wallet has no USDC');
  const owner = createTestWallet();
  const rows = Array.from({ length: MANY }, () => {
    const of = createTestWallet();
    const [mintData, data] = [Buffer.from(mint.data), Buffer.from(token.data)];
    // Supply, and the account's mint, owner and amount.
    mintData.fill(0, 36, 44);
    data.set(of.publicKey.toBytes(), 0);
    data.set(owner.publicKey.toBytes(), 32);
    data.fill(0, 64, 72);
    const holding = { ...token, pubkey: createTestWallet().address, data };
    return [{ ...mint, pubkey: of.address, data: mintData }, holding].map(accountRow);
  });
  await database.db.insert(accounts).values(rows.flat());
  // However many are read at a time.
  const held = await createMemoryStore(database.db, 7).accountsAround([
    owner.address,
    rows[0]?.[1]?.pubkey ?? '',
  ]);
  const told = (some: readonly (AccountRow | undefined)[]) =>
    some.map((row) => `${row?.pubkey} ${row?.holder} ${Buffer.from(row?.data ?? []).toString('hex')}`).sort();
  expect(told(held)).toEqual(told(rows.map(([, holding]) => holding)));
  reads = 0;
  const { result } = await lookUp(
    'getTokenAccountsByOwner',
    owner.address,
    { programId: PROGRAMS.token },
    { encoding: 'jsonParsed' },
  );
  expect(result.value).toHaveLength(MANY);
  for (const held of result.value) {
    const tokenAmount = { uiAmountString: '0', decimals: 6 };
    expect(held).toMatchObject({ account: { data: { parsed: { info: { tokenAmount } } } } });
  }
  expect(reads).toBe(2);
});
