// @vitest-environment happy-dom
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  fragmentOf,
  idsOfFragment,
  type ParlayLeg,
  parlaySlip,
  pickLeg,
  toggleLeg,
  useSlipChange,
} from './parlay-slip.ts';

const leg = (event: number, market = 0): ParlayLeg => ({
  eventId: `E${event}`,
  marketId: `M${event}-${market}`,
  label: `Outcome ${market}`,
  eventTitle: `Event ${event}`,
});

beforeEach(() => {
  localStorage.clear();
  parlaySlip.set([]);
});

describe('picking legs', () => {
  it('adds, takes off, and refuses a sixth event', () => {
    for (let event = 0; event < 5; event++) expect(toggleLeg(leg(event)).did).toBe('added');
    expect(toggleLeg(leg(5))).toMatchObject({ did: 'full', count: 5 });
    expect(toggleLeg(leg(2))).toMatchObject({ did: 'removed', count: 4 });
    expect(parlaySlip.get().map(({ eventId }) => eventId)).toEqual(['E0', 'E1', 'E3', 'E4']);
  });

  it('puts another outcome of a picked event in its place, and says so', () => {
    toggleLeg(leg(1));
    toggleLeg(leg(2));
    expect(toggleLeg(leg(1, 7))).toMatchObject({ did: 'replaced', old: leg(1), leg: leg(1, 7), count: 2 });
    expect(parlaySlip.get()).toEqual([leg(1, 7), leg(2)]);
    expect(useSlipChange.getState().change?.did).toBe('replaced');
  });

  it('never holds more than five legs, two of one event, or one twice', () => {
    const picks = fc.array(fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 2 })), { maxLength: 40 });
    fc.assert(
      fc.property(picks, (made) => {
        const legs = made.reduce<ParlayLeg[]>(
          (slip, [event, market]) => pickLeg(slip, leg(event, market)).legs,
          [],
        );
        expect(legs.length).toBeLessThanOrEqual(5);
        expect(new Set(legs.map(({ eventId }) => eventId)).size).toBe(legs.length);
      }),
    );
  });

  it('survives a reload, and starts empty from what is not a slip', () => {
    toggleLeg(leg(1));
    expect(JSON.parse(localStorage.getItem('evenline.parlay') ?? '')).toEqual([leg(1)]);
    localStorage.setItem('evenline.parlay', '[{"marketId":7}]');
    expect(parlaySlip.get()).toEqual([]);
    const six = Array.from({ length: 6 }, (_, event) => leg(event));
    localStorage.setItem('evenline.parlay', JSON.stringify(six));
    expect(parlaySlip.get()).toEqual([]);
    localStorage.setItem('evenline.parlay', JSON.stringify(six.slice(1)));
    expect(parlaySlip.get()).toEqual(six.slice(1));
  });
});

describe('a slip in an address', () => {
  it('comes back as it left', () => {
    const id = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => /^[^\s\p{C}]+$/u.test(text));
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 5 }), (ids) => {
        expect(idsOfFragment(`#${fragmentOf(ids.map((marketId) => ({ marketId })))}`)).toEqual(ids);
      }),
    );
  });

  it.each([
    ['', []],
    ['#top', []],
    ['#legs=', []],
    ['#legs=a,a,b', ['a', 'b']],
    ['#legs=%,a', ['a']],
    ['#legs=a b,c', ['c']],
    ['#legs=1,2,3,4,5,6', ['1', '2', '3', '4', '5']],
    ['#legs=1,1,1,1,1,2', ['1', '2']],
    [`#legs=${'x'.repeat(120)},${'x'.repeat(121)}`, ['x'.repeat(120)]],
  ])('%s holds %o', (fragment, ids) => {
    expect(idsOfFragment(fragment)).toEqual(ids);
  });
});
