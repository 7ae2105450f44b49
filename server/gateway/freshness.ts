import type { RouteId } from '@contract/routes.ts';
import { FACTS } from '../common/facts.ts';

/** A key is wanted while somebody has asked for it within this time. */
export const WANTED_MS = 15_000;
/** How long it is believed that something does not exist. */
const ABSENT_MS = 2_000;
/** Share of the budget that keeping prices fresh plans with. Whoever clicks goes before, whatever is planned. */
const FOR_REFRESHES = 0.95;
const EVERY_MS = 500;

interface Kept {
  readonly id: RouteId;
  readonly status: number;
  readonly wantedAt: number;
  readonly isWantedAgain: boolean;
}

/** Whether anything is fetched anew for it: neither what nobody has asked for twice, nor what there is none of. */
const isKeptFresh = ({ status, wantedAt, isWantedAgain }: Kept, now: number): boolean =>
  status === 200 && isWantedAgain && now - wantedAt < WANTED_MS;

const freshMsOf = ({ id, status }: Pick<Kept, 'id' | 'status'>): number =>
  status === 200 ? FACTS[id].policy.freshMs : ABSENT_MS;
export const staleMsOf = ({ id, status }: Kept): number => (status === 200 ? FACTS[id].policy.staleMs : 0);

const plannedMsOf = ({ id, status }: Pick<Kept, 'id' | 'status'>): number =>
  status === 200 ? FACTS[id].policy.plannedMs : ABSENT_MS;

/**
 * How much longer than planned answers stay fresh: where more is wanted than the budget can keep fresh, everything
 * grows older in the same proportion, so that all keys are asked for in turn and none is forgotten.
 */
export class Stretch {
  private factor = 1;
  private computedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly entries: () => Iterable<Kept>,
    private readonly rps: () => number,
  ) {}

  /** At least 1. */
  at(now: number): number {
    if (now - this.computedAt < EVERY_MS) return this.factor;
    let perSecond = 0;
    for (const entry of this.entries()) {
      if (isKeptFresh(entry, now)) perSecond += 1_000 / plannedMsOf(entry);
    }
    this.factor = Math.max(1, perSecond / (this.rps() * FOR_REFRESHES));
    this.computedAt = now;
    return this.factor;
  }

  /** How long an answer is given again without asking, in milliseconds. */
  lifetimeOf(kept: Pick<Kept, 'id' | 'status'>, now: number): number {
    return Math.max(freshMsOf(kept), plannedMsOf(kept) * this.at(now));
  }
}
