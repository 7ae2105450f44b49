import { expect, it } from 'vitest';
import type { Ledger } from '../ledger/ledger.ts';
import { ExchangeState } from '../writer/state.ts';
import { createForgetting } from './forgetting.ts';

const SECONDS = 100;
const name = (n: number): string => `market ${n}`;

/** An exchange in which somebody asks for so many markets that do not exist. */
function world(many: number) {
  const state = new ExchangeState();
  const names = Array.from({ length: many }, (_, n) => name(n));
  state.markets.admit(names, new Map());
  let wall = 0;
  const ledger = { addressesCome: () => 0, letGo: () => [] } as Partial<Ledger> as Ledger;
  const context = {
    ...{ state, ledger, clock: { wall: () => wall, now: () => wall } },
    writer: { read: async <T>(look: () => T): Promise<T> => look() },
  } as unknown as Parameters<typeof createForgetting>[0];
  const forget = createForgetting(context, SECONDS);
  const known = (): number => names.length - state.markets.unknown(names).length;
  const pass = (): Promise<void> => {
    wall += SECONDS;
    return forget();
  };
  return { state, known, pass, forget };
}

it('lets go of a crowd a little with each call, and of nothing that is named meanwhile', async () => {
  const MANY = 90_000;
  const { state, known, pass, forget } = world(MANY);
  await pass();
  await forget();
  expect(known()).toBe(MANY);
  await pass();
  expect(known()).toBeLessThan(MANY);
  expect(known()).toBeGreaterThan(0);
  const last = name(MANY - 1);
  expect(state.markets.has(last)).toBe(false);
  for (let before = MANY; known() < before; await forget()) before = known();
  expect(known()).toBe(1);
  expect(state.markets.unknown([last])).toEqual([]);
});

it('begins before its time where more come than there is room for', async () => {
  const { known, forget } = world(100_000);
  for (let call = 0; call < 4; call++) await forget();
  expect(known()).toBe(100_000);
  const { state, forget: again } = world(100_000);
  await again();
  state.markets.admit(
    Array.from({ length: 100_000 }, (_, n) => `another ${n}`),
    new Map(),
  );
  await again();
  await again();
  expect(state.markets.unknown([name(0)])).toEqual([name(0)]);
});
