import { toDecimalText } from '@contract/money.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { checkedKey } from '../prediction/actor.ts';
import type { ExchangeContext } from '../prediction/context.ts';
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
  ({ state, writer }: ExchangeContext) =>
  ({ query }: Pick<RouteInput<'listSlips'>, 'query'>): Promise<AnswerWire<'listSlips'>> =>
    writer.read(() => ({
      slips: state.parlays.ofOwner(checkedKey(query.walletAddress, 'walletAddress')).reverse().map(slipWire),
    }));

export const parlayStats =
  ({ state, writer }: ExchangeContext) =>
  (): Promise<AnswerWire<'parlayStats'>> =>
    writer.read(() => ({
      slipCount: state.parlays.all.size,
      uniqueWalletCount: state.parlays.byOwner.size,
      freeSlipCount: state.parlays.freeCount,
    }));
