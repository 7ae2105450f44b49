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

/** Everything a wallet has placed, newest first. */
export const listSlips =
  ({ store }: ExchangeContext) =>
  async ({ query }: Pick<RouteInput<'listSlips'>, 'query'>): Promise<AnswerWire<'listSlips'>> => {
    const rows = await store.parlays.ofOwner(checkedKey(query.walletAddress, 'walletAddress'));
    return { slips: rows.map(slipWire) };
  };

/** Counted again once something was placed: counting takes the longer the more there are. */
export const parlayStats = ({ store, state, writer }: ExchangeContext) => {
  let counted: { entered: number; totals: ReturnType<typeof store.parlays.totals> } | undefined;
  return async (): Promise<AnswerWire<'parlayStats'>> => {
    // As of a commit: what is on its way to one is not counted by the database yet.
    const entered = await writer.read(() => state.parlays.entered);
    if (counted?.entered !== entered) {
      const totals = store.parlays.totals();
      counted = { entered, totals };
      // What failed is asked for again by the next.
      totals.catch(() => {
        counted = undefined;
      });
    }
    const { placed, wallets, free } = await counted.totals;
    return { slipCount: placed, uniqueWalletCount: wallets, freeSlipCount: free };
  };
};
