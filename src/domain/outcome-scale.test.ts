import type { Market } from '@contract/prediction/market.ts';
import { describe, expect, it, test } from 'vitest';
import { eventOf } from './event.fixtures.ts';
import { scaleOf, withoutShared } from './outcome-scale.ts';

const AUTUMN_2026 = Date.UTC(2026, 9, 1) / 1_000;
const markets = (titles: readonly string[]): Market[] =>
  eventOf(titles.map((title, index) => ({ marketId: `m${index}`, title, closeTime: AUTUMN_2026 }))).markets;

const sorted = (title: string, names: readonly string[]): { scale: string; names: string[] } => {
  const { scale, places } = scaleOf(title, markets(names));
  const order = names.map((_, index) => index);
  if (places) order.sort((a, b) => Math.sign((places[a] ?? 0) - (places[b] ?? 0)) || 0);
  return { scale, names: order.map((index) => names[index] ?? '') };
};

describe('what outcomes are to each other', () => {
  // As they came from real services, in the order they were sent.
  test.each([
    [
      'strikes',
      'value',
      ['$67,500 or above', '$64,500 or above', '$66,000 or above'],
      ['$64,500 or above', '$66,000 or above', '$67,500 or above'],
    ],
    [
      'buckets, the lowest without a floor',
      'value',
      ['6,800 to 6,999.99', '7,200 to 7,399.99', '3,999.99 or below'],
      ['3,999.99 or below', '6,800 to 6,999.99', '7,200 to 7,399.99'],
    ],
    [
      'amounts in words, one of them none',
      'value',
      [
        '$1.2 trillion or more',
        '$300 billion to $599 billion',
        '$1 billion to $9 billion',
        'No deal',
        '$10 billion to $99 billion',
      ],
      [
        '$1 billion to $9 billion',
        '$10 billion to $99 billion',
        '$300 billion to $599 billion',
        '$1.2 trillion or more',
        'No deal',
      ],
    ],
    [
      'below zero',
      'value',
      ['Exactly 0.0%', 'Exactly -0.1%', 'Exactly -0.2%'],
      ['Exactly -0.2%', 'Exactly -0.1%', 'Exactly 0.0%'],
    ],
    [
      'one and many',
      'value',
      ['Exactly 2 cuts', 'Exactly 0 cuts', 'Exactly 1 cut'],
      ['Exactly 0 cuts', 'Exactly 1 cut', 'Exactly 2 cuts'],
    ],
    [
      'dates, some without a year',
      'date',
      ['Before March', 'Before August', 'Before 2027', 'Before April'],
      ['Before March', 'Before April', 'Before August', 'Before 2027'],
    ],
    [
      'dates at the end of a sentence',
      'date',
      ['Leader out in 2025?', 'Leader out by June 30, 2026?', 'Leader out by February 28, 2026?'],
      ['Leader out in 2025?', 'Leader out by February 28, 2026?', 'Leader out by June 30, 2026?'],
    ],
    ['quarters', 'date', ['Q1 2026', 'Q3 2025', 'Q2 2025'], ['Q2 2025', 'Q3 2025', 'Q1 2026']],
    ['candidates', 'field', ['Rahm', 'Gavin', 'Kamala'], ['Rahm', 'Gavin', 'Kamala']],
    [
      'names with numbers in them',
      'field',
      ['gpt-5.2', 'claude-4-6', 'grok-4.1'],
      ['gpt-5.2', 'claude-4-6', 'grok-4.1'],
    ],
    [
      'strikes of two kinds',
      'field',
      ['Cut 25bps', 'Hike 25bps', 'Fed maintains rate'],
      ['Cut 25bps', 'Hike 25bps', 'Fed maintains rate'],
    ],
  ] as const)('%s are a %s', (_, scale, sent, order) => {
    expect(sorted('Question?', sent)).toEqual({ scale, names: order });
  });

  it('sorts a game by its title, the draw between', () => {
    const sides = ['Aston', 'Wolves', 'Tie'];
    expect(sorted('Wolves vs Aston', sides)).toEqual({ scale: 'game', names: ['Wolves', 'Tie', 'Aston'] });
    expect(sorted('Final', sides)).toEqual({ scale: 'game', names: ['Aston', 'Tie', 'Wolves'] });
    expect(sorted('Which party wins?', ['One', 'Two']).scale).toBe('field');
  });

  it('leaves one market alone', () => {
    expect(scaleOf('Will it?', markets(['Above 5']))).toEqual({ scale: 'field', places: null });
  });
});

describe('what all names share', () => {
  test.each([
    [
      ['Will they meet by August 31?', 'Will they meet by December 31?'],
      ['August 31', 'December 31'],
    ],
    // The month stays with its day.
    [
      ['Will it reach that by December 31?', 'Will it reach that by December 31, 2026?'],
      ['December 31', 'December 31, 2026'],
    ],
    [
      ['Will PH win the most seats?', 'Will Green Alliance win the most seats?'],
      ['PH', 'Green Alliance'],
    ],
    [
      ['At least 15 days', 'At least 20 days'],
      ['At least 15 days', 'At least 20 days'],
    ],
    [
      ['Will K win the 2026 Primary Election?', 'Will L win the Texas Primary Election?'],
      ['Will K win the 2026 Primary Election?', 'Will L win the Texas Primary Election?'],
    ],
    [
      ['The very same name', 'The very same name'],
      ['The very same name', 'The very same name'],
    ],
    [
      ['Starmer out in 2025?', 'Starmer out by June 30, 2026?', 'Starmer out by December 31, 2026?'],
      ['in 2025', 'by June 30, 2026', 'by December 31, 2026'],
    ],
    [['Only one of them?'], ['Only one of them?']],
    [[], []],
  ])('%j → %j', (names, short) => {
    expect(withoutShared(names)).toEqual(short);
  });
});
