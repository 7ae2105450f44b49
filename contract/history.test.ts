import { expect, it } from 'vitest';
import { marketSeriesAnswer, marketSeriesQuery, tokenSeriesAnswer } from './history.ts';

const AXIS = { now: 1_800_000_100, from: 1_800_000_000, step: 60, count: 2 };

it('reads columns exactly, and a gap as a gap', () => {
  const answer = marketSeriesAnswer.parse({
    ...AXIS,
    markets: [{ marketId: 'M', since: null, close: [null, 505_000], volume: [0, null] }],
  });
  expect(answer.markets).toEqual([
    { marketId: 'M', since: null, close: [null, 505_000n], volume: [0, null] },
  ]);
});

it('reads prices of tokens to the twelfth decimal', () => {
  const { tokens } = tokenSeriesAnswer.parse({
    ...AXIS,
    tokens: [{ mint: 'x', since: 1, close: [1e-12, null] }],
  });
  expect(tokens[0]?.close).toEqual([1n, null]);
});

it.each([
  { marketIds: '' },
  { marketIds: Array.from({ length: 51 }, (_, k) => `M${k}`).join() },
  { marketIds: 'M', step: '61' },
  { marketIds: 'M', points: '1' },
  { marketIds: 'M', points: '1001' },
  { marketIds: 'M', from: '-5' },
  { marketIds: 'M', columns: 'close,mid' },
  { marketIds: 'M', columns: 'close,close' },
  { marketIds: 'M', other: '1' },
])('refuses %j', (query) => {
  expect(marketSeriesQuery.safeParse(query).success).toBe(false);
});

it('takes the names of columns and ten digits of seconds', () => {
  const query = { marketIds: 'M,N', from: '1800000000', step: '60', columns: 'close,volume' };
  expect(marketSeriesQuery.parse(query)).toEqual({
    marketIds: ['M', 'N'],
    from: 1_800_000_000,
    step: 60,
    columns: ['close', 'volume'],
  });
});
