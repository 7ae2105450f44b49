import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffRules } from './rules.ts';

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
