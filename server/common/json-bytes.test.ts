import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBytes } from './json-bytes.ts';

const said = (value: unknown): string => jsonBytes(value).toString();

describe('the JSON of an answer in bytes', () => {
  const long = Array.from({ length: 1_000 }, (_, n) => ({
    n,
    title: `Über “${n}” — 東京 🏁`,
    none: undefined,
  }));

  it.each([
    ['a list', long],
    ['a list under a name', { data: long, pagination: { total: 1_000 } }],
    ['lists by owner', { data: { a: long, b: [], 'ä"': long.slice(0, 30) }, missing: undefined }],
    ['one long element after short ones', [...long.slice(0, 50), { text: 'ü'.repeat(200_000) }, ...long]],
    ['values that JSON has no word for', [undefined, null, Number.NaN, ...long]],
    ['what says itself', { at: new Date(0), data: long.map(() => new Date(0)) }],
    ['a number', 1],
    ['null', null],
  ])('says %s as JSON.stringify does', (_, value) => {
    expect(said(value)).toBe(JSON.stringify(value));
  });

  it('says anything as JSON.stringify does, and lets nobody see what it said before', () => {
    const before = jsonBytes(long);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 0, max: 60 }), (value, times) => {
        const many = { some: Array.from({ length: times }, () => value), value };
        expect(said(many)).toBe(JSON.stringify(many));
      }),
    );
    expect(before.toString()).toBe(JSON.stringify(long));
  });
});
