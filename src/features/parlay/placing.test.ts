// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { microUsd } from '@contract/money.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ParlayLeg, parlayBatch, parlaySlip } from '@/state/parlay-slip.ts';
import {
  beginPlacing,
  CURRENT,
  endPlacing,
  forgetEnded,
  notePlacing,
  placingOf,
  returnSlip,
  type Slip,
  takeSlip,
  useParlayPlacings,
} from './placing.ts';

const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
const legsOf = (...names: readonly string[]): ParlayLeg[] =>
  names.map((name) => ({ eventId: `EV-${name}`, marketId: `MK-${name}`, label: name, eventTitle: name }));
const LEGS = legsOf('A', 'B');
const slipOf = (key: string, legs: readonly ParlayLeg[] = LEGS): Slip => ({
  key,
  legs,
  offered: microUsd(1n),
});
const UNSURE = { step: 'unsure', message: 'Not confirmed yet' } as const;
const keysOf = () => placingOf(OWNER).placings.map(({ slip }) => slip.key);

beforeEach(() => {
  localStorage.clear();
  parlaySlip.set([]);
  parlayBatch.set([]);
});
afterEach(() => useParlayPlacings.setState({}, true));

describe('a slip that waits to be placed', () => {
  it.each([
    ['a leg was added', legsOf('A', 'B', 'C')],
    ['a leg was taken away', legsOf('A')],
    ['a leg is another', legsOf('A', 'C')],
    ['it was placed elsewhere', []],
  ])('is not taken for what was pressed once %s', (_, now) => {
    parlaySlip.set(now);
    expect(takeSlip(slipOf(CURRENT))).toBe(false);
    expect(parlaySlip.get()).toEqual(now);
  });

  it('is the one that was pressed in whatever order its legs stand, and is taken once', () => {
    parlaySlip.set(legsOf('B', 'A'));
    expect([takeSlip(slipOf(CURRENT)), takeSlip(slipOf(CURRENT))]).toEqual([true, false]);
    parlayBatch.set([{ id: 'k', legs: LEGS }]);
    expect([takeSlip(slipOf('k')), takeSlip(slipOf('k'))]).toEqual([true, false]);
  });

  it('comes back among the kept ones where another is being collected by then', () => {
    const other = legsOf('X', 'Y');
    parlaySlip.set(other);
    returnSlip(slipOf(CURRENT));
    expect(parlaySlip.get()).toEqual(other);
    expect(parlayBatch.get()).toEqual([{ id: expect.stringMatching(/./), legs: LEGS }]);
    expect(parlayBatch.get()[0]?.id).not.toBe(CURRENT);
  });

  it('comes back by its own key where it was kept, though nothing is being collected', () => {
    returnSlip(slipOf('k'));
    expect(parlaySlip.get()).toEqual([]);
    expect(parlayBatch.get()).toEqual([{ id: 'k', legs: LEGS }]);
  });
});

describe('what became of slips', () => {
  it('stays on show while others of the request are under way', () => {
    beginPlacing(OWNER, [slipOf('a'), slipOf('b')]);
    notePlacing(OWNER, 'a', { step: 'placed' });
    forgetEnded();
    expect(keysOf()).toEqual(['a', 'b']);
  });

  it('is forgotten as the page is left, but for a kept slip that may have been paid for', () => {
    beginPlacing(OWNER, [slipOf('paid'), slipOf('maybe'), slipOf('refused'), slipOf(CURRENT)]);
    notePlacing(OWNER, 'paid', { step: 'placed' });
    notePlacing(OWNER, 'maybe', UNSURE);
    notePlacing(OWNER, 'refused', { step: 'refused', message: 'closed' });
    notePlacing(OWNER, CURRENT, UNSURE);
    endPlacing(OWNER);
    forgetEnded();
    expect(keysOf()).toEqual(['maybe']);
  });

  it('stays beside the next request where it may have been paid for, and is replaced once it is pressed again', () => {
    beginPlacing(OWNER, [slipOf('maybe'), slipOf('paid')]);
    notePlacing(OWNER, 'maybe', UNSURE);
    notePlacing(OWNER, 'paid', { step: 'placed' });
    expect(beginPlacing(OWNER, [slipOf('next')]), 'while others are under way').toBe(false);
    endPlacing(OWNER);
    expect(beginPlacing(OWNER, [slipOf('next')])).toBe(true);
    expect(keysOf()).toEqual(['maybe', 'next']);
    endPlacing(OWNER);
    beginPlacing(OWNER, [slipOf('maybe')]);
    expect(placingOf(OWNER)).toMatchObject({ count: 1, placings: [{ result: { step: 'waiting' } }] });
  });
});
