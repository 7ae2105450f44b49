import type { MarketId } from '@contract/ids.ts';
import { floorToLot, type MicroContracts, microContracts, microUsd, minBig } from '@contract/money.ts';
import { costOf, drawPayoutOf, payoutOf, proceedsOf, venueFee } from '@contract/pricing.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ledgerOf, realisedByPosition } from './ledger.ts';
import { pointsWithin } from './ledger-points.ts';

type LedgerRecord = Parameters<typeof ledgerOf>[0][number];

const blank: LedgerRecord = {
  id: '0',
  eventType: 'order_filled',
  timestamp: 1_790_000_000,
  positionPubkey: 'a',
  marketId: 'm' as MarketId,
  isBuy: true,
  isYes: true,
  filledContractsMicro: microContracts(0n),
  contractsSettledMicro: microContracts(0n),
  avgFillPriceUsd: microUsd(0n),
  totalCostUsd: microUsd(0n),
  feeUsd: null,
  grossProceedsUsd: microUsd(0n),
  netProceedsUsd: microUsd(0n),
  realizedPnl: null,
  payoutAmountUsd: microUsd(0n),
};

type Action =
  | { do: 'buy'; position: number; contracts: bigint; price: bigint }
  | { do: 'sell'; position: number; share: bigint; price: bigint }
  | { do: 'end'; position: number; how: 'won' | 'draw' | 'lost' };

const position = fc.integer({ min: 0, max: 4 });
const price = fc.bigInt(10_000n, 990_000n);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('buy'),
      position,
      contracts: fc.bigInt(10_000n, 10n ** 10n).map(floorToLot),
      price,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('sell'), position, share: fc.bigInt(1n, 100n), price }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('end'), position, how: fc.constantFrom('won', 'draw', 'lost') }),
  },
) as fc.Arbitrary<Action>;

const LEAST: Action = { do: 'buy', position: 0, contracts: 10_000n, price: 10_000n };

/** A wallet that does all this, its purse counted apart from any cost basis. `stated`: the service says the results. */
function live(actions: readonly Action[], stated: boolean) {
  const records: LedgerRecord[] = [];
  const held = new Map<number, bigint>();
  const marks = new Map<number, bigint>();
  let purse = 0n;
  let gross = 0n;
  let fees = 0n;
  const put = (index: number, changes: Partial<LedgerRecord>) =>
    records.push({
      ...blank,
      id: String(records.length),
      timestamp: blank.timestamp + Math.floor(records.length / 2),
      positionPubkey: `p${index}`,
      ...changes,
    });
  for (const act of actions) {
    const have = held.get(act.position) ?? 0n;
    if (act.do === 'buy') {
      const contracts = act.contracts as MicroContracts;
      const cost = costOf(contracts, microUsd(act.price));
      const fee = venueFee(contracts, microUsd(act.price));
      purse -= cost + fee;
      gross -= cost;
      fees += fee;
      held.set(act.position, have + contracts);
      marks.set(act.position, act.price);
      put(act.position, {
        filledContractsMicro: contracts,
        avgFillPriceUsd: microUsd(act.price),
        totalCostUsd: cost,
        feeUsd: fee,
      });
    } else if (act.do === 'sell') {
      const contracts = floorToLot((have * act.share) / 100n);
      if (contracts === 0n) continue;
      const proceeds = proceedsOf(contracts, microUsd(act.price));
      const fee = microUsd(minBig<bigint>(venueFee(contracts, microUsd(act.price)), proceeds));
      purse += proceeds - fee;
      gross += proceeds;
      fees += fee;
      held.set(act.position, have - contracts);
      marks.set(act.position, act.price);
      put(act.position, {
        isBuy: false,
        filledContractsMicro: contracts,
        avgFillPriceUsd: microUsd(act.price),
        feeUsd: fee,
        grossProceedsUsd: proceeds,
        netProceedsUsd: microUsd(proceeds - fee),
      });
    } else if (have > 0n) {
      const all = microContracts(have);
      const payout =
        act.how === 'lost' ? microUsd(0n) : act.how === 'won' ? payoutOf(all) : drawPayoutOf(all);
      purse += payout;
      gross += payout;
      held.set(act.position, 0n);
      put(act.position, {
        eventType: act.how === 'lost' ? 'position_lost' : 'payout_claimed',
        isBuy: false,
        contractsSettledMicro: all,
        payoutAmountUsd: payout,
      });
    }
  }
  let value = 0n;
  for (const [index, contracts] of held)
    value += proceedsOf(microContracts(contracts), microUsd(marks.get(index) ?? 0n));
  return {
    records: stated ? records.map((row) => ({ ...row, realizedPnl: microUsd(7n) })) : records,
    purse,
    gross,
    fees,
    value,
  };
}

describe('ledger', () => {
  it('adds up: realised + unrealised = cash flow + value, with every fee in it once', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), fc.boolean(), (actions, stated) => {
        const { records, purse, gross, fees, value } = live(actions, stated);
        const ledger = ledgerOf(records);
        expect(ledger.cash).toBe(purse);
        expect(ledger.fees).toBe(fees);
        expect(ledger.cash + ledger.fees).toBe(gross);
        expect(ledger.value).toBe(value);
        expect(ledger.realised - ledger.basis).toBe(purse);
        const unrealised = ledger.value - ledger.basis;
        expect(ledger.realised + unrealised).toBe(purse + value);
        expect(ledger.points.at(-1)?.profit ?? 0n).toBe(purse + value);
        expect(ledger.unknown + ledger.implied).toBe(0);
        const each = ledger.disposals.map(({ proceeds, cost, realised }) => {
          expect(realised).toBe(proceeds - (cost ?? 0n));
          return realised as bigint;
        });
        expect(each.reduce((sum: bigint, one) => sum + one, 0n)).toBe(ledger.realised);
      }),
    );
  });

  it('is the same whatever order the records come in', () => {
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 30 }).chain((actions) => {
          const { records } = live(actions, false);
          return fc.tuple(
            fc.constant(records),
            fc.shuffledSubarray(records, { minLength: records.length, maxLength: records.length }),
          );
        }),
        ([records, shuffled]) => {
          expect(ledgerOf(shuffled)).toEqual(ledgerOf(records));
        },
      ),
    );
  });

  it('still balances when part of the records is missing', () => {
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 40 }).chain((actions) => fc.subarray(live(actions, true).records)),
        (records) => {
          const ledger = ledgerOf(records);
          expect(ledger.realised - ledger.basis).toBe(ledger.cash);
          const known = ledger.disposals.flatMap(({ realised }) => realised ?? []);
          expect(known.reduce((sum: bigint, one) => sum + one, 0n)).toBe(ledger.realised);
          expect(ledger.disposals.length - known.length).toBe(ledger.unknown);
        },
      ),
    );
  });

  it('goes by the stated result where a purchase is not in the history, and leaves out what nobody knows', () => {
    const sale = {
      ...blank,
      isBuy: false,
      filledContractsMicro: microContracts(10_000_000n),
      netProceedsUsd: microUsd(6_000_000n),
    };
    const known = ledgerOf([{ ...sale, realizedPnl: microUsd(1_500_000n) }]);
    expect(known).toMatchObject({ realised: 1_500_000n, cash: 1_500_000n, implied: 1, unknown: 0 });
    expect(ledgerOf([sale])).toMatchObject({ realised: 0n, cash: 0n, implied: 0, unknown: 1, points: [] });
  });

  it('counts a trade whose fee is not stated before it, and says so', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), fc.array(fc.boolean()), (actions, stated) => {
        const { records } = live(actions, false);
        const isStated = (index: number): boolean => stated[index] ?? true;
        const partly = records.map((row, index) => (isStated(index) ? row : { ...row, feeUsd: null }));
        const ledger = ledgerOf(partly);
        // A sale that states what it brought has its fee in that; one whose fee has taken all of it states nothing.
        const unstated = records.filter(
          ({ eventType, isBuy, netProceedsUsd }, index) =>
            eventType === 'order_filled' && (isBuy || netProceedsUsd === 0n) && !isStated(index),
        );
        const fees = unstated.reduce((sum: bigint, { feeUsd }) => sum + (feeUsd ?? 0n), 0n);
        const whole = ledgerOf(records);
        expect(ledger.cash).toBe(whole.cash + fees);
        expect(ledger.realised - ledger.basis).toBe(ledger.cash);
        expect(ledger.unstatedFees).toBe(unstated.length);
      }),
      {
        examples: [
          [
            [LEAST, { do: 'sell', position: 0, share: 100n, price: 10_000n }],
            [true, false],
          ],
        ],
      },
    );
  });

  it('states no fee of a disposal that was bought for one nobody states, until all of it is gone', () => {
    const buy = {
      ...blank,
      filledContractsMicro: microContracts(10_000_000n),
      totalCostUsd: microUsd(5_000_000n),
    };
    const sale = {
      ...blank,
      isBuy: false,
      filledContractsMicro: microContracts(5_000_000n),
      grossProceedsUsd: microUsd(3_000_000n),
      feeUsd: microUsd(100_000n),
      netProceedsUsd: microUsd(2_900_000n),
    };
    const stated = { ...buy, feeUsd: microUsd(200_000n) };
    const inTurn = [buy, sale, sale, stated, sale].map((row, index) => ({ ...row, id: String(index) }));
    const { disposals, fees, unstatedFees } = ledgerOf(inTurn);
    expect(disposals.map(({ fee, cost }) => [fee, cost])).toEqual([
      [null, 2_500_000n],
      [null, 2_500_000n],
      [100_000n, 2_600_000n],
    ]);
    expect([fees, unstatedFees]).toEqual([500_000n, 1]);
    const [silent] = ledgerOf([stated, { ...sale, id: '1', feeUsd: null }]).disposals;
    expect(silent).toMatchObject({ kind: 'sale', fee: null, cost: 2_600_000n });
    for (const [eventType, kind] of [
      ['payout_claimed', 'payout'],
      ['position_lost', 'loss'],
    ] as const) {
      const end = { ...blank, id: '1', eventType, contractsSettledMicro: buy.filledContractsMicro };
      expect(ledgerOf([stated, end]).disposals).toMatchObject([{ kind, fee: 0n, cost: 5_200_000n }]);
    }
    const unknown = { ...sale, id: '7' };
    expect(ledgerOf([unknown]).disposals).toEqual([
      {
        record: unknown,
        kind: 'sale',
        contracts: 5_000_000n,
        cost: null,
        proceeds: 2_900_000n,
        fee: 100_000n,
        realised: null,
      },
    ]);
    const told = { ...blank, eventType: 'position_updated' as const, realizedPnl: microUsd(-5_000_000n) };
    expect(ledgerOf([buy, { ...told, id: '1' }]).disposals).toMatchObject([{ fee: null, cost: 5_000_000n }]);
  });

  it('tells what each position has realised, and together that is all', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const ledger = ledgerOf(live(actions, false).records);
        const each = [...realisedByPosition(ledger.disposals).values()].map(({ sum }) => sum ?? 0n);
        expect(each.reduce((sum: bigint, one) => sum + one, 0n)).toBe(ledger.realised);
      }),
    );
  });

  const tenBought = {
    ...blank,
    filledContractsMicro: microContracts(10_000_000n),
    avgFillPriceUsd: microUsd(500_000n),
    totalCostUsd: microUsd(5_000_000n),
    feeUsd: microUsd(200_000n),
  };
  const tenSold = {
    ...blank,
    id: '1',
    timestamp: blank.timestamp + 1,
    isBuy: false,
    filledContractsMicro: microContracts(10_000_000n),
  };
  const updated = {
    ...blank,
    id: '1',
    timestamp: blank.timestamp + 1,
    eventType: 'position_updated' as const,
  };
  const ended = {
    ...blank,
    id: '2',
    timestamp: blank.timestamp + 2,
    eventType: 'payout_claimed' as const,
    payoutAmountUsd: microUsd(10_000_000n),
  };

  it('books a loss that is told before the end, up to what is left of the cost, and not again at the end', () => {
    const part = { ...updated, realizedPnl: microUsd(-2_200_000n) };
    const once = ledgerOf([tenBought, part]);
    expect(once).toMatchObject({
      cash: -5_200_000n,
      realised: -2_200_000n,
      basis: 3_000_000n,
      value: 2_800_000n,
      disposals: [{ kind: 'loss', cost: 2_200_000n, proceeds: 0n, fee: 0n, realised: -2_200_000n }],
    });
    expect(once.points.at(-1)).toEqual({ at: part.timestamp, realised: -2_200_000n, profit: -2_400_000n });
    expect(once.trails[0]?.moments.at(-1)).toMatchObject({ at: part.timestamp, settled: null });
    const rest = { ...updated, id: '2', realizedPnl: microUsd(-9_000_000n) };
    const twice = ledgerOf([tenBought, part, rest]);
    expect(twice).toMatchObject({ realised: -5_200_000n, basis: 0n, value: 0n });
    expect(twice.trails[0]?.moments.at(-1)).toMatchObject({ settled: 0n });
    const lost = { ...ended, id: '3', eventType: 'position_lost' as const };
    expect(ledgerOf([tenBought, part, rest, lost])).toMatchObject({ realised: -5_200_000n, basis: 0n });
  });

  it('is worth a result that is not paid yet, which realises nothing until it is', () => {
    const settled = microContracts(10_000_000n);
    const told = {
      ...updated,
      contractsSettledMicro: settled,
      payoutAmountUsd: microUsd(10_000_000n),
      realizedPnl: microUsd(0n),
    };
    const due = ledgerOf([tenBought, told]);
    expect(due).toMatchObject({ realised: 0n, basis: 5_200_000n, value: 10_000_000n, disposals: [] });
    expect(due.points.at(-1)).toEqual({ at: told.timestamp, realised: 0n, profit: 4_800_000n });
    expect(due.trails[0]?.moments.at(-1)).toMatchObject({ settled: 10_000_000n });
    for (const contractsSettledMicro of [settled, microContracts(0n)]) {
      const paid = ledgerOf([tenBought, told, { ...ended, contractsSettledMicro }]);
      expect(paid).toMatchObject({ realised: 4_800_000n, basis: 0n, value: 0n, cash: 4_800_000n });
      expect(paid.disposals).toMatchObject([{ kind: 'payout', contracts: settled, fee: 0n }]);
    }
    const nothing = { points: [], trails: [], value: 0n, cash: 0n };
    expect(ledgerOf([told])).toMatchObject(nothing);
    expect(ledgerOf([tenBought, updated])).toEqual(ledgerOf([tenBought]));
  });

  it('takes what a purchase that is not in the history has cost from the stated result, no more', () => {
    const five = {
      ...blank,
      filledContractsMicro: microContracts(5_000_000n),
      totalCostUsd: microUsd(2_500_000n),
      feeUsd: microUsd(0n),
    };
    const sold = { ...tenSold, netProceedsUsd: microUsd(6_000_000n), realizedPnl: microUsd(1_000_000n) };
    const ledger = ledgerOf([five, sold]);
    expect(ledger).toMatchObject({ implied: 1, realised: 1_000_000n, cash: 1_000_000n, basis: 0n });
    expect(ledger.disposals).toMatchObject([{ cost: 5_000_000n, realised: 1_000_000n }]);
  });

  it('has a sale whose fee is above what it brings bring nothing', () => {
    const sold = { ...tenSold, grossProceedsUsd: microUsd(10_000n), feeUsd: microUsd(20_000n) };
    expect(ledgerOf([tenBought, sold])).toMatchObject({ cash: -5_200_000n, realised: -5_200_000n });
  });

  it('has one point a moment, where the account stood after all of it', () => {
    const again = { ...tenBought, id: '1' };
    const { points, trails } = ledgerOf([tenBought, again]);
    expect(points).toEqual([{ at: blank.timestamp, realised: 0n, profit: -400_000n }]);
    expect(trails[0]?.moments).toMatchObject([{ contracts: 20_000_000n, cash: -10_400_000n }]);
    const later = [2, 3].map((id) => ({ ...tenBought, id: String(id), timestamp: blank.timestamp + 1 }));
    const both = ledgerOf([tenBought, again, ...later]);
    expect(both.points.map(({ at, profit }) => [at, profit])).toEqual([
      [blank.timestamp, -400_000n],
      [blank.timestamp + 1, -800_000n],
    ]);
    expect(both.trails[0]?.moments.map(({ contracts }) => contracts)).toEqual([20_000_000n, 40_000_000n]);
  });

  it('begins a range with where the account stood, and thins what is too much to draw', () => {
    const points = Array.from({ length: 2_000 }, (_, index) => ({
      at: 1_000 + index * 100,
      realised: microUsd(BigInt(index)),
      profit: microUsd(BigInt(index)),
    }));
    const last = { at: 201_000, realised: microUsd(5n), profit: microUsd(9n) };
    const day = pointsWithin(points, '24H', last);
    expect(day[0]).toEqual({ at: 201_000 - 86_400, realised: 1_135n, profit: 1_135n });
    expect(day.at(-1)).toEqual(last);
    const all = pointsWithin(points, 'All', last);
    expect(all[0]).toEqual({ at: 999, realised: 0n, profit: 0n });
    expect(all.length).toBeLessThanOrEqual(403);
    expect(pointsWithin([], 'All', last)).toEqual([]);
  });

  it('begins with zero when the account does, however long the range is', () => {
    const points = [{ at: 200_000, realised: microUsd(0n), profit: microUsd(-170_000n) }];
    const last = { at: 201_000, realised: microUsd(0n), profit: microUsd(9n) };
    expect(pointsWithin(points, '1W', last)[0]).toEqual({ at: 199_999, realised: 0n, profit: 0n });
  });
});
