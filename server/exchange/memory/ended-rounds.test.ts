import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { accounts } from '../../db/schema.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { associatedTokenAddress, PROGRAMS } from '../ledger/addresses.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { openRounds, outcomesOf, ROUND } from '../rounds/testing/rounds.ts';
import { createRpc } from '../rpc/rpc.ts';
import { roundMarketId } from '../simulation/rounds-d/round-id.ts';
import { type Harness, USDC_MINT } from '../testing/exchange.ts';

/* A trader of rounds has one more account of tokens with each of them, and nothing is left in it afterwards. */
const FORGET_SECONDS = 100;
const SECONDS = 900;

let database: Database;
let h: Harness;
let wallet: PlatformSigner;
/** Accounts that looks have brought to memory. */
let brought = 0;
beforeEach(async () => {
  brought = 0;
  meanwhile = undefined;
  database = await freshDatabase();
  ({ h } = await openRounds(database, {
    forgetSeconds: FORGET_SECONDS,
    wrapStore: (store) => ({
      ...store,
      memory: {
        ...store.memory,
        accountsAround: async (addresses) => {
          const rows = await store.memory.accountsAround(addresses);
          brought += rows.length;
          return rows;
        },
      },
    }),
  }));
  // What passes from here on ends with the result of a round.
  h.pass(20);
  wallet = await h.wallet();
});
afterEach(async () => {
  expect(await h.exchange.audit()).toMatchObject({ ok: true });
  expect(h.log).toEqual([]);
  await h.exchange.close();
  await database.close();
});

const up = (nth: number): string => roundMarketId(ROUND + nth * SECONDS, 'up');
const mintOf = (nth: number): string => outcomesOf(h, up(nth)).mint;
const accountOf = (nth: number): string =>
  associatedTokenAddress(wallet.address, mintOf(nth), PROGRAMS.token2022);
const tokens = (nth: number) => h.look((ledger) => ledger.tokenBalance(wallet.address, mintOf(nth)));
const dollars = () => h.look((ledger) => ledger.tokenBalance(wallet.address, USDC_MINT)) as Promise<bigint>;
const buy = (nth: number) => h.buy(wallet, { marketId: up(nth), depositAmount: 10_000_000n });
const inMemory = (addresses: readonly string[]) => addresses.filter(h.exchange.ledger.isInMemory).length;
const stored = async () =>
  (await database.db.select({ pubkey: accounts.pubkey }).from(accounts)).map(({ pubkey }) => pubkey);

/** Lets a round pass and be settled, in so many steps that the keeper lets go of what nobody names meanwhile. */
async function pass(): Promise<void> {
  for (let step = 0; step < SECONDS / FORGET_SECONDS; step++) await h.idle(FORGET_SECONDS / 3);
  // The keeper does all that is due, also where it has to wait for who holds the token.
  await h.exchange.control.setTrading(true);
}
/** Buys of so many rounds, one after another, and sees each of them end. */
async function trade(first: number, many: number): Promise<void> {
  for (let nth = first; nth < first + many; nth++) {
    await buy(nth);
    await pass();
  }
}

/** What there is to do while a list is being made. */
let meanwhile: (() => Promise<unknown>) | undefined;
async function ask(method: string, ...params: unknown[]) {
  const { rpc } = h.exchange;
  const at: typeof rpc.accounts.at = async (addresses) => {
    const rows = await rpc.accounts.at(addresses);
    await meanwhile?.();
    return rows;
  };
  const { result } = (await createRpc({ ...rpc, accounts: { ...rpc.accounts, at } }, (cause) => {
    throw cause;
  })({ jsonrpc: '2.0', id: 1, method, params })) as { result: { value: unknown } };
  return result.value;
}
type Listed = {
  pubkey: string;
  account: { data: { parsed: { info: { mint: string; tokenAmount: { amount: string } } } } };
}[];
const list = async (filter: { mint: string } | { programId: string }) =>
  (await ask('getTokenAccountsByOwner', wallet.address, filter, { encoding: 'jsonParsed' })) as Listed;

it('holds and brings in as much of a trader after many rounds as after one', async () => {
  await trade(0, 2);
  const before = inMemory(await stored());
  brought = 0;
  await trade(2, 1);
  const once = brought;
  await trade(3, 3);
  expect(await stored()).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5].map(accountOf)));
  expect(inMemory(await stored())).toBe(before);
  brought = 0;
  await trade(6, 1);
  expect(brought).toBe(once);
  expect(inMemory([0, 1, 2, 3, 4].map(accountOf))).toBe(0);
});

it('brings nothing of ended rounds in with a trader after a start', async () => {
  const startAndBuy = async (nth: number): Promise<number> => {
    brought = 0;
    await h.start();
    await buy(nth);
    await pass();
    return brought;
  };
  const first = await startAndBuy(0);
  await trade(1, 2);
  expect(await startAndBuy(3)).toBe(first);
  expect(inMemory([0, 1, 2].map(accountOf))).toBe(0);
});

it('tells of them as before: each by itself, and all in the list of their holder', async () => {
  await trade(0, 3);
  await buy(3);
  const looks = () =>
    Promise.all([
      list({ programId: PROGRAMS.token2022 }),
      list({ programId: PROGRAMS.token }),
      list({ mint: mintOf(1) }),
      ask('getTokenAccountBalance', accountOf(0)),
      ask('getAccountInfo', accountOf(0), { encoding: 'base64' }),
      ask('getMultipleAccounts', [0, 1, 2, 3].map(accountOf), { encoding: 'jsonParsed' }),
    ]);
  const told = await looks();
  expect(told[0].map(({ account }) => account.data.parsed.info.mint)).toEqual(
    [0, 1, 2, 3].map(mintOf).sort(),
  );
  expect(told[0].map(({ pubkey }) => pubkey).sort()).toEqual([0, 1, 2, 3].map(accountOf).sort());
  expect(told[1]).toHaveLength(2);
  expect(told[2]).toMatchObject([
    {
      pubkey: accountOf(1),
      account: { data: { parsed: { info: { tokenAmount: { uiAmountString: '0' } } } } },
    },
  ]);
  expect(told[3]).toMatchObject({ amount: '0', decimals: 6 });
  expect(told[4]).toMatchObject({ owner: PROGRAMS.token2022, space: 170 });
  await h.start();
  expect(await looks()).toEqual(told);
  await h.idle(FORGET_SECONDS);
  expect(await looks()).toEqual(told);
});

it('lists them without bringing them in', async () => {
  await trade(0, 3);
  await h.start();
  await list({ programId: PROGRAMS.token2022 });
  expect(inMemory([0, 1, 2].flatMap((nth) => [accountOf(nth), mintOf(nth)]))).toBe(0);
});

it('does not list as spent what is bought again meanwhile, nor leave out what is sold meanwhile', async () => {
  const [first, second] = [await buy(0), await buy(1)];
  const contracts = BigInt(first?.contractsMicro ?? 0);
  await h.sell(wallet, first?.positionPubkey ?? '', contracts);
  meanwhile = async () => {
    meanwhile = undefined;
    await buy(0);
    await h.sell(wallet, second?.positionPubkey ?? '', BigInt(second?.contractsMicro ?? 0));
  };
  const listed = await list({ programId: PROGRAMS.token2022 });
  const amounts = new Map(
    listed.map(({ account: { data } }) => [data.parsed.info.mint, data.parsed.info.tokenAmount.amount]),
  );
  const bought = await tokens(0);
  expect(bought).toBeGreaterThan(0n);
  expect(amounts).toEqual(
    new Map([
      [mintOf(0), `${bought}`],
      [mintOf(1), '0'],
    ]),
  );
});

it('buys again of a round in which all was sold, and is paid for it', async () => {
  const usdc = await dollars();
  const order = await buy(1);
  await h.sell(wallet, order?.positionPubkey ?? '', BigInt(order?.contractsMicro ?? 0));
  expect(await tokens(1)).toBe(0n);
  const [row] = await database.db
    .select()
    .from(accounts)
    .where(eq(accounts.pubkey, accountOf(1)));
  expect(row).toMatchObject({ holder: wallet.address, amount: 0n, spent: true });
  await h.idle(FORGET_SECONDS);
  expect(inMemory([accountOf(1)])).toBe(0);

  const again = await buy(1);
  expect(await tokens(1)).toBe(BigInt(again?.contractsMicro ?? 0));
  await h.idle(FORGET_SECONDS);
  await h.start();
  expect(await tokens(1)).toBe(BigInt(again?.contractsMicro ?? 0));
  for (let nth = 0; nth < 2; nth++) await pass();
  expect(await tokens(1)).toBe(0n);
  expect(await h.position(again?.positionPubkey ?? '')).toMatchObject({ claimed: true });
  const { data } = await h.services.listHistoryV2({ query: { ownerPubkey: wallet.address, end: 100 } });
  const realized = data.reduce((sum, one) => sum + BigInt(one.realizedPnlUsd ?? 0), 0n);
  expect(await dollars()).toBe(usdc + realized);
});
