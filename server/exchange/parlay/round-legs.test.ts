import { microUsd, parseUsd } from '@contract/money.ts';
import { parlayPayout } from '@contract/pricing.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { NOW } from '../../testing/stub-app.ts';
import { STABLECOIN } from '../ledger/mints.ts';
import { TestFeed } from '../rounds/testing/rounds.ts';
import { roundAt, roundMarketId } from '../simulation/rounds-d/round-id.ts';
import { Harness } from '../testing/exchange.ts';
import { LEGS, ParlayUniverse, placeParlay } from './testing/parlays.ts';

let database: Database;
let h: Harness<ParlayUniverse>;
const feed = new TestFeed();
beforeAll(async () => {
  database = await freshDatabase();
  h = await Harness.openOn(database, new ParlayUniverse(), { feed });
});
afterAll(async () => {
  expect(await h.exchange.audit()).toMatchObject({ ok: true });
  expect(h.log).toEqual([]);
  await database.close();
});

const FULL = 10_000_000_000n;
const STAKE = 10_000_000n;
/** Four legs that are won, and one that is a round. */
const OTHERS = LEGS.slice(1);
const nextRound = () => roundAt(h.exchange.clock.now()) + 900;
const slipOf = async (owner: string) =>
  (await h.services.listSlips({ query: { walletAddress: owner } })).slips[0];

async function placeOn(side: 'up' | 'down', begin: number) {
  h.universe.results.clear();
  const wallet = await h.wallet();
  const leg = roundMarketId(begin, side);
  const { buyYes } = h.exchange.universe.quote(leg, h.exchange.clock.now());
  const placed = await placeParlay(h, wallet, [leg, ...OTHERS]);
  const prices = [buyYes ?? 0n, ...OTHERS.map(() => 600_000n)].map(microUsd);
  return { wallet, placed, leg, payout: parlayPayout(microUsd(STAKE), prices) };
}
const closeRound = async (begin: number) => {
  for (const leg of OTHERS) h.universe.resolve(leg, 'yes');
  await h.exchange.control.advance(begin + 900 + 6 - h.exchange.clock.now());
};

it.each([
  ['up', 65_100n, true],
  ['down', 65_100n, false],
  ['up', 64_900n, false],
  ['down', 64_900n, true],
] as const)('takes the %s side of a round as a leg that prices decide, at %i', async (side, last, wins) => {
  const begin = nextRound();
  feed.set(begin, 65_000n);
  const { wallet, placed, payout } = await placeOn(side, begin);
  feed.set(begin + 800, last);
  expect(placed.payoutUsd).toBe(payout.toString());
  expect(await slipOf(wallet.address)).toMatchObject({ claimable: false });
  await closeRound(begin);
  expect(await slipOf(wallet.address)).toMatchObject({ claimable: wins });
  if (!wins) return;
  await h.claim(wallet, placed.positionPubkey);
  expect(h.usdc(wallet, STABLECOIN.address)).toBe(FULL + payout);
});

it('loses with a round that the test control ends in a draw, and counts a cancelled one as 1', async () => {
  const asOne = parlayPayout(microUsd(STAKE), [1_000_000n, ...OTHERS.map(() => 600_000n)].map(microUsd));
  for (const [result, claimable, ahead] of [
    ['draw', false, 0],
    ['cancelled', true, 900],
  ] as const) {
    const { wallet, placed, leg } = await placeOn('up', nextRound() + ahead);
    await h.exchange.control.resolve(leg, result);
    for (const other of OTHERS) h.universe.resolve(other, 'yes');
    h.pass(2);
    await h.exchange.tick();
    const slip = await slipOf(wallet.address);
    expect(slip).toMatchObject({ parlayId: placed.parlayId, claimable });
    if (claimable) expect(parseUsd(slip?.payoutUsd ?? '')).toBe(asOne);
  }
});

it('takes both sides of one round no more than any two legs of one event, and no round that is over', async () => {
  const wallet = await h.wallet();
  h.universe.results.clear();
  const begin = nextRound();
  const code = async (legMarketIds: string[]) => {
    const item = { ownerPubkey: wallet.address, legMarketIds, mint: STABLECOIN.address };
    const [answer] = (await h.services.createParlays({ body: { parlays: [item] } })).parlays;
    return answer?.status === 'error' ? answer.code : answer?.status;
  };
  const both = [roundMarketId(begin, 'up'), roundMarketId(begin, 'down')];
  expect(await code([...both, ...OTHERS.slice(1)])).toBe('SAME_EVENT');
  expect(await code([roundMarketId(roundAt(NOW), 'up'), ...OTHERS])).toBe('LEG_NOT_OPEN');
  // In its last seconds nobody quotes a round.
  await h.exchange.control.advance(begin + 897 - h.exchange.clock.now());
  expect(await code([roundMarketId(begin, 'up'), ...OTHERS])).toBe('LEG_NOT_OPEN');
});
