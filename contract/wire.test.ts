import { describe, expect, it } from 'vitest';
import { event } from './prediction/event.ts';
import { quotedPrice } from './wire.ts';

describe('a price of a contract', () => {
  it.each<[unknown, bigint | null]>([
    [450_000, 450_000n],
    ['450000', 450_000n],
    ['1', 1n],
    ['1000000', 1_000_000n],
    [0, null],
    [null, null],
    [undefined, null],
    ['-450000', null],
    ['1000001', null],
    ['99999999999999999999999999', null],
  ])('%s is %s', (sent, read) => {
    expect(quotedPrice.parse(sent)).toBe(read);
  });
  it('is no text, no fraction and nothing else', () => {
    for (const sent of ['', 'NaN', '0.5', 0.5, {}, [], true]) expect(() => quotedPrice.parse(sent)).toThrow();
  });
});

describe('an event', () => {
  const pricing = {
    buyYesPriceUsd: 450_000,
    buyNoPriceUsd: 560_000,
    sellYesPriceUsd: 440_000,
    sellNoPriceUsd: 550_000,
    volume: 5,
  };
  const market = {
    provider: 'provider_a',
    marketId: 'MK-1',
    status: 'open',
    result: null,
    title: 'France',
    closeTime: 1_800_000_000,
    rulesPrimary: 'France wins.',
    pricing,
  };
  const sent = {
    eventId: 'EV-1',
    isActive: true,
    isLive: false,
    category: 'sports',
    subcategory: '',
    tags: ['cup'],
    metadata: { eventId: 'EV-1', title: 'France vs. Senegal' },
    markets: [market],
    volumeUsd: '5',
    volume24hr: '5',
    closeCondition: '',
    beginAt: null,
    rulesPdf: '',
  };

  it('is read although what nothing is decided by cannot be', () => {
    const odd = {
      ...sent,
      tags: 'cup',
      volumeUsd: 'many',
      volume24hr: [],
      metadata: { ...sent.metadata, imageUrl: 5, isLive: 'yes', tags: [1] },
      markets: [
        {
          ...market,
          imageUrl: [],
          isTeamMarket: 'yes',
          marketOptions: [5],
          team: { name: 'France', imageUrl: {}, color: 5, abbreviation: 'FRA' },
          clobTokenIds: [1],
          betType: 'x',
          isLive: 1,
          pricing: { ...pricing, volume: 'x' },
        },
      ],
    };
    const plain = event.parse({ ...sent, tags: [], volumeUsd: null, volume24hr: null });
    const { metadata, markets, ...rest } = event.parse(odd);
    expect({ ...rest, metadata: metadata?.title }).toEqual({
      ...plain,
      markets: undefined,
      metadata: 'France vs. Senegal',
    });
    expect(markets).toMatchObject([
      {
        marketId: 'MK-1',
        title: 'France',
        imageUrl: null,
        marketOptions: [],
        isLive: null,
        team: { name: 'France', imageUrl: null, color: null },
      },
    ]);
    expect(markets?.[0]?.pricing).toMatchObject({ buyYesPriceUsd: 450_000n, volume: null });
  });

  it.each([
    ['marketId', 5],
    ['status', {}],
    ['result', 5],
    ['title', []],
    ['closeTime', {}],
    ['rulesPrimary', 5],
    ['provider', null],
    ['pricing', 'x'],
    // What a side is called, and whether it wins a game.
    ['outcomes', {}],
    ['team', 'France'],
    ['sportsLine', 5],
    ['showCategory', 5],
  ])('is not read where %s of a market cannot be: something is decided by it', (field, value) => {
    expect(() => event.parse({ ...sent, markets: [{ ...market, [field]: value }] })).toThrow();
  });
});
