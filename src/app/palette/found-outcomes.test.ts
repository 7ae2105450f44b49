import { expect, it } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import { foundOutcomes } from './found-outcomes.ts';

const cup = eventOf([
  { marketId: 'fr', title: 'France' },
  { marketId: 'sn', title: 'Senegal' },
  { marketId: 'br', title: 'Brazil' },
  { marketId: 'jp', title: 'Japan' },
]);
const labels = (words: string) => foundOutcomes(cup, words).map(({ label }) => label);

it('lists the outcomes that are called by what was typed, else those of a card', () => {
  expect(labels('world japan')).toEqual(['Japan']);
  expect(labels('world cup')).toHaveLength(3);
});

it('lists none of a single question', () => {
  expect(foundOutcomes(eventOf([{ marketId: 'a' }]), 'a')).toEqual([]);
});
