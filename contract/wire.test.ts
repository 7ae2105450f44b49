import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { event } from './prediction/event.ts';
import { orderStatusText } from './prediction/order.ts';
import { position } from './prediction/position.ts';
import { triggerOrder } from './triggers/order.ts';
import {
  instant,
  listOrEmpty,
  markPrice,
  numeric,
  quotedPrice,
  unixMs,
  unixSeconds,
  usd,
  whole,
} from './wire.ts';

it.each([
  ['pending', 'pending'],
  ['Pending', 'pending'],
  ['PartiallyFilled', 'partiallyfilled'],
  ['FAILED', 'failed'],
  ['On_Hold', 'On_Hold'],
])('the status %s of an order is read as %s', (sent, read) => {
  expect(orderStatusText.parse(sent)).toBe(read);
});

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
  it('may be nothing where a position is valued by it, and no more than $1 there either', () => {
    const told = ['0', 450_000, '1000000', '1000001', '-1', null, undefined];
    const read = [0n, 450_000n, 1_000_000n, null, null, null, null];
    expect(told.map((price) => markPrice.parse(price))).toEqual(read);
  });
  it.each([quotedPrice, markPrice])('is no text, no fraction and nothing else', (price) => {
    for (const sent of ['', 'NaN', '0.5', 0.5, {}, [], true]) expect(() => price.parse(sent)).toThrow();
  });
});

describe('a moment', () => {
  const at = 1_800_000_000;
  it.each<[unknown, number | null]>([
    [at, at],
    ['1800000000', at],
    ['1800000000.5', at + 0.5],
    ['2027-01-15T08:00:00.250Z', at + 0.25],
    [-1, -1],
    ['', null],
    [null, null],
    [undefined, null],
    ['soon', null],
  ])('%s is %s', (sent, read) => {
    expect(instant.parse(sent)).toBe(read);
  });

  it('is not known where there is no date of it, which could not be shown', () => {
    for (const sent of [1e13, -1e13, 1e300, '1'.repeat(14), '9'.repeat(400), '+275760-09-13T00:00:00Z'])
      expect(instant.parse(sent), String(sent)).toBeNull();
    const last = instant.parse(8_639_000_000_000) ?? Number.NaN;
    // With a zone, and the day after it.
    expect(() => new Date((last + 3 * 86_400) * 1_000).toISOString()).not.toThrow();
  });

  it('is a whole number where everything has one, and one of which there is a date', () => {
    for (const sent of [at, '1800000000', 0, -1]) expect(unixSeconds.parse(sent)).toBe(Number(sent));
    for (const sent of ['1.5', 1.5, null, 8_639_000_000_001, '8639000000001', '9'.repeat(40)])
      expect(unixSeconds.safeParse(sent).success, String(sent)).toBe(false);
    expect(unixMs.parse('8639000000000000')).toBe(8_639_000_000_000_000);
    expect(unixMs.safeParse('8639000000000001').success).toBe(false);
  });
});

it('a moment without which a position or an order is one all the same keeps neither from being sold or cancelled', () => {
  const { claimableAt, settlementDate } = position.shape;
  for (const field of [claimableAt, settlementDate, triggerOrder.shape.triggeredAt]) {
    const read = [undefined, null, 'never', 253_402_300_799_000_000, 1_800_000_000].map((sent) =>
      z.parse(field, sent),
    );
    expect(read).toEqual([null, null, null, null, 1_800_000_000]);
  }
});

it('an amount has no more digits than any has, and as a number no more than it holds', () => {
  expect([usd.parse('9'.repeat(40)), usd.parse(2 ** 53 - 1), usd.parse('-5')]).toEqual([
    10n ** 40n - 1n,
    2n ** 53n - 1n,
    -5n,
  ]);
  for (const sent of ['9'.repeat(41), 2 ** 53, 1e30, '1.0', '0x10', '', '--1'])
    expect(usd.safeParse(sent).success, String(sent)).toBe(false);
});

it('a list that is not there is an empty one', () => {
  expect([undefined, null, []].map((sent) => listOrEmpty(usd).parse(sent))).toEqual([[], [], []]);
});

it('a counter is a number to its last digit', () => {
  expect([whole.parse('9007199254740991'), whole.parse('-5'), whole.parse(7)]).toEqual([2 ** 53 - 1, -5, 7]);
  for (const sent of ['9007199254740992', '-9007199254740992', '1'.repeat(40), 1.5, ''])
    expect(whole.safeParse(sent).success, String(sent)).toBe(false);
});

it('a number is finite, however it is written', () => {
  expect(['-2.50', '0', 12.5, '9'.repeat(40)].map((sent) => numeric.parse(sent))).toEqual([
    -2.5, 0, 12.5, 1e40,
  ]);
  for (const sent of ['9'.repeat(400), '', '1e3', '.5', Number.POSITIVE_INFINITY, null])
    expect(numeric.safeParse(sent).success, String(sent)).toBe(false);
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
