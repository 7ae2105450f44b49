import { describe, expect, it, test } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import { groupMarkets } from './market-groups.ts';
import { assetOf, presentPlace } from './present-price.ts';

const ladder = (title: string, names: readonly string[], subcategory = '') => {
  const event = eventOf(
    names.map((name, index) => ({ marketId: `m${index}`, title: name })),
    'EV-1',
    { category: 'crypto', subcategory, metadata: { eventId: 'EV-1', title } },
  );
  return { event, main: groupMarkets(event).main };
};
const STRIKES = ['Above $78,000', 'Above $74,000', 'Above $76,000'];
const at = (value: number) => ({ text: '', value, asOf: 0, intervalMs: 1 });

describe('the present price of what is asked about', () => {
  test.each([
    ['by how the event is filed', ladder('Price at noon?', STRIKES, 'btc'), 'BTC'],
    ['by its title', ladder('How high will Ethereum get in 2027?', STRIKES, 'ethmaxy'), 'ETH'],
    [
      'of no price',
      ladder('When will Bitcoin be there?', ['Before May 2027', 'Before June 2027']),
      undefined,
    ],
    ['of an asset nobody lists', ladder('Gold above ___ on Monday?', STRIKES, 'gold'), undefined],
  ])('is known %s', (_, { event, main }, symbol) => {
    expect(assetOf(event, main)).toBe(symbol);
  });

  it('stands between the strikes that it has passed and those it has not', () => {
    const { event, main } = ladder('Bitcoin above ___?', STRIKES);
    const place = (value: number) => presentPlace(event, main, at(value))?.at;
    expect([70_000, 75_000, 76_000, 90_000].map(place)).toEqual([0, 1, 2, 3]);
    expect(presentPlace(event, main, undefined)).toBeUndefined();
  });

  it('lies within one of the ranges', () => {
    const { event, main } = ladder('Bitcoin price on Monday?', [
      '$76,000 – $78,000',
      'Below $74,000',
      '$78,000 or above',
      '$74,000 – $76,000',
    ]);
    const name = (value: number) => main[presentPlace(event, main, at(value))?.at ?? -1]?.title;
    expect([70_000, 75_000, 77_000, 80_000].map(name)).toEqual([
      'Below $74,000',
      '$74,000 – $76,000',
      '$76,000 – $78,000',
      '$78,000 or above',
    ]);
  });
});
