import { microUsd, toDecimalText } from '@contract/money.ts';
import { createParlaysBody } from '@contract/prediction/parlay.ts';
import { parlayPayout } from '@contract/pricing.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { marketIdHash } from '../core/markets.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { STABLECOIN, USDC } from '../ledger/mints.ts';
import { addSignatures, toBase64 } from '../ledger/signers.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { decoded, type Harness } from '../testing/exchange.ts';
import {
  buildParlay,
  itemOf,
  LEGS,
  openParlays,
  type ParlayUniverse,
  placeParlay,
} from './testing/parlays.ts';

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

const FULL = 10_000_000_000n;
const STAKE = 10_000_000n;
/** Every leg costs 60¢ on the deep book. */
const PAYOUT = parlayPayout(
  microUsd(STAKE),
  LEGS.map(() => microUsd(600_000n)),
);
const stable = () => h.usdc(wallet, STABLECOIN.address);
const slips = async (owner = wallet) =>
  (await h.services.listSlips({ query: { walletAddress: owner.address } })).slips;
const placedInAll = async () => {
  const { slipCount } = await h.services.parlayStats({});
  return Number(slipCount);
};
const build = async (legMarketIds: string[], mint = USDC.address, owner = wallet.address) => {
  const item = { ownerPubkey: owner, legMarketIds, mint };
  return (await h.services.createParlays({ body: { parlays: [item] } })).parlays[0];
};
const run = async (item: ReturnType<typeof itemOf>) =>
  (await h.services.executeParlays({ body: { parlays: [item] } })).parlays[0];

describe('placing a paid parlay', () => {
  it.each([
    ['USDC, swapped on the way', USDC.address],
    ['the stablecoin', STABLECOIN.address],
  ])('takes exactly the stake in %s, the sponsor paying the fee', async (_, mint) => {
    const lamports = h.exchange.ledger.lamports(wallet.address);
    const built = await placeParlay(h, wallet, LEGS, mint);
    expect(built).toMatchObject({
      stakeUsd: STAKE.toString(),
      payoutUsd: PAYOUT.toString(),
      legMarketIds: LEGS,
    });
    expect(built.parlayId).toMatch(/^PY-[0-9a-f]{29}$/);
    expect(h.usdc(wallet)).toBe(mint === USDC.address ? FULL - STAKE : FULL);
    expect(stable()).toBe(mint === USDC.address ? FULL : FULL - STAKE);
    expect(h.exchange.ledger.lamports(wallet.address)).toBe(lamports);
    expect(await slips()).toEqual([
      {
        parlayId: built.parlayId,
        positionPubkey: built.positionPubkey,
        legs: LEGS.map((marketId, index) => ({ marketId, eventId: `PE${index}` })),
        mode: 'paid',
        stakeUsd: '10',
        payoutUsd: expect.any(String),
        placedAt: expect.any(Number),
        claimable: false,
        isClaimed: false,
        executionStatus: 'success',
      },
    ]);
    expect((await h.exchange.audit()).ok).toBe(true);
  });

  it('lets a named payer carry the fee', async () => {
    const payer = await h.wallet();
    const item = {
      ownerPubkey: wallet.address,
      payerPubkey: payer.address,
      legMarketIds: LEGS,
      mint: USDC.address,
    };
    const [built] = (await h.services.createParlays({ body: { parlays: [item] } })).parlays;
    if (built?.status !== 'ok') throw new Error('not built');
    expect(await run(itemOf(built, wallet))).toMatchObject({ status: 'error', code: 'EXECUTION_FAILED' });
    expect(await run(itemOf(built, wallet, payer))).toMatchObject({ status: 'ok' });
    expect(h.exchange.ledger.lamports(payer.address)).toBe(10_000_000_000n - 20_000n);
  });

  it('knows markets by their hashed id', async () => {
    const built = await buildParlay(h, wallet, [marketIdHash('P0'), ...LEGS.slice(1)]);
    expect(built.legMarketIds).toEqual(LEGS);
  });

  it.each([
    ['DUPLICATE_LEG', ['P0', 'P0', 'P1', 'P2', 'P3']],
    ['DUPLICATE_LEG', ['P0', marketIdHash('P0'), 'P1', 'P2', 'P3']],
    ['UNKNOWN_MARKET', ['P0', 'P1', 'P2', 'P3', 'NOPE']],
    ['SAME_EVENT', ['P0', 'P1', 'P2', 'P8', 'P9']],
  ])('answers %s for one item and builds its neighbour', async (code, legMarketIds) => {
    const item = (legs: string[]) => ({
      ownerPubkey: wallet.address,
      legMarketIds: legs,
      mint: USDC.address,
    });
    const body = { parlays: [item(legMarketIds), item(LEGS)] };
    const { parlays } = await h.services.createParlays({ body });
    expect(parlays).toMatchObject([{ status: 'error', code }, { status: 'ok' }]);
  });

  it('brings in what all items name at once, before any is built', async () => {
    const item = (legMarketIds: string[], owner = wallet.address) => ({
      ...{ ownerPubkey: owner, legMarketIds, mint: USDC.address },
    });
    const ofNothing = (nth: number) => LEGS.map((leg) => marketIdHash(`NOTHING-${nth}-${leg}`));
    const load = vi.spyOn(h.exchange.rpc.memory, 'load');
    const jobs = h.exchange.stats().committedJobs;
    const parlays = Array.from({ length: 5 }, (_, nth) => [item(LEGS), item(ofNothing(nth))]).flat();
    const answer = await h.services.createParlays({ body: { parlays } });
    const statuses = Array.from({ length: 5 }, () => [{ status: 'ok' }, { code: 'UNKNOWN_MARKET' }]).flat();
    expect(answer.parlays).toMatchObject(statuses);
    expect(load.mock.calls.map(([{ kind, keys }]) => [kind, keys.length])).toEqual([['markets', 25]]);
    expect(h.exchange.stats().committedJobs - jobs).toBe(5);

    load.mockClear();
    const strangers = Array.from({ length: 10 }, (_, nth) =>
      item(ofNothing(10 + nth), createTestWallet().address),
    );
    const refused = await h.services.createParlays({ body: { parlays: strangers } });
    expect(refused.parlays).toMatchObject(strangers.map(() => ({ code: 'UNKNOWN_MARKET' })));
    expect(load.mock.calls.map(([{ kind, keys }]) => [kind, keys.length])).toEqual([
      ['markets', 50],
      ['accounts', 10],
    ]);
    load.mockRestore();
  });

  it('answers LEG_NOT_OPEN for a closed leg, and for one that nobody sells', async () => {
    h.universe.results.set('P3', 'closed');
    expect(await build(LEGS)).toMatchObject({ status: 'error', code: 'LEG_NOT_OPEN' });
    h.universe.results.clear();
    h.universe.books.set('P3', { yes: [], no: [] });
    expect(await build(LEGS)).toMatchObject({ status: 'error', code: 'LEG_NOT_OPEN' });
  });

  it('answers what is wrong with wallet, mint and trading', async () => {
    await expect(build(LEGS, createTestWallet().address)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'INVALID_PARAM',
      param: 'parlays.0.mint',
    });
    expect(await build(LEGS, USDC.address, createTestWallet().address)).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    });
    expect(await build(LEGS, USDC.address, h.exchange.chain.sponsor)).toMatchObject({
      code: 'INVALID_PARAM',
    });
    await h.exchange.control.setTrading(false);
    expect(await build(LEGS)).toMatchObject({ code: 'TRADING_HALTED' });
    await h.exchange.control.setTrading(true);
  });

  it('takes one to ten items of five legs and no other key', () => {
    const item = { ownerPubkey: wallet.address, legMarketIds: LEGS, mint: USDC.address };
    const ok = (parlays: unknown) => createParlaysBody.safeParse({ parlays }).success;
    expect(ok([item])).toBe(true);
    expect(ok(Array(10).fill(item))).toBe(true);
    expect(ok([])).toBe(false);
    expect(ok(Array(11).fill(item))).toBe(false);
    expect(ok([{ ...item, legMarketIds: LEGS.slice(1) }])).toBe(false);
    expect(ok([{ ...item, legMarketIds: [...LEGS, 'P5'] }])).toBe(false);
    expect(ok([{ ...item, stakeUsd: '20000000' }])).toBe(false);
  });
});

describe('executing a parlay', () => {
  it('gives the same answer and one effect however often it comes', async () => {
    const built = await buildParlay(h, wallet);
    const item = itemOf(built, wallet);
    const { parlays } = await h.services.executeParlays({ body: { parlays: Array(5).fill(item) } });
    expect(parlays[0]).toMatchObject({ status: 'ok', parlayId: built.parlayId });
    for (const answer of [...parlays, await run(item)]) expect(answer).toEqual(parlays[0]);
    expect(h.usdc(wallet)).toBe(FULL - STAKE);
    expect(await slips()).toHaveLength(1);
  });

  it('refuses each field that names something else, and runs the neighbour', async () => {
    const before = await placedInAll();
    const item = itemOf(await buildParlay(h, wallet), wallet);
    const other = (await h.wallet()).address;
    const wrong = [
      { ...item, parlayId: 'PY-0' },
      { ...item, nonce: item.nonce + 1 },
      { ...item, ownerPubkey: other },
      { ...item, positionPubkey: other },
      { ...item, legMarketIds: [...item.legMarketIds].reverse() },
    ];
    const { parlays } = await h.services.executeParlays({ body: { parlays: [...wrong, item] } });
    for (const answer of parlays.slice(0, 5)) {
      expect(answer).toMatchObject({ status: 'error', code: 'PARLAY_MISMATCH' });
    }
    expect(parlays[5]).toMatchObject({ status: 'ok' });
    expect(await placedInAll()).toBe(before + 1);
  });

  it('refuses tampered, unsigned, foreign, expired and broken transactions', async () => {
    const built = await buildParlay(h, wallet);
    const item = itemOf(built, wallet);
    const tampered = decoded(built.transaction);
    const move = tampered.message.compiledInstructions[2];
    if (move) move.data[1] = (move.data[1] ?? 0) ^ 1;
    for (const signature of tampered.signatures) signature.fill(0);
    const order = await h.buildBuy(wallet, { marketId: 'P0' });
    const answers = [
      await run({ ...item, signedTransaction: toBase64(addSignatures(tampered, [wallet])) }),
      await run({ ...item, signedTransaction: h.sign(order.transaction, wallet) }),
      await run({ ...item, signedTransaction: 'AAAA' }),
      await run({ ...item, signedTransaction: built.transaction }),
    ];
    expect(answers).toMatchObject([
      { code: 'UNKNOWN_TRANSACTION' },
      { code: 'UNKNOWN_TRANSACTION' },
      { code: 'INVALID_TRANSACTION' },
      { code: 'EXECUTION_FAILED' },
    ]);
    h.pass(61);
    expect(await run(item)).toMatchObject({ code: 'TRANSACTION_EXPIRED' });
    expect(h.usdc(wallet)).toBe(FULL);
    expect(await slips()).toEqual([]);
  });

  it('refuses a parlay of which a leg has closed meanwhile', async () => {
    const item = itemOf(await buildParlay(h, wallet), wallet);
    h.universe.results.set('P2', 'closed');
    expect(await run(item)).toMatchObject({ code: 'LEG_NOT_OPEN' });
    expect(h.usdc(wallet)).toBe(FULL);
  });

  it('refuses a parlay once trading is halted', async () => {
    const item = itemOf(await buildParlay(h, wallet), wallet);
    await h.exchange.control.setTrading(false);
    const answer = await run(item);
    await h.exchange.control.setTrading(true);
    expect(answer).toMatchObject({ status: 'error', code: 'TRADING_HALTED' });
    expect(h.usdc(wallet)).toBe(FULL);
    expect(await slips()).toEqual([]);
  });

  it('keeps the payout of the moment it was built', async () => {
    const built = await buildParlay(h, wallet);
    for (const leg of LEGS) h.universe.setPrice(leg, 0.1);
    expect(await run(itemOf(built, wallet))).toMatchObject({ status: 'ok' });
    expect((await slips())[0]?.payoutUsd).toBe(toDecimalText(PAYOUT));
  });
});

describe('settling', () => {
  const resolveAll = (result: 'yes' | 'no' | 'draw' | 'cancelled') => {
    for (const leg of LEGS) h.universe.resolve(leg, result);
  };
  const claim = (positionPubkey: string) =>
    h.services.claimPosition({ params: { positionPubkey }, body: {} });
  const PAID_OUT = 'The parlay is paid out already. Nothing moved.';

  it('pays a winner once, by its claim', async () => {
    const { positionPubkey } = await placeParlay(h, wallet);
    await expect(claim(positionPubkey)).rejects.toMatchObject({ code: 'NOT_CLAIMABLE' });
    resolveAll('yes');
    h.pass(2);
    await h.exchange.tick();
    expect(await slips()).toMatchObject([{ claimable: true, isClaimed: false }]);
    const built = await claim(positionPubkey);
    const again = await claim(positionPubkey);
    expect(built.position).toMatchObject({ payoutAmountUsd: PAYOUT.toString() });
    expect((await h.send(built, wallet)).status).toBe('Success');
    h.pass(1);
    await h.send(again, wallet);
    expect(stable()).toBe(FULL + PAYOUT);
    expect(await slips()).toMatchObject([{ claimable: false, isClaimed: true }]);
    expect(await h.history(wallet)).toMatchObject([{ eventType: 'payout_claimed', positionPubkey }]);
    await expect(claim(positionPubkey)).rejects.toMatchObject({ code: 'NOT_CLAIMABLE' });
    h.pass(90_000);
    await h.exchange.tick();
    expect(stable()).toBe(FULL + PAYOUT);
    expect((await h.exchange.audit()).ok).toBe(true);
  });

  it('pays a winner once, whatever else was built to claim it, while trading is halted', async () => {
    const { positionPubkey } = await placeParlay(h, wallet);
    resolveAll('yes');
    h.pass(2);
    await h.exchange.tick();
    const first = await claim(positionPubkey);
    h.pass(1);
    const second = await claim(positionPubkey);
    expect(second.transaction).not.toBe(first.transaction);
    await h.exchange.control.setTrading(false);
    const answers = [await h.send(first, wallet), await h.send(second, wallet)];
    await h.exchange.control.setTrading(true);
    expect(answers).toMatchObject([{ status: 'Success' }, { status: 'Failed', error: PAID_OUT }]);
    expect(stable()).toBe(FULL + PAYOUT);
    expect((await h.history(wallet)).map(({ eventType }) => eventType)).toEqual(['payout_claimed']);
    expect((await h.exchange.audit()).ok).toBe(true);
  });

  it('pays nothing by a claim that comes after the keeper has paid', async () => {
    const { positionPubkey } = await placeParlay(h, wallet);
    resolveAll('yes');
    h.pass(2);
    await h.exchange.tick();
    h.pass(86_390);
    const built = await claim(positionPubkey);
    h.pass(20);
    await h.exchange.tick();
    expect(stable()).toBe(FULL + PAYOUT);
    expect(await h.send(built, wallet)).toMatchObject({ status: 'Failed', error: PAID_OUT });
    expect(stable()).toBe(FULL + PAYOUT);
  });

  it('pays a winner that nobody claims after a day, also across a restart', async () => {
    await placeParlay(h, wallet);
    h.universe.resolve('P0', 'yes');
    h.pass(2);
    await h.exchange.tick();
    expect(await slips()).toMatchObject([{ claimable: false }]);
    await h.start();
    resolveAll('yes');
    h.pass(2);
    await h.exchange.tick();
    expect(await slips()).toMatchObject([{ claimable: true }]);
    await h.start();
    await h.exchange.tick();
    expect(stable()).toBe(FULL);
    h.pass(86_401);
    await h.exchange.tick();
    expect(stable()).toBe(FULL + PAYOUT);
    expect(await slips()).toMatchObject([{ isClaimed: true }]);
  });

  it.each(['no', 'draw'] as const)('is lost with the first leg that ends in %s', async (result) => {
    const { positionPubkey } = await placeParlay(h, wallet);
    h.universe.resolve('P4', result);
    h.pass(2);
    await h.exchange.tick();
    expect(await h.history(wallet)).toMatchObject([
      { eventType: 'position_lost', positionPubkey, marketId: 'P4', realizedPnl: '-10000000' },
    ]);
    resolveAll('yes');
    h.pass(90_000);
    await h.exchange.tick();
    expect(stable()).toBe(FULL);
    await expect(claim(positionPubkey)).rejects.toMatchObject({ code: 'NOT_CLAIMABLE' });
    const history = await h.services.listHistoryV2({ query: { ownerPubkey: wallet.address } });
    expect(history).toMatchObject({ data: [{ positionPubkey, status: 'lost' }], pagination: { total: 1 } });
    expect((await h.exchange.audit()).ok).toBe(true);
  });

  it('counts a cancelled leg as price 1', async () => {
    await placeParlay(h, wallet);
    h.universe.resolve('P1', 'cancelled');
    for (const leg of ['P0', 'P2', 'P3', 'P4']) h.universe.resolve(leg, 'yes');
    h.pass(2);
    await h.exchange.tick();
    const fewer = parlayPayout(
      microUsd(STAKE),
      LEGS.slice(1).map(() => microUsd(600_000n)),
    );
    expect((await slips())[0]?.payoutUsd).toBe(toDecimalText(fewer));
  });
});
