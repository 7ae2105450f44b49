import { setImmediate as nextTurn } from 'node:timers/promises';
import { toDecimalText } from '@contract/money.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { checkedKey } from '../core/actor.ts';
import type { ExchangeContext } from '../core/context.ts';
import type { ParlayRow } from '../writer/commit.store.ts';

type SlipWire = AnswerWire<'listSlips'>['slips'][number];

/** A parlay as its owner sees it; `payoutUsd` is what it pays if every leg still open is won. */
const slipWire = (parlay: ParlayRow): SlipWire => ({
  parlayId: parlay.parlayId,
  positionPubkey: parlay.position,
  legs: parlay.legs.map(({ eventId, marketId }) => ({ eventId, marketId })),
  mode: parlay.mode,
  stakeUsd: toDecimalText(parlay.stake),
  payoutUsd: toDecimalText(parlay.payout),
  placedAt: parlay.placedAt,
  claimable: parlay.mode === 'paid' && parlay.status === 'won',
  isClaimed: parlay.status === 'paid',
  executionStatus: 'success',
});

/** Slips read and written in one turn of the event loop: some milliseconds. */
const SLIPS_A_TURN = 100;

/** Everything a wallet has placed, newest first. */
export const listSlips =
  ({ store }: ExchangeContext) =>
  async ({ query }: Pick<RouteInput<'listSlips'>, 'query'>): Promise<AnswerWire<'listSlips'>> => {
    const ids = await store.parlays.idsOf(checkedKey(query.walletAddress, 'walletAddress'));
    const slips: SlipWire[] = [];
    for (let start = 0; start < ids.length; start += SLIPS_A_TURN) {
      if (start > 0) await nextTurn();
      const rows = await store.parlays.byIds(ids.slice(start, start + SLIPS_A_TURN));
      slips.push(...rows.map(slipWire));
    }
    return { slips };
  };

export const parlayStats =
  ({ store }: ExchangeContext) =>
  async (): Promise<AnswerWire<'parlayStats'>> => {
    const { placed, wallets, free } = await store.parlays.totals();
    return { slipCount: placed, uniqueWalletCount: wallets, freeSlipCount: free };
  };
