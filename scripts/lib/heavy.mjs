/*
 * Long lives: tests that take long because what they prove takes long. `npm test -- --only=heavy` runs them alone
 * and at their full length, with the journeys that are marked @heavy.
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
/** Tells them to live their whole life: one that would take minutes is shorter in every other run. */
export const FULL_LENGTH = { FULL_LENGTH: '1' };
