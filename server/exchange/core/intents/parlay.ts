import type { Leg } from '../../engine/parlay.ts';

/** A paid parlay as it will be once its transaction lands. Plain JSON: amounts are digits. */
export interface ParlayDraft {
  parlayId: string;
  nonce: string;
  owner: string;
  position: string;
  stake: string;
  payout: string;
  legs: Leg[];
}

/** What became of one parlay of a free batch; stored with the payment, so that a replay answers the same. */
export type FreeResult =
  | { status: 'ok'; parlayId: string; ownerPubkey: string; legMarketIds: string[]; placedAt: number }
  | { status: 'error'; code: string; message: string };

export interface FreeEntries {
  kind: 'freeParlays';
  owner: string;
  /** Leg ids of each parlay, as they were asked for. */
  parlays: string[][];
  /** SHA-256 of owner, parlays, recipient and fee: see `bindingOf`. */
  binding: string;
  /** Empty until the payment has landed. */
  results: FreeResult[];
}

/** What a transaction of this room does when it lands. */
export type ParlayIntent =
  | { kind: 'parlay'; draft: ParlayDraft }
  | FreeEntries
  /** Lands only while the parlay pays what the transaction moves. */
  | { kind: 'parlayClaim'; parlayId: string; payout: string };
