import type { MarketId, Pubkey } from '@contract/ids.ts';
import { floorToLot, type MicroUsd, microContracts, microUsd, ONE_USD } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import { costOf, drawPayoutOf, payoutOf, proceedsOf, venueFee } from '@contract/pricing.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Around, executionBy, executionOf, type Parts, profitOf, sizeOf } from './execution.ts';
import { ledgerOf } from './ledger.ts';
import { positionsOf } from './position-history.ts';

const usd = (dollars: number) => microUsd(BigInt(Math.round(dollars * 1e6)));
const contracts = (count: number) => microContracts(BigInt(Math.round(count * 1e6)));

const blank = {
  eventType: 'order_filled',
  signature: '',
  timestamp: 1_790_000_000,
  orderPubkey: '',
  positionPubkey: 'a',
  marketId: 'm' as MarketId,
  ownerPubkey: 'o' as Pubkey,
  isBuy: true,
  isYes: true,
  filledContractsMicro: contracts(0),
  contractsSettledMicro: contracts(0),
  avgFillPriceUsd: usd(0),
  totalCostUsd: usd(0),
  feeUsd: null,
  grossProceedsUsd: usd(0),
  netProceedsUsd: usd(0),
  realizedPnl: null,
  payoutAmountUsd: usd(0),
  marketMetadata: { status: 'closed' },
  eventMetadata: {},
};
let ids = 0;
function event(more: object): HistoryEvent {
  ids += 1;
  return { ...blank, id: String(ids), ...more } as unknown as HistoryEvent;
}

function bought(count: bigint, price: MicroUsd, position = 'a'): HistoryEvent {
  const filledContractsMicro = microContracts(count);
  return event({
    positionPubkey: position,
    marketId: position,
    filledContractsMicro,
    avgFillPriceUsd: price,
    totalCostUsd: costOf(filledContractsMicro, price),
    feeUsd: venueFee(filledContractsMicro, price),
  });
}
function sold(count: bigint, price: MicroUsd, position = 'a'): HistoryEvent {
  const filledContractsMicro = microContracts(count);
  const gross = proceedsOf(filledContractsMicro, price);
  const fee = venueFee(filledContractsMicro, price);
  return event({
    isBuy: false,
    positionPubkey: position,
    marketId: position,
    filledContractsMicro,
    avgFillPriceUsd: price,
    grossProceedsUsd: gross,
    netProceedsUsd: gross > fee ? gross - fee : 0n,
    feeUsd: fee,
  });
}
const ended = (how: 'won' | 'draw' | 'lost', count: bigint, position = 'a'): HistoryEvent => {
  const settled = microContracts(count);
  const payout = how === 'won' ? payoutOf(settled) : drawPayoutOf(settled);
  return event({
    eventType: how === 'lost' ? 'position_lost' : 'payout_claimed',
    positionPubkey: position,
    marketId: position,
    contractsSettledMicro: settled,
    payoutAmountUsd: how === 'lost' ? 0n : payout,
  });
};

const around = (pressed: number | null, ten: number | null): Around => ({
  pressed: pressed === null ? null : { price: usd(pressed), ageMs: 0 },
  minute: null,
  ten: ten === null ? null : usd(ten),
  last: null,
});
const partsOf = (records: HistoryEvent[], ...arounds: Around[]): (Parts | null)[] => {
  const { fills } = executionOf(positionsOf(records), (record) => {
    const at = records.indexOf(record);
    return arounds[at] ?? around(null, null);
  });
  return records.flatMap((record) =>
    fills.filter((fill) => fill.record === record).map(({ parts }) => parts),
  );
};

describe('what a fill came to', () => {
  it('has no fee where none is stated, and says of how many', () => {
    const records = [{ ...bought(100_000_000n, usd(0.62)), feeUsd: null }, ended('won', 100_000_000n)];
    const execution = executionOf(positionsOf(records), () => around(0.61, 0.65));
    expect(execution).toMatchObject({ unstatedFees: 1, parts: { fee: null, other: 0n } });
    expect(profitOf(execution.parts)).toBe(ledgerOf(records).realised);
    const one = [...records, bought(10_000_000n, usd(0.5), 'b'), ended('lost', 10_000_000n, 'b')];
    const both = executionOf(positionsOf(one), () => around(0.61, 0.65));
    expect(both.parts.fee).toBe(-venueFee(contracts(10), usd(0.5)));
    expect(both.unstatedFees).toBe(1);
    const sale = { ...sold(10_000_000n, usd(0.6), 'c'), feeUsd: null };
    const [, parts] = partsOf([bought(10_000_000n, usd(0.5), 'c'), sale], around(0.5, 0.5), around(0.6, 0.6));
    expect(parts).toMatchObject({ fee: -venueFee(contracts(10), usd(0.6)), other: 0n });
    // It tells what it brought after the fee alone.
    const net = [
      bought(10_000_000n, usd(0.5), 'd'),
      { ...sold(10_000_000n, usd(0.6), 'd'), feeUsd: null, grossProceedsUsd: usd(0) },
    ];
    const [, ofNet] = partsOf(net, around(0.5, 0.5), around(0.6, 0.6));
    expect(ofNet?.fee).toBeNull();
    const netAlone = executionOf(positionsOf(net), () => around(0.6, 0.6));
    expect(netAlone.unstatedFees).toBe(0);
    expect(profitOf(netAlone.parts)).toBe(ledgerOf(net).realised);
  });
  it('of a purchase that won: filled above the mid, which rose', () => {
    const [parts] = partsOf(
      [bought(100_000_000n, usd(0.62)), ended('won', 100_000_000n)],
      around(0.61, 0.65),
    );
    expect(parts).toEqual({
      spread: usd(-1),
      markout: usd(4),
      priceMove: usd(35),
      fee: -venueFee(contracts(100), usd(0.62)),
      other: 0n,
    });
  });

  it('of a sale: what it gave up counts the other way round', () => {
    const [buy, sale] = partsOf(
      [bought(10_000_000n, usd(0.5)), sold(10_000_000n, usd(0.7))],
      around(0.5, 0.5),
      around(0.71, 0.8),
    );
    expect(buy).toMatchObject({ spread: 0n, markout: 0n, priceMove: usd(2) });
    expect(sale).toMatchObject({ spread: usd(-0.1), markout: usd(-0.9), priceMove: usd(1) });
  });

  it('is not told apart where a mid is not known', () => {
    const records = () => [bought(10_000_000n, usd(0.5)), ended('lost', 10_000_000n)];
    expect(partsOf(records(), around(null, 0.6))[0]).toMatchObject({
      spread: null,
      markout: null,
      other: usd(-5),
    });
    expect(partsOf(records(), around(0.45, null))[0]).toMatchObject({
      spread: usd(-0.5),
      markout: null,
      priceMove: null,
      other: usd(-4.5),
    });
  });

  it('is not known while the position runs', () => {
    const rows = positionsOf([bought(10_000_000n, usd(0.5))]);
    const { fills, parts, running } = executionOf(rows, () => around(0.5, 0.5));
    expect(fills).toMatchObject([{ parts: null }]);
    expect(profitOf(parts)).toBe(0n);
    expect(running).toBe(1);
  });

  it('of an order counts from when it was placed', () => {
    const placed = event({ eventType: 'order_created', orderPubkey: 'x', timestamp: 1_789_999_990 });
    const fill = { ...bought(10_000_000n, usd(0.5)), orderPubkey: 'x' };
    const seen: number[] = [];
    executionOf(positionsOf([placed, fill]), (_record, pressedAt) => {
      seen.push(pressedAt);
      return around(null, null);
    });
    expect(seen).toEqual([1_789_999_990]);
  });

  it('takes one by when its own order was placed, newest fill first', () => {
    const placed = event({ eventType: 'order_created', orderPubkey: 'x', timestamp: 1_789_999_990 });
    const fills = [
      { ...bought(10_000_000n, usd(0.5)), orderPubkey: 'x' },
      { ...bought(10_000_000n, usd(0.5)), timestamp: 1_790_000_500 },
      { ...bought(10_000_000n, usd(0.5), 'b'), timestamp: 1_790_000_100 },
    ];
    const pressed = new Map<number, number>();
    const execution = executionOf(positionsOf([placed, ...fills]), ({ timestamp }, pressedAt) => {
      pressed.set(timestamp, pressedAt);
      return around(null, null);
    });
    expect(execution.fills.map(({ record: { timestamp: at } }) => [at, pressed.get(at)])).toEqual([
      [1_790_000_500, 1_790_000_500],
      [1_790_000_100, 1_790_000_100],
      [1_790_000_000, 1_789_999_990],
    ]);
  });

  it('counts positions that have ended, those of a cancelled market too, and those that run', () => {
    const records = [
      bought(10_000_000n, usd(0.5)),
      ended('lost', 10_000_000n),
      bought(10_000_000n, usd(0.5), 'c'),
      { ...ended('draw', 10_000_000n, 'c'), marketMetadata: { status: 'cancelled' } } as HistoryEvent,
      { ...bought(10_000_000n, usd(0.5), 'd'), feeUsd: null },
    ];
    const execution = executionOf(positionsOf(records), () => around(0.5, 0.5));
    expect(execution).toMatchObject({ ended: 2, running: 1, unstatedFees: 0 });
    const groups = executionBy(execution.fills, ({ record }) => record.positionPubkey);
    expect(groups.map(({ key }) => key)).toEqual(['a', 'c']);
  });

  it('has no fee where a sale states neither that nor what it brought', () => {
    const sale = { ...sold(10_000_000n, usd(0.6)), feeUsd: null, netProceedsUsd: usd(0) };
    const [, parts] = partsOf([bought(10_000_000n, usd(0.5)), sale], around(0.5, 0.5), around(0.6, 0.6));
    expect(parts?.fee).toBeNull();
  });

  it('is told apart by no mid where its purchase, or its end, is not in the records', () => {
    const certain = around(0.5, 0.5);
    const untold = { spread: null, markout: null, priceMove: null };
    const sale = { ...sold(10_000_000n, usd(0.6)), realizedPnl: usd(2) };
    for (const [records, realised] of [
      [[sale], usd(2)],
      [[{ ...sale, realizedPnl: null }], 0n],
      [[bought(10_000_000n, usd(0.5)), sold(20_000_000n, usd(0.6))], 0n],
      [[bought(10_000_000n, usd(0.5))], 0n],
    ] as [HistoryEvent[], bigint][]) {
      const rows = positionsOf(records).map((row) => ({ ...row, status: 'sold' as const }));
      const { parts } = executionOf(rows, () => certain);
      expect(parts).toMatchObject(untold);
      expect(profitOf(parts)).toBe(realised);
    }
    const nothing = [bought(10_000_000n, usd(0.5)), { ...ended('won', 0n), realizedPnl: usd(-5) }];
    expect(partsOf(nothing, certain)[0]).toMatchObject(untold);
  });

  it('is a loss of all of it, whatever was sold before', () => {
    const records = [bought(20_000_000n, usd(0.5)), sold(10_000_000n, usd(0.5)), ended('lost', 0n)];
    const [buy, sale] = partsOf(records, around(0.5, 0.5), around(0.5, 0.5));
    expect(buy).toMatchObject({ spread: 0n, markout: 0n, priceMove: usd(-10) });
    expect(sale).toMatchObject({ spread: 0n, markout: 0n, priceMove: usd(5) });
  });

  it('calls nothing rounding that is more', () => {
    const certain = around(0.5, 0.5);
    // A payout that names fewer contracts than were held.
    const fewer = [bought(10_000_000n, usd(0.5)), { ...ended('won', 5_000_000n), payoutAmountUsd: usd(10) }];
    expect(partsOf(fewer, certain)[0]).toMatchObject({ priceMove: usd(15), other: usd(-10) });
    // A sale that brought more than its fee leaves.
    const buy = bought(10_000_000n, usd(0.5));
    const sale = sold(10_000_000n, usd(0.6));
    const more = [buy, { ...sale, netProceedsUsd: sale.grossProceedsUsd }];
    const [, parts] = partsOf(more, certain, around(0.6, 0.6));
    expect(parts).toMatchObject({ priceMove: 0n, other: sale.feeUsd });
  });

  it.each([
    [24.999999, 0],
    [25, 1],
    [99.999999, 1],
    [100, 2],
    [500, 3],
  ])('of $%d has reached %d sizes', (dollars, sizes) => {
    expect(sizeOf({ notional: usd(dollars) })).toBe(sizes);
  });

  it('of contracts that were sent is no trade', () => {
    const gift = event({
      eventType: 'payout_claimed',
      contractsSettledMicro: contracts(3),
      payoutAmountUsd: usd(3),
      realizedPnl: usd(3),
    });
    const { fills, parts } = executionOf(positionsOf([gift]), () => around(0.5, 0.5));
    expect(fills).toEqual([]);
    expect(parts).toMatchObject({ other: usd(3), priceMove: null });
  });
});

describe('the parts', () => {
  const price = fc.bigInt(10_000n, 990_000n).map((value) => microUsd(value));
  const mid = fc.option(price, { nil: null });
  const trade = fc.record({
    count: fc.bigInt(10_000n, 10n ** 10n).map(floorToLot),
    share: fc.bigInt(0n, 120n),
    price,
    pressed: mid,
    ten: mid,
  });
  const life = fc.record({
    trades: fc.array(trade, { minLength: 1, maxLength: 8 }),
    end: fc.constantFrom('won', 'draw', 'lost', 'sold', 'open' as const),
  });

  it('add up to what the records have realised, by market and by size, to the micro-dollar', () => {
    fc.assert(
      fc.property(fc.array(life, { maxLength: 5 }), fc.boolean(), (lives, known) => {
        const records: HistoryEvent[] = [];
        const mids = new Map<HistoryEvent, Around>();
        const settled = new Set<string>();
        for (const [index, { trades, end }] of lives.entries()) {
          const position = `p${index}`;
          let held = 0n;
          const put = (record: HistoryEvent, pressed: MicroUsd | null, ten: MicroUsd | null) => {
            records.push(record);
            const certain = known ? microUsd(ONE_USD / 2n) : null;
            const at = pressed ?? certain;
            mids.set(record, {
              pressed: at === null ? null : { price: at, ageMs: 0 },
              minute: null,
              ten: ten ?? certain,
              last: null,
            });
          };
          for (const { count, share, price: at, pressed, ten } of trades) {
            const part = (held * share) / 100n;
            if (share > 0n && part > 0n && part < held) {
              put(sold(part, at, position), pressed, ten);
              held -= part;
            } else {
              put(bought(count, at, position), pressed, ten);
              held += count;
            }
          }
          if (end === 'sold') put(sold(held, usd(0.4), position), usd(0.41), null);
          else if (end !== 'open') records.push(ended(end, held, position));
          if (end !== 'open') settled.add(position);
        }
        const { fills, parts } = executionOf(positionsOf(records), (record) => {
          const found = mids.get(record);
          if (!found) throw new Error('asked for a record that is no fill');
          return found;
        });
        const { realised } = ledgerOf(records.filter(({ positionPubkey }) => settled.has(positionPubkey)));
        expect(profitOf(parts)).toBe(realised);
        const total = (groups: readonly { parts: Parts }[]) =>
          groups.reduce<bigint>((sum, group) => sum + profitOf(group.parts), 0n);
        expect(total(executionBy(fills, ({ record }) => record.marketId))).toBe(realised);
        expect(total(executionBy(fills, sizeOf))).toBe(realised);
        // Where every mid is known nothing is left over, but for a fee that is more than its sale brought.
        const paid = fills.every(
          ({ record }) => record.isBuy || record.grossProceedsUsd >= (record.feeUsd ?? 0n),
        );
        if (known && paid) expect(parts.other).toBe(0n);
      }),
      { numRuns: 300 },
    );
  });
});
