import { describe, expect, it } from 'vitest';
import type { TriggerOrderRow } from '../writer/commit.store.ts';
import { ExchangeState } from '../writer/state.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import type { TriggerContext } from './context.ts';
import { continueOrder, expireOrder, fillRate, fireOrder, type Market, rateOutput } from './fill-order.ts';

const NOW = 1_000;
const LATER = (NOW + 1) * 1_000;
const SINGLE = {
  ...{ id: 'T', owner: 'A', orderType: 'single', state: 'open', rawState: 'open', triggerMint: 'M' },
  ...{ condition: 'above', triggerPrice: 50n, trailingBps: null, mark: null, nextFillAt: 0 },
  ...{ expiresAt: LATER, events: [] },
} as unknown as TriggerOrderRow;

/** One order in a world whose tokens are traded no more, so that what is filled fails: the states it was put into. */
function statesAfter(
  fields: Partial<TriggerOrderRow>,
  job: (context: TriggerContext, uow: UnitOfWork) => void,
  price: bigint | null = 50n,
): string[] {
  const state = new ExchangeState();
  state.remember('triggerOrders', 'T', { ...SINGLE, ...fields });
  const states: string[] = [];
  const uow = {
    put: (_table: 'triggerOrders', _id: string, row: TriggerOrderRow) => states.push(row.state),
  } as unknown as UnitOfWork;
  const priceAt = () => price;
  const prices = { priceAt, follow: () => ({ priceAt, token: () => undefined, depthUsd: () => null }) };
  job({ state, prices, clock: { now: () => NOW } } as unknown as TriggerContext, uow);
  return states;
}

describe('a job that was due when it was found asks again, and', () => {
  it('fires no order whose time is over, or whose price is another one by now', () => {
    const fire: Parameters<typeof statesAfter>[1] = (...given) =>
      fireOrder(...given, { id: 'T', side: 'above' });
    expect(statesAfter({}, fire)).toEqual(['failed']);
    expect(statesAfter({ expiresAt: NOW * 1_000 }, fire)).toEqual([]);
    expect(statesAfter({}, fire, 49n)).toEqual([]);
    expect(statesAfter({}, fire, null)).toEqual([]);
    expect(statesAfter({ state: 'pending_withdraw' }, fire)).toEqual([]);
  });

  it('fills no slice before its time, and none of an order that has stopped', () => {
    const next: Parameters<typeof statesAfter>[1] = (...given) => continueOrder(...given, 'T');
    const executing = { state: 'executing', rawState: 'partial_fill_success' } as const;
    expect(statesAfter({ ...executing, nextFillAt: NOW }, next)).toEqual(['failed']);
    expect(statesAfter({ ...executing, nextFillAt: NOW + 0.1 }, next)).toEqual([]);
    expect(statesAfter({ ...executing, rawState: 'ready_to_cancel' }, next)).toEqual([]);
    expect(statesAfter({ ...executing, rawState: 'stopping' }, next)).toEqual(['executing']);
    expect(statesAfter({ state: 'pending_withdraw', rawState: 'ready_to_cancel' }, next)).toEqual([]);
  });

  it('ends no order that was prolonged, or that has fired', () => {
    const expire: Parameters<typeof statesAfter>[1] = (...given) => expireOrder(...given, 'T');
    expect(statesAfter({ expiresAt: NOW * 1_000 }, expire)).toEqual(['expired']);
    expect(statesAfter({ expiresAt: NOW * 1_000 + 1 }, expire)).toEqual([]);
    expect(statesAfter({ expiresAt: 0, state: 'executing' }, expire)).toEqual([]);
  });

  it('fills no order of the first version whose time is over, or that has to wait', () => {
    let looks = 0;
    const fill: Parameters<typeof statesAfter>[1] = (context, uow) => {
      const token = () => {
        looks += 1;
        return undefined;
      };
      const follow = (mint: string) => ({ ...context.prices.follow(mint), token });
      fillRate({ ...context, prices: { ...context.prices, follow } }, uow, 'T');
    };
    for (const fields of [{ expiresAt: NOW * 1_000 }, { nextFillAt: NOW + 1 }, { state: 'expired' } as const])
      statesAfter({ orderType: 'v1', ...fields }, fill);
    expect(looks).toBe(0);
    statesAfter({ orderType: 'v1' }, fill);
    expect(looks).toBeGreaterThan(0);
  });
});

describe('an order of the first version', () => {
  const usd = { price: 1_000_000_000_000n, decimals: 6 };
  const market = (depth: bigint | null, from = usd) => ({ from, to: usd, depth }) as Market;
  const asking = (taking: bigint) => ({ remainingInput: 1_000_000_000n, taking }) as TriggerOrderRow;

  it('is filled for no less than it asks for, once its own weight has moved the price', () => {
    // A thousand dollars in a market of twenty-five thousand: two in a hundred.
    expect(rateOutput(asking(980_000_000n), market(25_000n))).toBe(980_000_000n);
    expect(rateOutput(asking(980_000_001n), market(25_000n))).toBeNull();
    expect(rateOutput(asking(1_000_000_000n), market(null))).toBe(1_000_000_000n);
    expect(rateOutput(asking(1_000_000_001n), market(null))).toBeNull();
  });

  it('brings all that its price is by then, however much less it asks for', () => {
    const risen = { ...usd, price: 2n * usd.price };
    expect(rateOutput(asking(1n), market(null, risen))).toBe(2_000_000_000n);
    expect(rateOutput(asking(1n), market(25_000n, risen))).toBe(1_920_000_000n);
  });
});
