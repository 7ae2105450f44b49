import { MAX_PARLAYS, PARLAY_LEGS } from '@contract/prediction/parlay-limits.ts';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { stored, useStored } from './stored.ts';

/** One YES leg, with its names, so that a slip reads without a request. */
export interface ParlayLeg {
  readonly eventId: string;
  readonly marketId: string;
  /** The outcome backed: "France". */
  readonly label: string;
  readonly eventTitle: string;
}

/** A finished slip that waits to be placed together with others. */
export interface SavedParlay {
  readonly id: string;
  readonly legs: readonly ParlayLeg[];
}

/** What a pick did to the slip. */
export type SlipChange =
  | { did: 'added' | 'removed' | 'full'; leg: ParlayLeg; count: number }
  | { did: 'replaced'; leg: ParlayLeg; old: ParlayLeg; count: number };

const leg: z.ZodMiniType<ParlayLeg> = z.object({
  eventId: z.string(),
  marketId: z.string(),
  label: z.string(),
  eventTitle: z.string(),
});
const slip: z.ZodMiniType<ParlayLeg[]> = z.array(leg).check(z.maxLength(PARLAY_LEGS));
/** Far more than are ever kept: ten to be placed, and those that come back unpaid beside them. */
const MOST_SAVED = 10 * MAX_PARLAYS;
const batch: z.ZodMiniType<SavedParlay[]> = z
  .array(z.object({ id: z.string(), legs: slip }))
  .check(z.maxLength(MOST_SAVED));

/** The slip being collected; survives a reload and is the same in every tab. */
export const parlaySlip = stored<ParlayLeg[]>('evenline.parlay', slip, []);
/** Finished slips to be placed in one request. */
export const parlayBatch = stored<SavedParlay[]>('evenline.parlay-batch', batch, []);

/**
 * The slip after a pick: a picked market leaves it, another market of a picked event takes that event's place, and
 * a sixth event is refused.
 */
export function pickLeg(
  legs: readonly ParlayLeg[],
  picked: ParlayLeg,
): { legs: ParlayLeg[]; change: SlipChange } {
  if (legs.some(({ marketId }) => marketId === picked.marketId)) {
    const rest = legs.filter(({ marketId }) => marketId !== picked.marketId);
    return { legs: rest, change: { did: 'removed', leg: picked, count: rest.length } };
  }
  const old = legs.find(({ eventId }) => eventId === picked.eventId);
  if (old) {
    const next = legs.map((known) => (known === old ? picked : known));
    return { legs: next, change: { did: 'replaced', leg: picked, old, count: next.length } };
  }
  if (legs.length >= PARLAY_LEGS) {
    return { legs: [...legs], change: { did: 'full', leg: picked, count: legs.length } };
  }
  return { legs: [...legs, picked], change: { did: 'added', leg: picked, count: legs.length + 1 } };
}

/** What the last pick did, to be told on any page; null once told. */
export const useSlipChange = create<{ change: SlipChange | null }>(() => ({ change: null }));

export function toggleLeg(picked: ParlayLeg): SlipChange {
  const { legs, change } = pickLeg(parlaySlip.get(), picked);
  if (change.did !== 'full') parlaySlip.set(legs);
  useSlipChange.setState({ change });
  return change;
}

export const useParlaySlip = (): ParlayLeg[] => useStored(parlaySlip);
export const useParlayBatch = (): SavedParlay[] => useStored(parlayBatch);
export const useIsLeg = (marketId: string): boolean =>
  useStored(parlaySlip).some((known) => known.marketId === marketId);

const PREFIX = 'legs=';

/** The slip as a URL fragment without its `#`: market ids alone; names and prices are read anew by who opens it. */
export const fragmentOf = (legs: readonly Pick<ParlayLeg, 'marketId'>[]): string =>
  PREFIX + legs.map(({ marketId }) => encodeURIComponent(marketId)).join(',');

/** Market ids of a fragment, at most five and each once; empty when it holds no slip. */
export function idsOfFragment(fragment: string): string[] {
  const text = fragment.replace(/^#/, '');
  if (!text.startsWith(PREFIX)) return [];
  const ids = text
    .slice(PREFIX.length)
    .split(',')
    .flatMap((part) => {
      try {
        return [decodeURIComponent(part)];
      } catch {
        return [];
      }
    })
    .filter((id) => /^[^\s\p{C}]{1,120}$/u.test(id));
  return [...new Set(ids)].slice(0, PARLAY_LEGS);
}
