// @vitest-environment happy-dom
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { diffRules, hashOf, noteRules, readRules } from './rules-memory.ts';

beforeEach(() => readRules.set([]));

it('notices any change of a text, wherever it is', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }), (a, b) => {
      expect(hashOf(a) === hashOf(b)).toBe(a === b);
    }),
  );
});

it('shows what went and what came, in reading order', () => {
  const before = 'Pays Yes if France wins. Extra time counts. Penalties do not.';
  const after = 'Pays Yes if France wins. Extra time does not count. Penalties do not. Draws pay No.';
  expect(diffRules(before, after).map(({ kind, text }) => [kind, text.trim()])).toEqual([
    ['same', 'Pays Yes if France wins.'],
    ['gone', 'Extra time counts.'],
    ['new', 'Extra time does not count.'],
    ['same', 'Penalties do not.'],
    ['new', 'Draws pay No.'],
  ]);
});

it('what is the same or new is the new text, what is the same or gone the old one', () => {
  const sentence = fc.constantFrom('One. ', 'Two! ', 'Three?\n', 'No end ', '. ');
  const text = fc.array(sentence, { maxLength: 12 }).map((parts) => parts.join(''));
  const plain = (parts: { text: string }[]) => parts.map((part) => part.text.replace(/\s+/g, '')).join('');
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = diffRules(before, after);
      expect(plain(parts.filter(({ kind }) => kind !== 'gone'))).toBe(after.replace(/\s+/g, ''));
      expect(plain(parts.filter(({ kind }) => kind !== 'new'))).toBe(before.replace(/\s+/g, ''));
    }),
  );
});

it('keeps thirty markets and the beginning of a long text, with the sum of all of it', () => {
  for (let index = 0; index < 35; index += 1) noteRules(`m${index}`, 'x'.repeat(9_000), index);
  expect(readRules.get()).toHaveLength(30);
  expect(readRules.get()[0]).toMatchObject({ marketId: 'm34', hash: hashOf('x'.repeat(9_000)) });
  expect(readRules.get()[0]?.text).toHaveLength(4_000);
});
