import { MAX_LIFE_MS } from '@contract/triggers/order.ts';
import { expect, it } from 'vitest';
import { pairExpiry } from './terms.ts';

const HOUR = 3_600_000;
const CREATED = 1_790_000_000_000;

it.each([
  ['at once', CREATED, HOUR],
  ['in its last moment', CREATED + HOUR - 1, HOUR],
  ['after its expiry', CREATED + 2 * HOUR, HOUR],
])('gives the pair of an entry that is whole %s as long as the entry was given', (_, now, life) => {
  expect(pairExpiry({ createdAt: CREATED, expiresAt: CREATED + life }, now)).toBe(now + life);
});

it('gives no pair longer than any order may have, though its entry was prolonged', () => {
  const entry = { createdAt: CREATED, expiresAt: CREATED + MAX_LIFE_MS + HOUR };
  expect(pairExpiry(entry, CREATED + 2 * HOUR)).toBe(CREATED + 2 * HOUR + MAX_LIFE_MS);
});
