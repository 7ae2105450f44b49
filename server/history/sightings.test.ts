import { expect, it } from 'vitest';
import { sightingsIn } from './sightings.ts';

const MINT = 'So11111111111111111111111111111111111111112';
const market = (marketId: unknown, pricing: unknown, rest: object = {}) => ({
  marketId,
  status: 'open',
  title: 'Yes or no',
  pricing,
  ...rest,
});
const PRICING = { buyYesPriceUsd: 420_000, sellYesPriceUsd: '410000', volume: 1234.9 };
const ABOUT = { event: 'E1', title: 'Yes or no', eventTitle: 'What then', open: true };
const event = { eventId: 'E1', metadata: { title: 'What then' }, markets: [market('M1', PRICING)] };
const QUOTE = { kind: 'quote', market: 'M1', bid: 410_000n, ask: 420_000n, volume: 1_234n, about: ABOUT };

it('finds every market of lists of events, of events and of markets', () => {
  const list = { data: [event, { ...event, markets: undefined }, null], pagination: {} };
  expect([...sightingsIn('listEvents', list, {})]).toEqual([QUOTE]);
  expect([...sightingsIn('getEvent', event, {})]).toEqual([QUOTE]);
  const alone = { ...QUOTE, about: { ...ABOUT, eventTitle: '' } };
  expect([...sightingsIn('listEventMarkets', { data: event.markets }, { eventId: 'E1' })]).toEqual([alone]);
  expect([...sightingsIn('getMarket', market('M1', PRICING, { eventId: 'E1' }), {})]).toEqual([alone]);
  // As a database gives it back: a title that is cut ends in no half of a character.
  const long = market('M1', PRICING, { title: `${'x'.repeat(299)}😀` });
  expect([...sightingsIn('getMarket', long, {})]).toMatchObject([
    { about: { title: `${'x'.repeat(299)}\ufffd` } },
  ]);
});

it.each([1e300, -1, 2 ** 53])('notes the prices beside a volume of %s, which is none', (volume) => {
  const odd = market('M1', { ...PRICING, volume }, { eventId: 'E1' });
  expect([...sightingsIn('getMarket', odd, {})]).toMatchObject([
    { bid: 410_000n, ask: 420_000n, volume: null },
  ]);
});

it('keeps what is not quoted as unknown, and passes over what cannot be read', () => {
  const markets = [
    market('M1', { buyYesPriceUsd: null, sellYesPriceUsd: 0 }, { status: 'closed' }),
    market('M 2', PRICING),
    market('M3', { buyYesPriceUsd: 'dear' }),
    market('M4', undefined),
  ];
  const found = [...sightingsIn('getEvent', { eventId: 'E1', markets }, {})];
  expect(found).toEqual([
    { ...QUOTE, bid: null, ask: null, volume: null, about: { ...ABOUT, eventTitle: '', open: false } },
  ]);
  for (const odd of [null, [], 7, 'x', { data: 'x' }, { data: [{ markets: {} }] }]) {
    expect([...sightingsIn('listEvents', odd, {})]).toEqual([]);
    expect([...sightingsIn('tokenPrices', odd, {})]).toEqual([]);
    expect([...sightingsIn('listTrades', odd, {})]).toEqual([]);
  }
});

it('takes the best prices of a book, and those of trades and tokens', () => {
  const levels = { yes: [], no: [] };
  const book = {
    ...levels,
    yes_dollars: [
      ['0.4000', 3],
      ['0.4100', 3],
    ],
    no_dollars: [['0.5800', 1]],
  };
  expect([...sightingsIn('getOrderbook', book, { marketId: 'M1' })]).toEqual([
    { kind: 'book', market: 'M1', bid: 410_000n, ask: 420_000n },
  ]);
  const empty = { ...levels, yes_dollars: [], no_dollars: [] };
  expect([...sightingsIn('getOrderbook', empty, { marketId: 'M1' })]).toMatchObject([
    { bid: null, ask: null },
  ]);

  const made = {
    id: 1,
    ownerPubkey: MINT,
    marketId: 'M1',
    message: '',
    timestamp: 1_790_000_000,
    action: 'buy',
    side: 'no',
    eventTitle: '',
    marketTitle: '',
    amountUsd: '5000000',
    priceUsd: '600000',
    eventImageUrl: '',
    eventId: 'E1',
    marketOptions: null,
  };
  expect([...sightingsIn('listTrades', { data: [made] }, {})]).toEqual([
    { kind: 'trade', market: 'M1', price: 400_000n, at: 1_790_000_000 },
  ]);

  const price = { kind: 'price', mint: MINT, price: 150_250_000_000_001n };
  expect([...sightingsIn('tokenPrices', { [MINT]: { usdPrice: '150.250000000001' } }, {})]).toEqual([price]);
  expect([...sightingsIn('recentTokens', [{ id: MINT, usdPrice: 1e-9 }, { id: MINT }], {})]).toEqual([
    { ...price, price: 1_000n },
  ]);
});
