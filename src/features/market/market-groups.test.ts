import { describe, expect, it } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import { chanceOf } from '@/domain/events.ts';
import { groupMarkets, labelsOf, outcomeName, renewed, selectMarket } from './market-groups.ts';

const team = (name: string) => ({ name, imageUrl: null, color: null, abbreviation: null });
const game = eventOf([
  { marketId: 'A', sportsMarketType: 'moneyline', team: team('France'), title: 'France wins' },
  { marketId: 'B', sportsMarketType: 'moneyline', team: team('Senegal'), status: 'closed' },
  { marketId: 'C', sportsMarketType: 'totals', title: 'Over 2.5' },
  { marketId: 'D', sportsMarketType: 'both_teams_score', title: 'Both teams score' },
  { marketId: 'E', sportsMarketType: 'totals', title: 'Over 3.5', team: team('France') },
]);

describe('markets of an event', () => {
  it('puts the winners first and everything else by its kind', () => {
    const { main, more } = groupMarkets(game);
    expect(main.map(({ marketId }) => marketId)).toEqual(['A', 'B']);
    expect(more.map(({ label, markets }) => [label, markets.length])).toEqual([
      ['Totals', 2],
      ['Both teams score', 1],
    ]);
  });

  it('keeps the order and the kinds of a provider that states its own', () => {
    const own = eventOf([
      { marketId: 'A', sportsMarketType: 'moneyline', sort: 1 },
      { marketId: 'B', showCategory: 'more', sort: 9 },
      { marketId: 'C', showCategory: 'more', sort: 2 },
      { marketId: 'D', sportsMarketType: 'odd/even', showCategory: 'more', sort: 3 },
    ]);
    expect(
      groupMarkets(own).more.map(({ label, markets }) => [label, markets.map((m) => m.marketId)]),
    ).toEqual([
      ['More', ['C', 'B']],
      ['Odd or even', ['D']],
    ]);
  });

  it('names an outcome by its team only where winning is the question', () => {
    expect(game.markets.map(outcomeName)).toEqual([
      'France',
      'Senegal',
      'Over 2.5',
      'Both teams score',
      'Over 3.5',
    ]);
  });

  it('opens the market of the address, else the first that trades', () => {
    expect(selectMarket(game, 'C')?.marketId).toBe('C');
    expect(selectMarket(game, 'nonsense')?.marketId).toBe('A');
    const closed = eventOf([{ marketId: 'X', status: 'closed' }, { marketId: 'Y' }]);
    expect(selectMarket(closed, undefined)?.marketId).toBe('Y');
    expect(selectMarket(eventOf([]), undefined)).toBeUndefined();
  });

  it('opens what somebody offers, not what nobody does', () => {
    const asked = { buyYesPriceUsd: null, sellYesPriceUsd: 990_000, buyNoPriceUsd: null, volume: 1 };
    const event = eventOf([{ marketId: 'A', pricing: asked }, { marketId: 'B' }]);
    expect(selectMarket(event, undefined)?.marketId).toBe('B');
  });

  it('opens what is held of an event that is decided, else what has won', () => {
    const event = eventOf([
      { marketId: 'A', title: 'Ann' },
      { marketId: 'B', title: 'Bob', status: 'closed', result: 'yes' },
      { marketId: 'C', title: 'Cid', status: 'closed', result: 'no' },
    ]);
    expect(selectMarket(event, undefined)?.marketId).toBe('B');
    const held = event.markets.slice(2).map(({ marketId }) => marketId);
    expect(selectMarket(event, undefined, new Set(held))?.marketId).toBe('C');
  });

  it('puts the winners of a race before podiums, and ranks each kind by chance', () => {
    const at = (chance: number) => ({ buyYesPriceUsd: chance, sellYesPriceUsd: chance, volume: 1 });
    const race = eventOf([
      { marketId: 'A1', title: 'A. Bo · podium', sportsMarketType: 'f1_podium', pricing: at(300_000) },
      { marketId: 'A2', title: 'C. Do · podium', sportsMarketType: 'f1_podium', pricing: at(600_000) },
      { marketId: 'B1', title: 'A. Bo', sportsMarketType: 'f1_race_winner', pricing: at(100_000) },
      { marketId: 'B2', title: 'C. Do', sportsMarketType: 'f1_race_winner', pricing: at(200_000) },
    ]);
    const { main, more } = groupMarkets(race);
    expect(main.map(({ marketId }) => marketId)).toEqual(['B2', 'B1']);
    expect(more.map(({ markets }) => markets.map(({ marketId }) => marketId))).toEqual([['A2', 'A1']]);
    const labels = labelsOf(race, main, more);
    expect(more.flatMap(({ markets }) => markets.map(({ marketId }) => labels.get(marketId)))).toEqual([
      'C. Do',
      'A. Bo',
    ]);
  });

  it('keeps what is read where it is while prices move', () => {
    const at = (chance: number) => ({ buyYesPriceUsd: chance, sellYesPriceUsd: chance, volume: 1 });
    const before = eventOf([
      { marketId: 'A', title: 'Ann', pricing: at(300_000) },
      { marketId: 'B', title: 'Bob', pricing: at(200_000) },
    ]);
    const after = eventOf([
      { marketId: 'A', title: 'Ann', pricing: at(100_000) },
      { marketId: 'B', title: 'Bob', pricing: at(700_000) },
    ]);
    const { main } = renewed(groupMarkets(before), after);
    expect(main).toEqual(after.markets);
  });

  it('names a single question by its side alone, and says once what all outcomes share', () => {
    const only = eventOf([{ marketId: 'A', title: 'Will it rain?' }], 'E', {
      metadata: { eventId: 'E', title: 'Will it rain' },
    });
    expect([...labelsOf(only, only.markets, []).values()]).toEqual(['']);
    const dates = eventOf([
      { marketId: 'A', title: 'Will they meet again by August 31?' },
      { marketId: 'B', title: 'Will they meet again by March 31?' },
    ]);
    expect([...labelsOf(dates, dates.markets, []).values()]).toEqual(['August 31', 'March 31']);
  });

  it('gives both sides chances that add up', () => {
    const [market] = game.markets;
    if (!market) throw new Error('no market');
    expect(chanceOf(market, 'yes')).toBe(610_000n);
    expect(chanceOf(market, 'no')).toBe(390_000n);
  });
});
