import { expect, it } from 'vitest';
import { NOW } from '../../testing/stub-app.ts';
import { NotInMemoryError } from '../ledger/not-in-memory.ts';
import { TestUniverse } from '../testing/exchange.ts';
import { ExchangeState } from '../writer/state.ts';
import { createMarketDirectory, marketIdHash } from './markets.ts';

it('tells of a market that was kept long ago as it would be told of today', () => {
  const state = new ExchangeState();
  const marketMetadata = { marketId: 'MK-OLD', eventId: 'EV-OLD', title: 'Yes' };
  const keep = (marketId: string, event: object) =>
    state.markets.admit(
      [marketId],
      new Map([
        [
          marketId,
          {
            marketId,
            snapshot: { eventMetadata: { eventId: 'EV-OLD', closeTime: 5, ...event }, marketMetadata },
          },
        ],
      ]),
    );
  keep('MK-OLD', { imageUrl: '', beginAt: '2027-01-15T08:00:00.000Z' });
  keep('MK-NEW', { imageUrl: 'https://a.example/b.png', beginAt: '1800000000' });
  keep('MK-NONE', { imageUrl: '', beginAt: null });
  const markets = createMarketDirectory(new TestUniverse(), state);
  const eventOf = (marketId: string) => markets.metadata(marketId, 'EV-OLD', NOW).eventMetadata;
  expect(eventOf('MK-OLD')).toEqual({ eventId: 'EV-OLD', closeTime: 5, beginAt: '1800000000' });
  expect(eventOf('MK-NEW')).toEqual({
    eventId: 'EV-OLD',
    closeTime: 5,
    imageUrl: 'https://a.example/b.png',
    beginAt: '1800000000',
  });
  expect(eventOf('MK-NONE')).toEqual({ eventId: 'EV-OLD', closeTime: 5, beginAt: null });
  expect(markets.metadata('MK-OLD', 'EV-OLD', NOW).marketMetadata).toEqual(marketMetadata);
});

it('knows the hashed ids of what is listed, and leaves those of what has gone to the database', () => {
  const universe = new TestUniverse();
  const [gone, ...others] = universe.list();
  const marketIdOf = (event: typeof gone) => event?.markets[0]?.marketId ?? '';
  const [former, present] = [marketIdOf(gone), marketIdOf(others[0])];
  const markets = createMarketDirectory(universe, new ExchangeState());
  expect(markets.canonical(marketIdHash(former), NOW)).toBe(former);
  universe.list = () => others;
  expect(() => markets.canonical(marketIdHash('MK-UNKNOWN'), NOW)).toThrow(NotInMemoryError);
  expect(markets.canonical(marketIdHash(present), NOW)).toBe(present);
  expect(() => markets.canonical(marketIdHash(former), NOW)).toThrow(NotInMemoryError);
});
