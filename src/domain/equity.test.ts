import type { MarketId } from '@contract/ids.ts';
import {
  floorToLot,
  type MicroUsd,
  microContracts,
  microUsd,
  minBig,
  ONE_USD,
  ZERO_CONTRACTS,
  ZERO_USD,
} from '@contract/money.ts';
import { costOf, payoutOf, proceedsOf, saleAt, venueFee } from '@contract/pricing.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountRow } from './account.ts';
import {
  daysBetween,
  drawdownOf,
  equityLine,
  isWholeLife,
  marketsHeld,
  momentsOf,
  type PastQuotes,
  profitsAt,
  putIn,
  sharesOf,
} from './equity.ts';
import { ledgerOf } from './ledger.ts';
import type { LedgerRange } from './ledger-points.ts';

type LedgerRecord = Parameters<typeof ledgerOf>[0][number];

const BEGAN = 1_790_000_000;
const STEP = 300;
const COUNT = 40;
const TIMES = Array.from({ length: COUNT }, (_, k) => (Math.floor(BEGAN / STEP) - 3 + k) * STEP);
const NOW = (TIMES.at(-1) ?? BEGAN) + 100;

const blank: LedgerRecord = {
  id: '0',
  eventType: 'order_filled',
  timestamp: BEGAN,
  positionPubkey: 'a',
  marketId: 'm' as MarketId,
  isBuy: true,
  isYes: true,
  filledContractsMicro: ZERO_CONTRACTS,
  contractsSettledMicro: ZERO_CONTRACTS,
  avgFillPriceUsd: ZERO_USD,
  totalCostUsd: ZERO_USD,
  feeUsd: null,
  grossProceedsUsd: ZERO_USD,
  netProceedsUsd: ZERO_USD,
  realizedPnl: null,
  payoutAmountUsd: ZERO_USD,
};

const price = fc.bigInt(10_000n, 990_000n).map((value) => microUsd(value));
const position = fc.integer({ min: 0, max: 4 });
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      position,
      price,
      lots: fc.bigInt(1n, 10n ** 6n),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      position,
      price,
      lots: fc.bigInt(1n, 10n ** 6n),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('win' as const), position, price, lots: fc.constant(0n) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('lose' as const), position, price, lots: fc.constant(0n) }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;
const market = (index: number) => `m${Math.floor(index / 2)}` as MarketId;

/** What came of it, the purse counted apart; two positions share a market, one on each side. */
function live(actions: readonly Action[]) {
  const records: LedgerRecord[] = [];
  const held = new Map<number, bigint>();
  const won = new Map<number, bigint>();
  let purse = 0n;
  for (const [index, act] of actions.entries()) {
    const have = held.get(act.position) ?? 0n;
    const of = {
      ...blank,
      id: String(index),
      timestamp: BEGAN + index * 170,
      positionPubkey: `p${act.position}`,
      marketId: market(act.position),
      isYes: act.position % 2 === 0,
    };
    // What has its result is not traded any more.
    if (won.has(act.position)) continue;
    if (act.do === 'buy') {
      const contracts = microContracts(act.lots * 10_000n);
      const [cost, fee] = [costOf(contracts, act.price), venueFee(contracts, act.price)];
      purse -= cost + fee;
      held.set(act.position, have + contracts);
      records.push({
        ...of,
        filledContractsMicro: contracts,
        avgFillPriceUsd: act.price,
        totalCostUsd: cost,
        feeUsd: fee,
      });
    } else if (act.do === 'sell') {
      const contracts = microContracts(floorToLot(minBig(have, act.lots * 10_000n)));
      if (contracts === 0n) continue;
      const gross = proceedsOf(contracts, act.price);
      const fee = microUsd(minBig<bigint>(venueFee(contracts, act.price), gross));
      purse += gross - fee;
      held.set(act.position, have - contracts);
      records.push({
        ...of,
        isBuy: false,
        filledContractsMicro: contracts,
        avgFillPriceUsd: act.price,
        feeUsd: fee,
        grossProceedsUsd: gross,
        netProceedsUsd: microUsd(gross - fee),
      });
    } else if (have > 0n) {
      const all = microContracts(have);
      const payout = act.do === 'win' ? payoutOf(all) : ZERO_USD;
      // What has won waits to be claimed.
      if (act.do === 'win') won.set(act.position, payout);
      else held.set(act.position, 0n);
      records.push({
        ...of,
        eventType: act.do === 'win' ? 'position_updated' : 'position_lost',
        contractsSettledMicro: all,
        payoutAmountUsd: payout,
      });
    }
  }
  return { records, held, won, purse, ledger: ledgerOf(records) };
}

const known = fc.tuple(price, price).map(([a, b]) => ({ bid: a < b ? a : b, ask: a < b ? b : a }));
const quotesOf = (one: fc.Arbitrary<{ bid: MicroUsd; ask: MicroUsd } | null>) =>
  fc
    .array(fc.array(one, { minLength: COUNT + 1, maxLength: COUNT + 1 }), { minLength: 3, maxLength: 3 })
    .map(
      (all) =>
        new Map<MarketId, PastQuotes>(
          all.map((own, index) => [
            `m${index}` as MarketId,
            { bid: own.map((q) => q?.bid ?? null), ask: own.map((q) => q?.ask ?? null) },
          ]),
        ),
    );
const actions = fc.array(action, { minLength: 1, maxLength: 60 });

/** What is held now, as the live figures have it: sold at the bid of now after fees, or paid. */
function rowsOf({ held, won, ledger }: ReturnType<typeof live>, quotes: ReadonlyMap<MarketId, PastQuotes>) {
  return [...held].flatMap(([index, contracts]): AccountRow[] => {
    if (contracts === 0n) return [];
    const own = quotes.get(market(index));
    const bid = index % 2 === 0 ? own?.bid[COUNT] : microUsd(ONE_USD - (own?.ask[COUNT] ?? 0n));
    const worth = microUsd(won.get(index) ?? saleAt(microContracts(contracts), bid ?? ZERO_USD));
    const trail = ledger.trails.find(({ record }) => record.positionPubkey === `p${index}`);
    const cash = trail?.moments.at(-1)?.cash ?? 0n;
    const gained = ledger.disposals
      .filter(({ record }) => record.positionPubkey === `p${index}`)
      .reduce((sum, { realised }) => sum + (realised ?? 0n), 0n);
    const cost = microUsd(gained - cash);
    return [
      {
        part: 'positions',
        key: `p${index}`,
        worth,
        cost,
        unrealised: microUsd(worth - cost),
        state: 'running',
        openedAt: BEGAN,
      },
    ];
  });
}
const sum = (parts: readonly (bigint | null)[]) => parts.reduce<bigint>((all, one) => all + (one ?? 0n), 0n);

describe('equity at moments of the past', () => {
  it('is at last what the headline says, and zero before the first record', () => {
    fc.assert(
      fc.property(actions, quotesOf(known), fc.bigInt(0n, 10n ** 12n), (done, quotes, deposit) => {
        const life = live(done);
        const { records, ledger, purse } = life;
        if (records.length === 0) return;
        const rows = rowsOf(life, quotes);
        const profit = microUsd(ledger.realised + sum(rows.map(({ unrealised }) => unrealised)));
        const equity = microUsd(deposit + purse + sum(rows.map(({ worth }) => worth)));
        const realised = { sum: ledger.realised, known: 1, of: 1 };
        const base = putIn({ rows, total: { sum: equity, missing: [] }, realised });
        expect(base).toBe(deposit);
        const unpriced = rows.map((row) => ({ ...row, worth: null, unrealised: null }));
        const cash = { sum: microUsd(deposit + purse), missing: [] };
        expect(putIn({ rows: unpriced, total: cash, realised }), 'nothing held has a price').toBe(deposit);
        const [atNow] = profitsAt(ledger.trails, [...TIMES, NOW], quotes).slice(-1);
        expect(atNow).toBe(profit);
        const profits = profitsAt(ledger.trails, TIMES, quotes);
        const began = records[0]?.timestamp ?? BEGAN;
        const past = { moments: { step: STEP, times: TIMES }, profits, began, base };
        const line = equityLine(past, { at: NOW, profit, equity }, false);
        expect(line.at(-1)).toEqual({ at: NOW, profit, equity });
        for (const point of line) {
          if (point.at < began) expect(point).toEqual({ at: point.at, profit: 0n, equity: 0n });
          else expect(point.equity).toBe((point.profit ?? 0n) + deposit);
        }
        expect(line.map(({ at }) => at)).toEqual(
          [...new Set(line.map(({ at }) => at))].sort((a, b) => a - b),
        );
      }),
    );
  });

  it('is what the purse held and a sale would have brought at that moment', () => {
    fc.assert(
      fc.property(actions, quotesOf(known), fc.nat(COUNT - 1), (done, quotes, index) => {
        const time = TIMES[index] ?? 0;
        const until = done.filter((_, at) => BEGAN + at * 170 < time);
        const { held, won, purse } = live(until);
        const value = [...held].map(([at, contracts]) => {
          const own = quotes.get(market(at));
          const bid = at % 2 === 0 ? own?.bid[index] : microUsd(ONE_USD - (own?.ask[index] ?? 0n));
          return won.get(at) ?? (contracts > 0n ? saleAt(microContracts(contracts), bid ?? ZERO_USD) : 0n);
        });
        expect(profitsAt(live(done).ledger.trails, TIMES, quotes)[index]).toBe(purse + sum(value));
      }),
    );
  });

  it('has a gap exactly where something held has no price, and asks for no other market', () => {
    fc.assert(
      fc.property(actions, quotesOf(fc.option(known, { freq: 3 })), (done, quotes) => {
        const { ledger } = live(done);
        const profits = profitsAt(ledger.trails, TIMES, quotes);
        for (const [index, profit] of profits.entries()) {
          const needed = marketsHeld(ledger.trails, [TIMES[index] ?? 0]);
          expect(profit === null).toBe(needed.some((id) => quotes.get(id)?.bid[index] == null));
        }
        const asked = new Set(marketsHeld(ledger.trails, TIMES));
        const fewer = new Map([...quotes].filter(([id]) => asked.has(id)));
        expect(profitsAt(ledger.trails, TIMES, fewer)).toEqual(profits);
      }),
    );
  });

  it('days add up to the profit of the range', () => {
    fc.assert(
      fc.property(actions, quotesOf(known), fc.bigInt(-1_000n, 1_000n), (done, quotes, end) => {
        const { ledger } = live(done);
        const profits = profitsAt(ledger.trails, TIMES, quotes);
        const ends = [
          ...TIMES.map((at, index) => ({ at, profit: profits[index] ?? null })),
          { at: NOW, profit: microUsd(end) },
        ];
        const days = daysBetween(ends);
        expect(days).toHaveLength(COUNT);
        expect(sum(days.map(({ profit }) => profit))).toBe(end - (profits[0] ?? 0n));
      }),
    );
  });

  it('a day of which one end is not known is not known, and its neighbours are', () => {
    const ends = [5n, null, 9n, 12n].map((profit, at) => ({
      at,
      profit: profit === null ? null : microUsd(profit),
    }));
    expect(daysBetween(ends).map(({ profit }) => profit)).toEqual([null, null, 3n]);
    expect(daysBetween([])).toEqual([]);
  });

  it('markets and categories add up to the same total, which is that of the headline', () => {
    fc.assert(
      fc.property(actions, quotesOf(known), fc.nat(COUNT - 1), (done, quotes, index) => {
        const life = live(done);
        const { ledger } = life;
        const rows = rowsOf(life, quotes);
        const headline = ledger.realised + sum(rows.map(({ unrealised }) => unrealised));
        const at = TIMES[index] ?? 0;
        const own = new Map(
          [...quotes].map(([id, { bid, ask }]) => [
            id,
            { bid: [bid[index] ?? null], ask: [ask[index] ?? null] },
          ]),
        );
        const marketOf = (key: string) => market(Number(key.slice(1)));
        const by = (group: (market: MarketId) => string, start: Parameters<typeof sharesOf>[2]) =>
          sharesOf(ledger, rows, start, {
            record: ({ marketId }) => group(marketId),
            row: ({ key }) => group(marketOf(key)),
          });
        const before = profitsAt(ledger.trails, [at], own)[0] ?? 0n;
        for (const start of [null, { at, quotes: own }]) {
          const markets = by((id) => id, start);
          const categories = by((id) => (id === 'm0' ? 'crypto' : 'sports'), start);
          const total = start ? headline - before : headline;
          expect(sum(markets.map(({ profit }) => profit))).toBe(total);
          expect(sum(categories.map(({ profit }) => profit))).toBe(total);
        }
      }),
    );
  });

  it('a market whose beginning has no price is not known, the others are', () => {
    const buy = { do: 'buy' as const, price: microUsd(500_000n), lots: 100n };
    const { ledger } = live([
      { ...buy, position: 0 },
      { ...buy, position: 2 },
    ]);
    const quotes = new Map([['m1' as MarketId, { bid: [microUsd(400_000n)], ask: [null] }]]);
    const shares = sharesOf(
      ledger,
      [],
      { at: BEGAN + 1_000, quotes },
      { record: (r) => r.marketId, row: () => '' },
    );
    expect(shares).toEqual([
      { key: 'm1', profit: expect.any(BigInt) },
      { key: 'm0', profit: null },
    ]);
  });

  it('falls by the most that any later point is below an earlier one', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.bigInt(-50n, 50n).map(microUsd)), { maxLength: 30 }), (values) => {
        const line = values.map((value, at) => ({ at, value }));
        const found = drawdownOf(line);
        const all = line.flatMap((one) => (one.value === null ? [] : [{ ...one, value: one.value }]));
        const falls = all.flatMap((high) =>
          all.filter(({ at }) => at >= high.at).map((low) => high.value - low.value),
        );
        expect(found?.amount).toBe(falls.length === 0 ? undefined : falls.reduce((a, b) => (a > b ? a : b)));
        if (found) expect(found.from).toBeLessThanOrEqual(found.to);
        if (found) expect(found.isAtLeast).toBe(values.includes(null));
      }),
    );
  });

  it('looks at few enough moments, each a whole step, none before the account where it shows all', () => {
    const range = fc.constantFrom<LedgerRange>('24H', '1W', '1M', 'All');
    fc.assert(
      fc.property(range, fc.nat(400_000_000), (which, age) => {
        const now = BEGAN + age + 1;
        const moments = momentsOf(which, BEGAN, now);
        const { step, times } = moments;
        expect(times.length).toBeLessThanOrEqual(362);
        for (const [k, time] of times.entries()) {
          expect(time % step).toBe(0);
          expect(time).toBe((times[0] ?? 0) + k * step);
          expect(time).toBeLessThan(now);
        }
        if (which !== 'All') return;
        expect(isWholeLife(moments, BEGAN)).toBe(true);
        expect(times[0] ?? now).toBeGreaterThan(BEGAN);
      }),
    );
  });

  it('begins with zero before the account, and with what was put in where it shows its whole life', () => {
    const base = microUsd(100n);
    const now = { at: 1_000, profit: microUsd(7n), equity: microUsd(107n) };
    const of = (times: number[], began: number, partial = false) =>
      equityLine(
        { moments: { step: 100, times }, profits: times.map(() => microUsd(3n)), began, base },
        now,
        partial,
      ).map(({ at, equity }) => [at, equity]);
    expect(of([700, 800, 900], 850)).toEqual([
      [700, 0n],
      [800, 0n],
      [850, 100n],
      [900, 103n],
      [1_000, 107n],
    ]);
    expect(of([800, 900], 750)).toEqual([
      [750, 100n],
      [800, 103n],
      [900, 103n],
      [1_000, 107n],
    ]);
    expect(of([800, 900], 200)[0]).toEqual([800, 103n]);
    expect(of([], 990)).toEqual([
      [990, 100n],
      [1_000, 107n],
    ]);
    expect(of([], 990, true)).toEqual([
      [990, 100n],
      [999, null],
      [1_000, 107n],
    ]);
  });

  it.each([
    ['24H', 86_400],
    ['1W', 604_800],
    ['1M', 2_592_000],
  ] as const)('of %s begins as long ago, to a step, and leads up to now', (range, length) => {
    const age = fc.integer({ min: 1, max: 400_000_000 });
    fc.assert(
      fc.property(age, (seconds) => {
        const now = BEGAN + seconds;
        const { step, times } = momentsOf(range, BEGAN, now);
        const [first = 0] = times;
        expect(now - length - first).toBeGreaterThanOrEqual(0);
        expect(now - length - first).toBeLessThan(step);
        expect(now - (times.at(-1) ?? 0)).toBeLessThanOrEqual(step);
      }),
    );
  });

  it('of all of it takes the finest steps that are few enough', () => {
    const steps = [3_599, 1_799 * 3, 86_400, 40 * 86_400].map(
      (age) => momentsOf('All', BEGAN, BEGAN + age).step,
    );
    expect(steps).toEqual([15, 15, 300, 14_400]);
    const { step, times } = momentsOf('All', BEGAN, BEGAN + 3_599);
    expect(times[0]).toBe(Math.floor(BEGAN / step) * step + step);
    expect(BEGAN + 3_599 - (times.at(-1) ?? 0)).toBeLessThanOrEqual(step);
  });

  it('has an end, whatever times records tell of', () => {
    for (const [began, now] of [
      [0, BEGAN],
      [-8_639_000_000_000, BEGAN],
      [BEGAN, 8_639_000_000_000],
    ] as const) {
      const { step, times } = momentsOf('All', began, now);
      expect(times).toHaveLength(360);
      expect(now - (times.at(-1) ?? 0)).toBeLessThanOrEqual(step);
    }
  });

  it('is not known where the profit or what was put in is not, and holds nothing that comes after now', () => {
    const now = { at: 1_000, profit: microUsd(7n), equity: microUsd(107n) };
    const profits = [microUsd(3n), null, microUsd(5n), microUsd(6n)];
    const moments = { step: 100, times: [800, 900, 999, 1_000] };
    const of = (base: MicroUsd | null, partial = false) =>
      equityLine({ moments, profits, began: 500, base }, now, partial).map(({ at, profit, equity }) => [
        at,
        profit,
        equity,
      ]);
    expect(of(microUsd(100n))).toEqual([
      [800, 3n, 103n],
      [900, null, null],
      [999, 5n, 105n],
      [1_000, 7n, 107n],
    ]);
    expect(of(null)).toEqual([
      [800, 3n, null],
      [900, null, null],
      [999, 5n, null],
      [1_000, 7n, 107n],
    ]);
    // Nothing leads to a sum that leaves something out.
    expect(of(microUsd(100n), true).slice(-3)).toEqual([
      [900, null, null],
      [999, null, null],
      [1_000, 7n, 107n],
    ]);
  });

  it('counts shares of what was staked alone, the most first, what is not known last', () => {
    const row = (key: string, unrealised: bigint | null, cost: bigint | null = 1n): AccountRow => ({
      part: cost === null ? 'cash' : 'positions',
      key,
      worth: null,
      cost: cost === null ? null : microUsd(cost),
      unrealised: unrealised === null ? null : microUsd(unrealised),
      state: cost === null ? 'idle' : 'running',
      openedAt: null,
    });
    const rows = [
      row('unknown', null),
      row('unknown', 5n),
      row('loss', -3n),
      row('b', 2n),
      row('a', 2n),
      row('gain', 9n),
      row('cash', null, null),
    ];
    const shares = (of: AccountRow[]) =>
      sharesOf({ trails: [], disposals: [] }, of, null, { record: () => '', row: ({ key }) => key });
    for (const these of [rows, rows.toReversed()])
      expect(shares(these)).toEqual([
        { key: 'gain', profit: 9n },
        { key: 'a', profit: 2n },
        { key: 'b', profit: 2n },
        { key: 'loss', profit: -3n },
        { key: 'unknown', profit: null },
      ]);
  });

  it('was put in is not known while equity is not, and what has no price was put in at its cost', () => {
    const of = (sum: bigint | null, unrealised: bigint | null, cost: bigint | null) =>
      putIn({
        rows: [{ unrealised, cost } as AccountRow],
        total: { sum: sum === null ? null : microUsd(sum), missing: [] },
        realised: null,
      });
    expect(of(null, 5n, 10n)).toBeNull();
    expect(of(100n, 5n, 10n)).toBe(95n);
    expect(of(100n, null, 10n)).toBe(110n);
    expect(of(100n, null, null)).toBe(100n);
  });
});
