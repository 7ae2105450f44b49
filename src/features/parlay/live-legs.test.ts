import { event as eventSchema } from '@contract/prediction/event.ts';
import { expect, it } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { liveLeg, oldestOf } from './live-legs.ts';

const LEG = { eventId: 'EV-A', marketId: 'MK-A', label: 'Yes', eventTitle: 'Will it rain?' };
const data = eventSchema.parse({
  eventId: 'EV-A',
  isActive: true,
  isLive: false,
  category: 'crypto',
  subcategory: 'btc',
  tags: [],
  metadata: { eventId: 'EV-A', title: 'Will it rain?' },
  beginAt: '0',
  volumeUsd: '0',
  volume24hr: '0',
  closeCondition: '',
  rulesPdf: '',
  markets: [
    {
      provider: 'provider_a',
      marketId: 'MK-A',
      status: 'open',
      result: null,
      marketResultPubkey: null,
      title: 'Yes',
      closeTime: 1_900_000_000,
      pricing: {
        buyYesPriceUsd: 510_000,
        sellYesPriceUsd: 490_000,
        buyNoPriceUsd: 510_000,
        sellNoPriceUsd: 490_000,
      },
    },
  ],
});

it('of an event that was taken from the listing is missing, whatever was told of it before', () => {
  const told = liveLeg(LEG, { data, error: null, dataUpdatedAt: 1 });
  expect(told).toMatchObject({ state: 'open', price: 510_000n });
  const failed = liveLeg(LEG, { data, error: new AppError('server', 'It is down.'), dataUpdatedAt: 1 });
  expect(failed).toEqual(told);
  const gone = new AppError('not-found', 'No such event.');
  const leg = { leg: LEG, market: undefined, state: 'missing', price: null };
  expect(liveLeg(LEG, { data, error: gone, dataUpdatedAt: 1 })).toEqual({ ...leg, asOf: 1 });
  expect(liveLeg(LEG, { data: undefined, error: gone, dataUpdatedAt: 0 })).toEqual({ ...leg, asOf: 0 });
});

it('is as old as the oldest of the legs that are here', () => {
  const leg = (dataUpdatedAt: number) => liveLeg(LEG, { data, error: null, dataUpdatedAt });
  const awaited = liveLeg(LEG, { data: undefined, error: null, dataUpdatedAt: 0 });
  expect(oldestOf([leg(7), awaited, leg(5)])).toBe(5);
  expect(oldestOf([awaited])).toBeUndefined();
});
