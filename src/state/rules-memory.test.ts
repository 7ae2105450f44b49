// @vitest-environment happy-dom
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { hashOf, noteRules, readRules } from './rules-memory.ts';

beforeEach(() => readRules.set([]));

it('notices any change of a text, wherever it is', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }), (a, b) => {
      expect(hashOf(a) === hashOf(b)).toBe(a === b);
    }),
  );
});

it('keeps thirty markets and the beginning of a long text, with the sum of all of it', () => {
  for (let index = 0; index < 35; index += 1) noteRules(`m${index}`, 'x'.repeat(9_000), index);
  expect(readRules.get()).toHaveLength(30);
  expect(readRules.get()[0]).toMatchObject({ marketId: 'm34', hash: hashOf('x'.repeat(9_000)) });
  expect(readRules.get()[0]?.text).toHaveLength(4_000);
});

it('takes no rules that were read at no date', () => {
  localStorage.setItem(readRules.key, JSON.stringify([{ marketId: 'm', hash: '', text: '', at: 1e300 }]));
  expect(readRules.get()).toEqual([]);
});
