import { type MicroUsd, microUsd, ZERO_USD } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { payoutOf } from '@contract/pricing.ts';

/** How the market ended for the side that is held; null while it has not. */
export type Outcome = 'won' | 'lost' | 'draw' | 'cancelled';

/**
 * Where a position stands. `settled` has won (or is drawn or cancelled) and is paid by itself or becomes claimable;
 * `sold` holds nothing any more.
 */
export type PositionPhase = 'open' | 'awaiting' | 'claimable' | 'settled' | 'lost' | 'claimed' | 'sold';

export interface PositionState {
  phase: PositionPhase;
  outcome: Outcome | null;
}

/** The flags that decide; a gain or a loss is never read from the sign of a number. */
export type StateFlags = Pick<
  Position,
  'claimable' | 'claimed' | 'isYes' | 'contractsMicro' | 'totalCostUsd' | 'markPriceUsd' | 'sellPriceUsd'
> & { marketMetadata: Pick<Position['marketMetadata'], 'status' | 'result'> };

function outcomeOf({ isYes, marketMetadata }: StateFlags): Outcome | null {
  const status = marketMetadata.status.toLowerCase();
  if (status === 'cancelled' || status === 'canceled') return 'cancelled';
  // Some answers give the result as the status.
  const result = (marketMetadata.result ?? status).toLowerCase();
  if (result === 'draw') return 'draw';
  if (result !== 'yes' && result !== 'no') return null;
  return (result === 'yes') === isYes ? 'won' : 'lost';
}

function trades(flags: StateFlags): boolean {
  const status = flags.marketMetadata.status.toLowerCase();
  if (status === 'open' || status === 'active') return true;
  // Without a status, prices tell: they are null once a market has closed.
  return status === '' && (flags.markPriceUsd !== null || flags.sellPriceUsd !== null);
}

/** State of a position from its flags: `claimed`, `claimable`, result and status, in this order. */
export function positionState(flags: StateFlags): PositionState {
  const outcome = outcomeOf(flags);
  if (flags.claimed) return { phase: 'claimed', outcome };
  if (flags.claimable) return { phase: 'claimable', outcome };
  if (flags.contractsMicro === 0n && flags.totalCostUsd === 0n) return { phase: 'sold', outcome };
  if (outcome === 'lost') return { phase: 'lost', outcome };
  if (outcome !== null) return { phase: 'settled', outcome };
  return { phase: trades(flags) ? 'open' : 'awaiting', outcome };
}

/** Whether money still hangs on it. */
export const isHeld = (phase: PositionPhase): boolean =>
  phase === 'open' || phase === 'awaiting' || phase === 'claimable' || phase === 'settled';

/**
 * Worth now: what selling all of it would bring after fees while it trades, the payout once it is settled; null where
 * nobody can say. Less its cost it is `unrealisedOf`: value and gain stand on one basis.
 */
export function worthOf(
  position: Pick<Position, 'pnlUsdAfterFees' | 'totalCostUsd' | 'payoutUsd'>,
  { phase }: PositionState,
): MicroUsd | null {
  switch (phase) {
    case 'open':
    case 'awaiting':
      return position.pnlUsdAfterFees === null
        ? null
        : microUsd(position.totalCostUsd + position.pnlUsdAfterFees);
    case 'claimable':
    case 'settled':
      return position.payoutUsd;
    case 'claimed':
    case 'lost':
    case 'sold':
      return ZERO_USD;
  }
}

/** Worth of what is held, by event; null where of any of it nobody can say: a part is not the whole. */
export function worthByEvent(positions: readonly Position[]): Map<string, MicroUsd | null> {
  const worth = new Map<string, MicroUsd | null>();
  for (const position of positions) {
    const state = positionState(position);
    if (!isHeld(state.phase)) continue;
    const [before, value] = [worth.get(position.eventId), worthOf(position, state)];
    const isKnown = before !== null && value !== null;
    worth.set(position.eventId, isKnown ? microUsd((before ?? 0n) + value) : null);
  }
  return worth;
}

/**
 * Gain or loss if it ended now, after fees: what a sale would bring, or what has been settled and is not paid yet,
 * less the cost basis. Null where there is no price. What has ended is realised, see `realisedOf`.
 */
export function unrealisedOf(position: Position, { phase }: PositionState): MicroUsd | null {
  switch (phase) {
    case 'open':
    case 'awaiting':
      return position.pnlUsdAfterFees;
    case 'claimable':
    case 'settled':
      return microUsd(position.payoutUsd - position.totalCostUsd);
    case 'claimed':
    case 'lost':
    case 'sold':
      return null;
  }
}

export interface IfItWins {
  payout: MicroUsd;
  gain: MicroUsd;
}
/** What a position whose result is open pays when it wins; null once there is a result. */
export function ifItWins(position: Position, { phase }: PositionState): IfItWins | null {
  if (phase !== 'open' && phase !== 'awaiting') return null;
  const payout = payoutOf(position.contractsMicro);
  return { payout, gain: microUsd(payout - position.totalCostUsd) };
}

/** Seconds after `claimableAt` at which the service pays an unclaimed position by itself. */
const AUTO_CLAIM_SECONDS = 24 * 3_600;

/** When a claimable position is paid out by itself, Unix milliseconds; null when unknown or not claimable. */
export const autoClaimAt = (position: Pick<Position, 'claimable' | 'claimableAt'>): number | null =>
  position.claimable && position.claimableAt !== null
    ? (position.claimableAt + AUTO_CLAIM_SECONDS) * 1_000
    : null;

/** A sum that knows how many of its parts were known. */
export interface Total {
  /** Sum of the known parts; null when there are parts and none is known. */
  sum: MicroUsd | null;
  known: number;
  of: number;
}

/** Adds up what is known. Unknown is never zero: it shows as `known` below `of`. */
export function totalOf(parts: readonly (MicroUsd | null)[]): Total {
  let sum = 0n;
  let known = 0;
  for (const part of parts) {
    if (part === null) continue;
    sum += part;
    known += 1;
  }
  return { sum: known === 0 && parts.length > 0 ? null : microUsd(sum), known, of: parts.length };
}

const PHASE_ORDER: Record<PositionPhase, number> = {
  claimable: 0,
  open: 1,
  awaiting: 2,
  settled: 3,
  lost: 4,
  claimed: 5,
  sold: 6,
};

export interface StatedPosition {
  position: Position;
  state: PositionState;
}

/** Positions with their states; what has been sold entirely is history. */
export const statedPositions = (positions: readonly Position[]): StatedPosition[] =>
  positions
    .map((position) => ({ position, state: positionState(position) }))
    .filter(({ state }) => state.phase !== 'sold');

/** What wants a decision first: claims, then running positions, then what has ended; newest first among equals. */
export const arrangePositions = (positions: readonly Position[]): StatedPosition[] =>
  statedPositions(positions).sort(
    (a, b) =>
      PHASE_ORDER[a.state.phase] - PHASE_ORDER[b.state.phase] ||
      b.position.openedAt - a.position.openedAt ||
      (a.position.pubkey < b.position.pubkey ? -1 : 1),
  );
