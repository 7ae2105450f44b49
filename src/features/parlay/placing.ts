import type { Pubkey } from '@contract/ids.ts';
import type { MicroUsd } from '@contract/money.ts';
import { create } from 'zustand';
import { sameLegs } from '@/domain/parlay.ts';
import { newId } from '@/lib/id.ts';
import { type ParlayLeg, parlayBatch, parlaySlip } from '@/state/parlay-slip.ts';
import type { Waiting } from '@/tx/types.ts';

/** Key of the slip that is being collected; kept ones have their ids. */
export const CURRENT = 'current';

/** A finished slip as the reader saw it when they pressed the button. */
export interface Slip {
  readonly key: string;
  readonly legs: readonly ParlayLeg[];
  /** Payout shown, micro-USD. */
  readonly offered: MicroUsd;
}

/** What became of one slip of a request. */
export type PlaceResult =
  | { step: 'waiting' | 'working' | 'placed' }
  | { step: 'refused' | 'unsure' | 'stopped'; message: string };

export interface Placing {
  readonly slip: Slip;
  readonly result: PlaceResult;
}

interface State {
  /** Slips of the last request, in its order, behind earlier ones of which it is not known whether they landed. */
  readonly placings: readonly Placing[];
  readonly busy: boolean;
  /** Slips of that request: one that is signed waits no longer, and is still part of what was pressed. */
  readonly count: number;
  /** What was sent could still land. */
  readonly waiting: Waiting | null;
}

const NOTHING: State = { placings: [], busy: false, count: 0, waiting: null };

/**
 * By wallet: what one places is not another's. Of the document and not of the page: whoever leaves the page and returns
 * finds the same work under way.
 */
export const useParlayPlacings = create<Readonly<Record<Pubkey, State | undefined>>>(() => ({}));

export const placingOf = (owner: Pubkey): State => useParlayPlacings.getState()[owner] ?? NOTHING;
export const useParlayPlacing = (owner: Pubkey | null): State =>
  useParlayPlacings((all) => (owner === null ? undefined : all[owner]) ?? NOTHING);

const change = (owner: Pubkey, changed: Partial<State>): void =>
  useParlayPlacings.setState({ [owner]: { ...placingOf(owner), ...changed } });

const marketsOf = (legs: readonly ParlayLeg[]) => legs.map(({ marketId }) => marketId);

/**
 * Out of what waits to be placed, in every tab and past a reload: from here on it may be paid for. False where it waits
 * no longer, for another tab has it.
 */
export function takeSlip({ key, legs }: Slip): boolean {
  if (key === CURRENT) {
    if (!sameLegs(marketsOf(parlaySlip.get()), marketsOf(legs))) return false;
    parlaySlip.set([]);
    return true;
  }
  const kept = parlayBatch.get();
  const others = kept.filter(({ id }) => id !== key);
  if (others.length === kept.length) return false;
  parlayBatch.set(others);
  return true;
}

/** Back where it was, for nothing was paid; among the kept ones where another slip is being collected by now. */
export function returnSlip({ key, legs }: Slip): void {
  if (key === CURRENT && parlaySlip.get().length === 0) parlaySlip.set([...legs]);
  else parlayBatch.update((all) => [...all, { id: key === CURRENT ? newId() : key, legs }]);
}

/** Takes up these slips; false while others of the wallet are under way. */
export function beginPlacing(owner: Pubkey, slips: readonly Slip[]): boolean {
  const { busy, placings } = placingOf(owner);
  if (busy) return false;
  const keys = new Set(slips.map(({ key }) => key));
  const unsure = placings.filter(({ slip, result }) => result.step === 'unsure' && !keys.has(slip.key));
  const begun = slips.map((slip): Placing => ({ slip, result: { step: 'waiting' } }));
  change(owner, { placings: [...unsure, ...begun], busy: true, count: slips.length, waiting: null });
  return true;
}

export const notePlacing = (owner: Pubkey, key: string, result: PlaceResult): void =>
  change(owner, {
    placings: placingOf(owner).placings.map((one) => (one.slip.key === key ? { ...one, result } : one)),
  });

export const noteWaiting = (owner: Pubkey, waiting: Waiting | null): void => change(owner, { waiting });

export const endPlacing = (owner: Pubkey): void => change(owner, { busy: false, waiting: null });

/** What became of a slip is on show no longer. */
export const forgetPlacing = (owner: Pubkey, key: string): void =>
  change(owner, { placings: placingOf(owner).placings.filter(({ slip }) => slip.key !== key) });

/** As the page is left: what is known is forgotten, and a kept slip that may have been paid for stays. */
export function forgetEnded(): void {
  for (const owner of Object.keys(useParlayPlacings.getState()) as Pubkey[]) {
    const { busy, placings } = placingOf(owner);
    if (busy) continue;
    change(owner, {
      placings: placings.filter(({ slip, result }) => slip.key !== CURRENT && result.step === 'unsure'),
    });
  }
}
