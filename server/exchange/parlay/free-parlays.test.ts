import { microUsd } from '@contract/money.ts';
import { MAX_FREE_PARLAY_PAYOUT, parlayPayout } from '@contract/pricing.ts';
import { memoText } from '@contract/transactions/terms.ts';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { marketIdHash } from '../core/markets.ts';
import { derive } from '../ledger/derive.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { STABLECOIN } from '../ledger/mints.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { decoded, type Harness } from '../testing/exchange.ts';
import { LEGS, openParlays, type ParlayUniverse } from './testing/parlays.ts';

let database: Database;
let h: Harness<ParlayUniverse>;
let wallet: PlatformSigner;
beforeAll(async () => {
  database = await freshDatabase();
  h = await openParlays(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  h.universe.books.clear();
  h.universe.results.clear();
  wallet = await h.wallet();
});

const FULL_SOL = 10_000_000_000n;
const ENTRY = 1_000_000n;
const FEE = 5_000n;
const request = (...parlays: string[][]) => ({
  ownerPubkey: wallet.address,
  parlays: parlays.map((legMarketIds) => ({ legMarketIds })),
});
type Request = ReturnType<typeof request>;
const prepare = async (body: Request) => (await h.services.prepareFreeParlays({ body })).paymentTransaction;
const submit = (body: Request, signedTransaction: string) =>
  h.services.submitFreeParlays({ body: { ...body, signedTransaction } });
const place = async (body: Request) => submit(body, h.sign(await prepare(body), wallet));
const lamports = () => h.exchange.ledger.lamports(wallet.address);
const slips = async () => (await h.services.listSlips({ query: { walletAddress: wallet.address } })).slips;

it('asks for one transfer a parlay and a memo, and signs nothing itself', async () => {
  const tx = decoded(await prepare(request(LEGS, LEGS)));
  expect(tx.message.header.numRequiredSignatures).toBe(1);
  expect(tx.message.compiledInstructions).toHaveLength(5);
});

it('binds owner, parlays, recipient and fee in the memo', async () => {
  const body = request(LEGS, [...LEGS].reverse());
  const memo = Buffer.from(decoded(await prepare(body)).message.compiledInstructions.at(-1)?.data ?? []);
  const [, nonce = ''] = /^evenline:free-parlays:(\d+):/.exec(memo.toString()) ?? [];
  const terms = {
    intent: 'free-parlays',
    owner: wallet.address,
    nonce: BigInt(nonce),
    parlays: body.parlays.map(({ legMarketIds }) => legMarketIds),
    fee: ENTRY,
    recipient: h.exchange.chain.fees,
  } as const;
  expect(memo.toString()).toBe(memoText(terms, derive));
  for (const other of [
    { ...terms, fee: ENTRY + 1n },
    { ...terms, parlays: [LEGS] },
  ]) {
    expect(memoText(other, derive)).not.toBe(memo.toString());
  }
});

it('places a batch, one bad item costing nothing and spoiling nobody', async () => {
  const body = request(LEGS, ['P0', 'P0', 'P1', 'P2', 'P3'], ['P3', 'P4', 'P5', 'P6', 'P7']);
  const { txSignature, parlays } = await place(body);
  expect(parlays).toMatchObject([
    { status: 'ok', ownerPubkey: wallet.address, legMarketIds: LEGS },
    { status: 'error', code: 'DUPLICATE_LEG' },
    { status: 'ok' },
  ]);
  expect(txSignature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
  expect(lamports()).toBe(FULL_SOL - 2n * ENTRY - FEE);
  expect(await slips()).toMatchObject([
    { mode: 'free', stakeUsd: '0', positionPubkey: null },
    { mode: 'free', claimable: false },
  ]);
});

it('answers ten of markets that nobody knows, by their hashed ids, and returns what they cost', async () => {
  const ofNothing = (nth: number) => LEGS.map((leg) => marketIdHash(`NOTHING-${nth}-${leg}`));
  const body = request(...Array.from({ length: 10 }, (_, nth) => ofNothing(nth)));
  const transaction = h.sign(await prepare(body), wallet);
  const load = vi.spyOn(h.exchange.rpc.memory, 'load');
  const { parlays } = await submit(body, transaction);
  // All at once, and not one after the other.
  expect(load.mock.calls.map(([{ kind, keys }]) => [kind, keys.length])).toEqual([['markets', 50]]);
  load.mockRestore();
  expect(parlays).toMatchObject(parlays.map(() => ({ status: 'error', code: 'UNKNOWN_MARKET' })));
  expect(parlays).toHaveLength(10);
  expect(lamports()).toBe(FULL_SOL - FEE);
});

it('answers a replay the same, at once, later, and after a restart', async () => {
  const body = request(LEGS, ['P0', 'P1', 'P2', 'P8', 'P9']);
  const transaction = h.sign(await prepare(body), wallet);
  const [first, second] = await Promise.all([submit(body, transaction), submit(body, transaction)]);
  expect(second).toEqual(first);
  await h.start();
  expect(await submit(body, transaction)).toEqual(first);
  expect(await slips()).toHaveLength(1);
  expect(lamports()).toBe(FULL_SOL - ENTRY - FEE);
});

it('refuses a payment that was made for another request, unsigned or expired', async () => {
  const body = request(LEGS);
  const payment = await prepare(body);
  const transaction = h.sign(payment, wallet);
  const other = await h.wallet();
  for (const wrong of [
    request(LEGS, LEGS),
    request([...LEGS].reverse()),
    { ...body, ownerPubkey: other.address },
  ]) {
    await expect(submit(wrong, transaction)).rejects.toMatchObject({
      kind: 'invalid',
      param: 'signedTransaction',
    });
  }
  await expect(submit(body, payment)).rejects.toMatchObject({ kind: 'invalid' });
  await expect(submit(body, 'AAAA')).rejects.toMatchObject({ kind: 'invalid' });
  h.pass(61);
  await expect(submit(body, transaction)).rejects.toMatchObject({ kind: 'invalid' });
  expect(lamports()).toBe(FULL_SOL);
  expect(await slips()).toEqual([]);
});

it('takes no payment once trading is halted', async () => {
  const body = request(LEGS);
  const transaction = h.sign(await prepare(body), wallet);
  await h.exchange.control.setTrading(false);
  const answer = submit(body, transaction);
  await expect(answer).rejects.toMatchObject({
    kind: 'invalid',
    message: 'Trading is halted. Nothing moved.',
  });
  await h.exchange.control.setTrading(true);
  expect(lamports()).toBe(FULL_SOL);
  expect(await slips()).toEqual([]);
});

it('needs lamports for every entry', async () => {
  const body = { ...request(LEGS), ownerPubkey: createTestWallet().address };
  await expect(prepare(body)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
});

it('lets a wallet place ten a day', async () => {
  await place(request(...Array<string[]>(8).fill(LEGS)));
  const { parlays } = await place(request(LEGS, LEGS, LEGS));
  expect(parlays).toMatchObject([
    { status: 'ok' },
    { status: 'ok' },
    { status: 'error', code: 'QUOTA_EXCEEDED' },
  ]);
  expect(lamports()).toBe(FULL_SOL - 10n * ENTRY - 2n * FEE);
  await expect(prepare(request(LEGS))).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  h.pass(86_400);
  expect((await place(request(LEGS))).parlays).toMatchObject([{ status: 'ok' }]);
});

it('pays a free winner by itself, at most 100 USD', async () => {
  const before = h.usdc(wallet, STABLECOIN.address);
  await place(request(LEGS));
  for (const leg of LEGS) h.universe.setPrice(leg, 0.2);
  await place(request(LEGS));
  for (const leg of LEGS) h.universe.resolve(leg, 'yes');
  h.pass(2);
  await h.exchange.tick();
  const first = parlayPayout(
    microUsd(1_000_000n),
    LEGS.map(() => microUsd(600_000n)),
  );
  expect(h.usdc(wallet, STABLECOIN.address)).toBe(before + first + MAX_FREE_PARLAY_PAYOUT);
  expect(await slips()).toMatchObject([{ isClaimed: true }, { isClaimed: true }]);
  expect((await h.exchange.audit()).ok).toBe(true);
});
