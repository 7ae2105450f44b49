/*
 * Long lives: tests that take long because what they prove takes long. `npm test -- --only=heavy` runs them alone, the
 * journeys among them (marked @heavy) at their full length.
 */
export const HEAVY_UNITS = [
  'bench/hostile/hostile.test.ts',
  'server/abuse.test.ts',
  'server/abuse-trade.test.ts',
  'server/crashes.postgres.test.ts',
  'server/exchange/conservation.test.ts',
  'server/exchange/life-one.test.ts',
  'server/exchange/life-two.test.ts',
  'server/exchange/rounds/conservation.test.ts',
  'server/exchange/triggers/conservation.test.ts',
  'server/first-start.test.ts',
  'server/specification.test.ts',
  'server/takeover.postgres.test.ts',
];
export const HEAVY_JOURNEYS = '@heavy';
/** Tells journeys to live their whole life. */
export const FULL_LENGTH = { E2E_FULL_LENGTH: '1' };
