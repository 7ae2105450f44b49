import { describe, expect, it } from 'vitest';
import { parseDecimal } from './decimal.ts';
import { createGeneratedFeed } from './generated-feed.ts';
import { createRecordedFeed } from './recorded-feed.ts';

const DAY = 86_400;
/** A midnight. */
const START = 1_784_851_200;
const csv = (...ticks: [second: number, value: string][]): string =>
  [
    'feed_ts_ms,value,server_ts_ms',
    ...ticks.map(([second, value]) => `${(START + second) * 1000},${value},0`),
  ].join('\n');

describe('a recorded feed', () => {
  const feed = createRecordedFeed(csv([30, '65010.5'], [10, '65000.1234569'], [DAY - 1, '64000']), 0);

  it('takes the last tick at or before an instant, whatever the order of the rows', () => {
    expect(feed.price(START + 10)).toBe(65_000_123_456n);
    expect(feed.price(START + 29.9)).toBe(65_000_123_456n);
    expect(feed.price(START + 30)).toBe(65_010_500_000n);
    expect(feed.price(START + 40_000)).toBe(65_010_500_000n);
  });

  it('plays the day over and over, at the same time of day', () => {
    expect(feed.price(START + 40 * DAY + 35)).toBe(feed.price(START + 35));
    expect(feed.price(START - 3 * DAY + 35)).toBe(feed.price(START + 35));
    expect(feed.price(START + 5)).toBe(64_000_000_000n);
  });

  it('ends the last round of a day with the last tick of that day', () => {
    const early = createRecordedFeed(csv([0, '65000'], [DAY - 1, '64000']), 0);
    expect(early.close(START + DAY)).toBe(64_000_000_000n);
    expect(early.price(START + DAY)).toBe(65_000_000_000n);
  });

  it.each([
    '',
    'a,b\n1,2',
    'feed_ts_ms,value',
    'feed_ts_ms,value\n1784851200000,-1',
    'feed_ts_ms,value\n1784851200000,0',
    'feed_ts_ms,value\n1784851200000,0.0000001',
    'feed_ts_ms,value\nx,1',
  ])('refuses %j', (text) => {
    expect(() => createRecordedFeed(text, 0)).toThrow(Error);
  });
});

it('generates the same prices for the same seed', () => {
  const [a, b, c] = [
    createGeneratedFeed('btc', 's'),
    createGeneratedFeed('btc', 's'),
    createGeneratedFeed('btc', 'other'),
  ];
  const prices = (feed: typeof a) => [0, 1, 900, 86_400].map((second) => feed.price(START + second));
  expect(prices(a)).toEqual(prices(b));
  expect(prices(a)).not.toEqual(prices(c));
  expect(a.price(START + 0.9)).toBe(a.price(START));
  expect(prices(a).every((price) => price > 10_000_000_000n)).toBe(true);
});

it.each([
  ['65048.078902260626', 65_048_078_902n],
  ['1', 1_000_000n],
  ['1.5', 1_500_000n],
  ['1e5', null],
  ['-1', null],
  ['', null],
])('reads %s', (text, micro) => {
  expect(parseDecimal(text)).toBe(micro);
});
