import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { LEGS, ParlayUniverse, placeParlay } from '../parlay/testing/parlays.ts';
import { Harness } from '../testing/exchange.ts';

const FORGET_SECONDS = 300;

let database: Database;
let h: Harness<ParlayUniverse>;
beforeEach(async () => {
  database = await freshDatabase();
  h = await Harness.openOn(database, new ParlayUniverse(), { forgetSeconds: FORGET_SECONDS });
});
afterEach(async () => {
  expect(await h.exchange.audit()).toMatchObject({ ok: true });
  await h.exchange.close();
  await database.close();
});

it('what the faucet has given counts for its hour, whatever is forgotten and however often there is a start', async () => {
  const { address } = await h.wallet();
  const wait = (retryAfter: number) =>
    expect(h.exchange.faucet(address)).rejects.toMatchObject({ kind: 'rate-limited', retryAfter });
  await h.idle(FORGET_SECONDS + 1);
  await wait(2_697);
  for (let start = 0; start < 2; start++) {
    await h.start();
    await wait(2_697);
    // The keeper of each start deletes at once what is old enough.
    await h.exchange.tick();
  }
  h.pass(2_696);
  await h.exchange.tick();
  await wait(1);
  h.pass(1);
  await expect(h.exchange.faucet(address)).resolves.toMatchObject({ usdc: '10000000000' });
});

it('free parlays count for their day when they are over, whatever is forgotten and after a start, and paid ones never', async () => {
  const wallet = await h.wallet();
  const place = async (count: number) => {
    const body = {
      ownerPubkey: wallet.address,
      parlays: Array.from({ length: count }, () => ({ legMarketIds: LEGS })),
    };
    const { paymentTransaction } = await h.services.prepareFreeParlays({ body });
    const signedTransaction = h.sign(paymentTransaction, wallet);
    const { parlays } = await h.services.submitFreeParlays({ body: { ...body, signedTransaction } });
    return parlays.map((one) => (one.status === 'ok' ? one.status : one.code));
  };
  await placeParlay(h, wallet);
  expect(await place(8)).toEqual(Array(8).fill('ok'));
  h.universe.resolve('P0', 'no');
  await h.idle(FORGET_SECONDS + 1);
  const { slips } = await h.services.listSlips({ query: { walletAddress: wallet.address } });
  expect(slips.filter(({ claimable }) => claimable)).toEqual([]);
  h.universe.results.clear();
  expect(await place(3)).toEqual(['ok', 'ok', 'QUOTA_EXCEEDED']);
  await h.start();
  await expect(place(1)).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
});
