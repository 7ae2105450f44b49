import { describe, expect, it } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import { chanceOf, groupMarkets, outcomeName, selectMarket } from './market-groups.ts';

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

  it('gives both sides chances that add up', () => {
    const [market] = game.markets;
    if (!market) throw new Error('no market');
    expect(chanceOf(market, 'yes')).toBe(610_000n);
    expect(chanceOf(market, 'no')).toBe(390_000n);
  });
});
