import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPatch, diff as boundedDiff, isSame, type Json, type Patch } from './patch.ts';

/** As both sides hold it: JSON knows no minus zero. */
const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);

const diff = (before: Json, after: Json): Patch => {
  const patch = boundedDiff(before, after, Number.POSITIVE_INFINITY);
  if (!patch) throw new Error('there is no bound');
  return patch;
};

describe('patch', () => {
  it('makes the later value of the earlier one, after a way over the wire', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const patch = JSON.parse(JSON.stringify(diff(before, after)));
        expect(applyPatch(before, patch)).toEqual(after);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves the earlier value as it was', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const text = JSON.stringify(before);
        applyPatch(before, diff(before, after));
        expect(JSON.stringify(before)).toBe(text);
      }),
    );
  });

  it('is empty exactly where nothing has changed', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(diff(before, after).length === 0).toBe(isSame(before, after));
      }),
    );
  });

  it('names the price that has changed alone, and the trade that came alone', () => {
    const before = {
      data: [
        { id: 'a', price: 1 },
        { id: 'b', price: 2 },
      ],
      trades: [3, 2, 1],
    };
    const after = {
      data: [
        { id: 'a', price: 1 },
        { id: 'b', price: 5 },
      ],
      trades: [4, 3, 2, 1],
    };
    expect(diff(before, after)).toEqual([
      [['data', 1, 'price'], 5],
      [['trades'], 0, 0, [4]],
    ]);
  });

  it('is none where it would take more changes than it may, however they come', () => {
    fc.assert(
      fc.property(json, json, fc.nat({ max: 4 }), (before, after, most) => {
        const patch = diff(before, after);
        expect(boundedDiff(before, after, most)).toEqual(patch.length > most ? null : patch);
      }),
    );
  });

  it('refuses what it was not made of', () => {
    expect(() => applyPatch({ a: 1 }, [[['b', 'c'], 1]])).toThrow(TypeError);
    expect(() => applyPatch([1], [[[3], 1]])).toThrow(TypeError);
    expect(() => applyPatch('text', [[['a'], 1]])).toThrow(TypeError);
  });

  it('takes a name that objects have by themselves for a name like others', () => {
    const after = JSON.parse('{"__proto__": {"price": 1}}') as Json;
    expect(JSON.stringify(applyPatch({}, diff({}, after)))).toBe(JSON.stringify(after));
  });
});
