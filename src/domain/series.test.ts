import { describe, expect, it } from 'vitest';
import { eventOf } from './event.fixtures.ts';
import { nextOf } from './series.ts';

const asks = (eventId: string, title: string, closeTime: number, status: 'open' | 'closed' = 'open') =>
  eventOf([{ marketId: `${eventId}-m`, closeTime, status }], eventId, { metadata: { eventId, title } });

describe('the next event of a series', () => {
  const over = asks('a', 'Bitcoin above ___ on Nov 24, 20:00 UTC?', 100, 'closed');
  const others = [
    over,
    asks('far', 'Bitcoin above ___ on Nov 26, 20:00 UTC?', 300),
    asks('next', 'Bitcoin above ___ on Dec 1st, 8:00 UTC?', 200),
    asks('other', 'Bitcoin price on Nov 25, 20:00 UTC?', 150),
    asks('before', 'Bitcoin above ___ on Nov 23, 20:00 UTC?', 50),
    asks('over', 'Bitcoin above ___ on Nov 25, 20:00 UTC?', 120, 'closed'),
  ];

  it('asks the same for a later day, and still trades', () => {
    expect(nextOf(over, others, 0)?.eventId).toBe('next');
  });

  it('is unknown where nothing asks the same', () => {
    expect(nextOf(over, others.slice(3, 4), 0)).toBeUndefined();
  });
});
