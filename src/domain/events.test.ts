import type { EventId } from '@contract/ids.ts';
import { event as eventSchema, type PredictionEvent } from '@contract/prediction/event.ts';
import { type GameScore, gameScore } from '@contract/prediction/score.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cardLines,
  closeTimeOf,
  hasDrifted,
  keepOrder,
  leadingOutcome,
  liveText,
  mayHaveScore,
  outcomeOrder,
  outcomesOf,
  phaseOf,
  probabilityOf,
  scoreText,
  sideQuote,
  titleOf,
  verdictOf,
} from './events.ts';
import { groupRounds, mergePast, roundLengthOf, roundOf } from './rounds.ts';

const market = (marketId: string, more: Record<string, unknown> = {}) => ({
  provider: 'provider_a',
  marketId,
  status: 'open',
  result: null,
  title: marketId,
  pricing: {
    buyYesPriceUsd: 620_000,
    sellYesPriceUsd: 600_000,
    buyNoPriceUsd: 400_000,
    sellNoPriceUsd: 380_000,
  },
  ...more,
});
const priced = (marketId: string, buy: number, sell: number, more: Record<string, unknown> = {}) =>
  market(marketId, {
    pricing: {
      buyYesPriceUsd: buy,
      sellYesPriceUsd: sell,
      buyNoPriceUsd: sell && 1_000_000 - sell,
      sellNoPriceUsd: buy && 1_000_000 - buy,
    },
    ...more,
  });
const event = (more: Record<string, unknown> = {}): PredictionEvent =>
  eventSchema.parse({
    eventId: 'e',
    isActive: true,
    isLive: false,
    category: 'sports',
    subcategory: 'cup',
    tags: [],
    markets: [market('m')],
    beginAt: null,
    ...more,
  });
const score = (more: Record<string, unknown> = {}): GameScore =>
  gameScore.parse({ eventId: 'e', gameId: 1, live: true, ended: false, ...more });

const only = (e: PredictionEvent) => {
  const [first] = e.markets;
  if (!first) throw new Error('no market');
  return first;
};

describe('where an event stands', () => {
  const NOW = 1_000;
  test.each([
    ['the score says live, the service does not', { isLive: false }, score(), 'live'],
    ['the service says live, the score does not', { isLive: true }, score({ live: false }), 'open'],
    ['the score says it is over', { isLive: true }, score({ ended: true }), 'ended'],
    ['live without a score', { isLive: true }, null, 'live'],
    ['live past its scheduled end', { isLive: true, metadata: { eventId: 'e', closeTime: 1 } }, null, 'live'],
    ['to come', { beginAt: '2000' }, undefined, 'upcoming'],
    ['begun', { beginAt: '500' }, undefined, 'open'],
    ['no longer listed', { isActive: false, isLive: true }, undefined, 'ended'],
    ['all its markets are closed', { markets: [market('m', { status: 'closed' })] }, undefined, 'ended'],
    ['listed without markets', { markets: [] }, undefined, 'open'],
  ])('%s', (_name, more, reading, phase) => {
    expect(phaseOf(event(more), reading, NOW)).toBe(phase);
  });

  test('only games that run, are about to or are over are asked for a score', () => {
    expect(mayHaveScore(event({ beginAt: '1030' }), NOW)).toBe(true);
    expect(mayHaveScore(event({ beginAt: '5000' }), NOW)).toBe(false);
    expect(mayHaveScore(event({ isLive: true }), NOW)).toBe(true);
    expect(mayHaveScore(event({ isActive: false, beginAt: '10' }), NOW), 'the final one').toBe(true);
    expect(mayHaveScore(event({ isLive: true, category: 'politics' }), NOW)).toBe(false);
  });

  test('the end comes from the event, else from the last of its markets', () => {
    expect(closeTimeOf(event({ metadata: { eventId: 'e', closeTime: '2026-01-01T00:00:00Z' } }))).toBe(
      1767225600,
    );
    expect(
      closeTimeOf(event({ markets: [market('a', { closeTime: 5 }), market('b', { closeTime: 9 })] })),
    ).toBe(9);
    expect(closeTimeOf(event())).toBeNull();
    expect(titleOf(event({ metadata: { eventId: 'e', title: 'Cup' } }))).toBe('Cup');
    expect(titleOf(event({ markets: [] }))).toBe('e');
  });
});

describe('scores for reading', () => {
  test.each([
    ['2-0', '2–0'],
    ['32-186', '32–186'],
    ['000-000|1-0|Bo3', '1–0'],
    ['7-6|1-1|Bo3', '1–1 · 7–6'],
    ['7-6(7-2), 0-0', '7–6(7–2), 0–0'],
    ['rain delay', 'rain delay'],
  ])('%s → %s', (raw, text) => expect(scoreText(raw)).toBe(text));

  test.each([
    [{ period: '2H', elapsed: '67', score: '2-0' }, "2H 67' 2–0"],
    [{ period: 'Q4', elapsed: '5:18', score: '88-90' }, 'Q4 5:18 88–90'],
    [{ period: 'HT', elapsed: '0:00', score: '1-1' }, 'HT 1–1'],
    [{ period: 'Live', score: '32-186' }, '32–186'],
    [{ period: 'FT', elapsed: '90', score: '1-1', ended: true }, 'FT 1–1'],
    [{}, ''],
  ])('%j', (fields, text) => expect(liveText(score(fields))).toBe(text));
});

describe('outcomes of a card', () => {
  test('one market shows both its sides, with chances that add up', () => {
    const lines = outcomesOf(event());
    expect(
      lines.map(({ label, probability, quotes }) => [label, probability, quotes.map((q) => q.buy)]),
    ).toEqual([
      ['Yes', 610_000n, [620_000n]],
      ['No', 390_000n, [400_000n]],
    ]);
  });

  test('one market of two names carries the names', () => {
    const lines = outcomesOf(event({ markets: [market('m', { outcomes: ['Home', 'Away'] })] }));
    expect(lines.map((line) => line.label)).toEqual(['Home', 'Away']);
  });

  test('a one-sided pair shows one side of each market', () => {
    const lines = outcomesOf(
      event({
        markets: [priced('u', 480_000, 470_000, { title: 'Up' }), priced('d', 530_000, 0, { title: 'Down' })],
      }),
    );
    expect(lines.map((line) => [line.label, line.quotes.length])).toEqual([
      ['Up', 1],
      ['Down', 1],
    ]);
    expect(lines[1]?.quotes[0]?.sell).toBeNull();
  });

  test('one without a name is called by its market, for it can be bought all the same', () => {
    const markets = [priced('a', 500_000, 400_000, { title: '' }), priced('b', 300_000, 200_000)];
    expect(outcomesOf(event({ markets })).map(({ label }) => label)).toEqual(['a', 'b']);
  });

  test('many are shown likeliest first, closed ones last, and stay where they were', () => {
    const markets = [
      priced('low', 50_000, 40_000),
      priced('done', 0, 0, { status: 'closed', result: 'no', pricing: null }),
      priced('high', 710_000, 700_000),
      priced('mid', 300_000, 200_000),
    ];
    const first = event({ markets });
    const order = outcomeOrder(first);
    expect(order).toEqual(['high', 'mid', 'low', 'done']);
    const later = event({ markets: [priced('low', 900_000, 890_000), ...markets.slice(1)] });
    const lines = outcomesOf(later, order);
    expect(lines.map((line) => line.key)).toEqual(['high', 'mid', 'low', 'done']);
    expect(lines.map((line) => line.verdict)).toEqual([null, null, null, 'lost']);
    expect(lines[1]?.quotes[0]?.wide).toBe(true);
    expect(leadingOutcome(outcomesOf(first))?.key).toBe('high');
    expect(leadingOutcome([])).toBeUndefined();
  });

  test('the favourite of a field holds still until its order is made anew', () => {
    const field = (ann: number, bo: number) =>
      event({ markets: [priced('ann', ann, ann - 1), priced('bo', bo, bo - 1), priced('cy', 9_000, 8_000)] });
    const order = outcomeOrder(field(500_000, 400_000));
    const crossed = field(400_000, 500_000);
    expect(leadingOutcome(outcomesOf(crossed, order))?.key).toBe('ann');
    expect(leadingOutcome(outcomesOf(crossed))?.key).toBe('bo');
  });

  test('what has won stands before what was likely', () => {
    const markets = [
      priced('likely', 900_000, 890_000),
      priced('won', 0, 0, { status: 'closed', result: 'yes', pricing: null }),
    ];
    expect(outcomeOrder(event({ markets }))).toEqual(['won', 'likely']);
  });

  test('strikes stand by value, and a card shows the neighbours that are most contested', () => {
    const chances = [120_000, 990_000, 20_000, 700_000, 450_000, 960_000];
    const strikes = [66_000, 60_000, 68_000, 62_000, 64_000, 61_000];
    const ladder = event({
      markets: chances.map((chance, index) =>
        priced(`at${strikes[index]}`, chance, chance - 10_000, { title: `Above $${strikes[index]}` }),
      ),
    });
    const lines = outcomesOf(ladder);
    expect(lines.map((line) => line.key)).toEqual(strikes.toSorted().map((strike) => `at${strike}`));
    expect(cardLines(lines).map((line) => line.key)).toEqual(['at62000', 'at64000', 'at66000']);
    expect(leadingOutcome(lines)?.key).toBe('at64000');
  });

  test('a field is ranked by probability, whatever its markets are called on the wire', () => {
    const title = 'Pro Basketball Champion?';
    const kind = { sportsMarketType: 'moneyline' };
    const field = event({
      metadata: { eventId: 'e', title },
      markets: [
        priced('minnesota', 40_000, 30_000, kind),
        priced('denver', 130_000, 120_000, kind),
        priced('oklahoma', 400_000, 390_000, kind),
        priced('nobody', 0, 0, { ...kind, pricing: null }),
      ],
    });
    expect(cardLines(outcomesOf(field)).map((line) => line.key)).toEqual(['oklahoma', 'denver', 'minnesota']);
    expect(leadingOutcome(outcomesOf(field))?.key).toBe('oklahoma');
  });

  test('of a game the winner markets are shown: home, draw, away', () => {
    const kind = (sportsMarketType: string, title: string) => ({ sportsMarketType, title });
    const game = event({
      metadata: { eventId: 'e', title: 'Northport vs Kingsbury' },
      markets: [
        priced('away', 500_000, 490_000, kind('moneyline', 'Kingsbury')),
        priced('home', 200_000, 190_000, kind('moneyline', 'Northport')),
        priced('draw', 300_000, 290_000, kind('moneyline', 'Draw')),
        priced('over', 900_000, 890_000, kind('totals', 'Over 2.5')),
      ],
    });
    expect(outcomesOf(game).map((line) => line.key)).toEqual(['home', 'draw', 'away']);
  });

  test('a chance is known from whatever is quoted', () => {
    const chance = (pricing: Record<string, number> | null) =>
      probabilityOf(only(event({ markets: [market('m', { pricing })] })));
    expect(chance({ buyYesPriceUsd: 100_000 })).toBe(100_000n);
    expect(chance({ buyNoPriceUsd: 300_000, buyYesPriceUsd: 0 })).toBe(700_000n);
    expect(chance({})).toBeNull();
    expect(chance(null)).toBeNull();
  });

  test('what is closed has no quotes, whatever its prices say', () => {
    const closed = only(event({ markets: [market('m', { status: 'closed' })] }));
    expect(sideQuote(closed, 'yes')).toEqual({ side: 'yes', buy: null, sell: null, wide: false });
  });

  test.each([
    [{ status: 'open' }, null],
    [{ status: 'closed' }, 'closed'],
    [{ status: 'closed', result: 'yes' }, 'won'],
    [{ status: 'closed', result: 'no' }, 'lost'],
    [{ status: 'closed', result: 'draw' }, 'draw'],
    [{ status: 'cancelled' }, 'void'],
    [{ status: 'closed', result: 'something-new' }, 'closed'],
  ])('%j → %s', (fields, verdict) => {
    expect(verdictOf(only(event({ markets: [market('m', fields)] })), 'yes')).toBe(verdict);
  });
});

describe('order on the screen', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }));

  test('keeps what stays in place, appends what is new, and holds exactly what is there', () => {
    fc.assert(
      fc.property(ids, ids, (shown, current) => {
        const kept = keepOrder(shown, current);
        expect(kept.toSorted()).toEqual(current.toSorted());
        const old = shown.filter((id) => current.includes(id));
        expect(kept.slice(0, old.length)).toEqual(old);
      }),
    );
  });

  test('is outdated when something comes, goes or moves far, and not by a swap of neighbours', () => {
    expect(hasDrifted([1, 2, 3, 4, 5], [2, 1, 3, 5, 4])).toBe(false);
    expect(hasDrifted([1, 2, 3, 4, 5], [2, 3, 4, 1, 5])).toBe(true);
    expect(hasDrifted([1, 2], [1, 3])).toBe(true);
    expect(hasDrifted([1, 2], [1])).toBe(true);
  });
});

describe('recurring rounds', () => {
  const round = (id: string, beginAt: number, more: Record<string, unknown> = {}, tag = '15m') =>
    event({
      eventId: id,
      category: 'crypto',
      subcategory: 'btc',
      tags: [tag, 'up-or-down'],
      beginAt: String(beginAt),
      metadata: { eventId: id, title: `Bitcoin Up or Down · ${beginAt}`, closeTime: beginAt + 900 },
      markets: [
        priced(`${id}-0`, 480_000, 470_000, { title: 'Up', ...more }),
        priced(`${id}-1`, 530_000, 520_000, { title: 'Down' }),
      ],
    });

  test('are grouped by asset and length into results, the running and the next one', () => {
    const events = [
      round('later', 3_600),
      round('next', 2_700),
      round('now', 1_800),
      round('just', 900, { status: 'closed' }),
      round('old', 0, { status: 'closed', result: 'yes' }),
      event({ eventId: 'other', tags: ['15m'], markets: [market('x')] }),
      round('hour', 1_800, {}, '1h'),
    ];
    const [quarter, hour, ...none] = groupRounds(events, 2_000);
    expect(none).toEqual([]);
    expect(quarter).toMatchObject({ name: 'Bitcoin', length: '15m' });
    expect(quarter?.past.map(({ eventId, result }) => [eventId, result])).toEqual([
      ['old', 'up'],
      ['just', 'pending'],
    ]);
    expect(quarter?.current?.event.eventId).toBe('now');
    expect(quarter?.next?.event.eventId).toBe('next');
    expect(hour?.length).toBe('1h');
  });

  test('of two providers with rounds at the same times are one series, whoever comes first', () => {
    const of = (provider: string) =>
      [0, 900, 1_800].map((beginAt) => ({ ...round(`${provider}-${beginAt}`, beginAt), provider }));
    const both = [...of('provider_d'), ...of('provider_a')];
    for (const events of [both, both.toReversed()]) {
      const [series, ...none] = groupRounds(events, 2_000);
      expect(none).toEqual([]);
      expect(series?.past.map(({ eventId }) => eventId)).toEqual(['provider_a-0', 'provider_a-900']);
      expect(series?.current?.event.eventId).toBe('provider_a-1800');
    }
  });

  test('are told by their tag and their sides', () => {
    expect(roundLengthOf(round('a', 0))).toBe('15m');
    expect(roundLengthOf(event({ tags: ['sports'] }))).toBeUndefined();
    expect(roundOf(event({ tags: ['5m'], markets: [market('x')] }))).toBeUndefined();
    expect(roundOf(round('a', 0, { status: 'cancelled' }))?.result).toBe('void');
    expect(roundOf(round('a', 0, { result: 'no', status: 'closed' }))?.result).toBe('down');
  });

  test('of two readings of one past round the settled one wins', () => {
    const past = (id: string, beginAt: number, result: 'up' | 'pending') => ({
      eventId: id as EventId,
      beginAt,
      closeAt: beginAt + 1,
      result,
    });
    expect(
      mergePast([past('b', 2, 'pending'), past('a', 1, 'up')], [past('b', 2, 'up'), past('a', 1, 'pending')]),
    ).toEqual([past('a', 1, 'up'), past('b', 2, 'up')]);
  });
});
