import { eventSeriesAnswer } from '@contract/history.ts';
import type { MarketId } from '@contract/ids.ts';
import { microUsd } from '@contract/money.ts';
import { expect, it } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import { axisTop, bandsOf, chancesAt, likeliestOf, outcomeLines, sumOf, tableOf } from './outcome-lines.ts';

const answer = eventSeriesAnswer.parse({
  now: 1_180,
  from: 1_000,
  step: 60,
  count: 3,
  eventId: 'E',
  markets: [
    { marketId: 'A', since: 1_000, bid: [190_000, null, 240_000], ask: [210_000, null, 260_000] },
    { marketId: 'B', since: 1_000, bid: [690_000, 680_000, 640_000], ask: [710_000, 700_000, 660_000] },
  ],
});
const quoted = (marketId: string, bid: number, ask: number) => ({
  marketId,
  pricing: {
    sellYesPriceUsd: bid,
    buyYesPriceUsd: ask,
    buyNoPriceUsd: null,
    sellNoPriceUsd: null,
    volume: 1,
  },
});
const { markets: outcomes } = eventOf([quoted('B', 590_000, 610_000), quoted('A', 290_000, 310_000)]);
const places = likeliestOf(outcomes);
const lines = outcomeLines(answer, outcomes, places, new Map([['A' as MarketId, 'Ann']]));

it('draws the outcomes in the order of the page, to what is read of them now, with how far each went', () => {
  expect(lines.map(({ marketId, now, change }) => [marketId, now, change])).toEqual([
    ['B', 600_000n, -100_000n],
    ['A', 300_000n, 100_000n],
  ]);
  expect(lines[1]?.name).toBe('Ann');
  expect(lines[1]?.points).toEqual([
    { time: 1_000, value: 20 },
    { time: 1_060, value: 30, gap: true },
    { time: 1_120, value: 30 },
  ]);
});

it('leaves each its place and its colour when another becomes the likeliest', () => {
  const { markets: crossed } = eventOf([quoted('B', 290_000, 310_000), quoted('A', 590_000, 610_000)]);
  const shown = (of: typeof outcomes) =>
    outcomeLines(answer, of, places, new Map()).map(({ marketId, color, first }) => [marketId, color, first]);
  expect(shown(crossed)).toEqual(shown(outcomes));
});

it('reads strikes by value, and draws the likeliest of them first', () => {
  const strikes = Array.from({ length: 14 }, (_, n) => quoted(`S${n}`, n * 10_000, n * 10_000 + 20_000));
  const { markets: ladder } = eventOf(strikes);
  const series = ladder.map(({ marketId }) => ({ marketId, since: 1_000 }));
  const all = outcomeLines({ ...answer, markets: series }, ladder, likeliestOf(ladder), new Map());
  expect(all.map(({ marketId }) => marketId)).toEqual(strikes.slice(2).map(({ marketId }) => marketId));
  expect(all.map(({ first }) => first)).toEqual([...Array(6).fill(false), ...Array(6).fill(true)]);
  expect(all.at(-1)).toMatchObject({ color: '--green', dashed: false });
  expect(all[0]).toMatchObject({ color: '--warn', dashed: true });
});

it('counts a change from the price at the very beginning, as the chart of one market does', () => {
  const [series] = answer.markets;
  const opened = {
    ...answer,
    markets: series ? [{ ...series, open: [microUsd(150_000n), null, null] }] : [],
  };
  expect(outcomeLines(opened, outcomes, places, new Map())[0]?.change).toBe(150_000n);
});

it('tells no change of what is known just now and never before', () => {
  const empty = { ...answer, markets: [{ marketId: 'A' as MarketId, since: 1_000 }] };
  expect(outcomeLines(empty, outcomes, places, new Map())[0]).toMatchObject({ now: 300_000n, change: null });
});

it('tells the chances at a time, likeliest first, and none where none is known', () => {
  expect(chancesAt(lines, 1_120).map(({ value }) => value)).toEqual([60, 30]);
  expect(chancesAt(lines, 1_060).map(({ value }) => value)).toEqual([69]);
  expect(chancesAt(lines, 5)).toEqual([]);
});

it('stacks what is known of all at a time, as it is, and nothing else', () => {
  const bands = bandsOf(lines);
  expect(bands.map(({ points }) => points)).toEqual([
    [
      { time: 1_000, value: 70 },
      { time: 1_060, value: 60, gap: true },
      { time: 1_120, value: 60 },
    ],
    [
      { time: 1_000, value: 90 },
      { time: 1_060, value: 90, gap: true },
      { time: 1_120, value: 90 },
    ],
  ]);
  expect(sumOf(lines)).toBe(900_000n);
  expect(sumOf(lines.map((line) => ({ ...line, now: null })))).toBeNull();
});

it('tells a few times in figures for who cannot see the lines', () => {
  expect(tableOf(lines).map(({ time, chances }) => [time, chances.map(({ name }) => name)])).toEqual([
    [1_000, ['B', 'Ann']],
    [1_060, ['B']],
    [1_120, ['B', 'Ann']],
  ]);
});

it('draws lines as high as their ten asks for, and bands to the whole or above it', () => {
  const [line] = lines;
  const upTo = (value: number) =>
    line ? [{ ...line, points: [{ time: 1_000 }, { time: 1_060, value }] }] : [];
  expect([0, 4, 10, 33, 89.9, 90, 100].map((value) => axisTop(upTo(value), false))).toEqual([
    10, 10, 20, 40, 90, 100, 100,
  ]);
  expect([20, 100, 104].map((value) => axisTop(upTo(value), true))).toEqual([100, 100, 104]);
  expect(axisTop([], false)).toBe(10);
});
