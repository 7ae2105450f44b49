import type { Pubkey } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangePositions } from '@/domain/portfolio.ts';
import { breakEvenBid } from '@/domain/position-line.ts';
import type { PriceSteps } from '@/domain/price-steps.ts';
import { aClaimable, aPosition, POSITION } from '../testing.tsx';
import { columnsFor, type Tile, tileLine, wallOf } from './wall.ts';

const one = (micro: number) => {
  const close = microUsd(BigInt(micro));
  return { open: close, high: close, low: close, close, volume: null };
};
const day = (...levels: (number | null)[]): PriceSteps => ({
  from: 0,
  step: 1_800,
  steps: levels.map((level) => (level === null ? null : one(level))),
});
const keyed = (key: string, changes: Parameters<typeof aPosition>[0] = {}) =>
  aPosition({ pubkey: key as Pubkey, ...changes });

describe('the wall', () => {
  const small = keyed('small', {
    contractsMicro: microContracts(1_000_000n),
    markPriceUsd: microUsd(900_000n),
  });
  const large = keyed('large', {
    contractsMicro: microContracts(500_000_000n),
    markPriceUsd: microUsd(480_000n),
    pnlUsdAfterFees: microUsd(9_000_000n),
  });
  const unknown = keyed('unknown', { markPriceUsd: null });
  const all = arrangePositions([small, large, unknown]);
  const dayOf = () => day(null, 500_000, 700_000);
  const keys = (tiles: readonly Tile[]) => tiles.map(({ position }) => position.pubkey);

  it('has first what has moved its position furthest, whichever way, and last what nobody knows', () => {
    const tiles = wallOf(all, dayOf, 'move');
    expect(keys(tiles)).toEqual(['large', 'small', 'unknown']);
    expect(tiles.map(({ change }) => change)).toEqual([-20_000n, 400_000n, null]);
    expect(tiles.map(({ moved }) => moved)).toEqual([-10_000_000n, 400_000n, null]);
    expect(tiles.map(({ changeSince }) => changeSince)).toEqual([null, null, null]);
    expect(keys(wallOf(all, () => undefined, 'move'))).toHaveLength(3);
  });

  it('says since when a price moved that is known for a part of the day', () => {
    const [tile] = wallOf(all, () => day(null, null, 500_000, null), 'move');
    expect(tile).toMatchObject({ change: -20_000n, changeSince: 3_600 });
  });

  it('sees prices and moves from the side that is held', () => {
    const no = keyed('no', { isYes: false, markPriceUsd: microUsd(400_000n) });
    const [tile] = wallOf(arrangePositions([no]), () => day(700_000), 'value');
    expect(tile?.change).toBe(100_000n);
  });

  it('tells how far the bid is from where nothing is won or lost, of what still trades', () => {
    const [tile] = wallOf(arrangePositions([small]), dayOf, 'value');
    const even = breakEvenBid(small.contractsMicro, small.totalCostUsd);
    expect(tile?.breakEven).toBe(even);
    expect(tile?.distance).toBe(even === null ? null : (small.sellPriceUsd ?? 0n) - even);
    const [won] = wallOf(arrangePositions([aClaimable()]), dayOf, 'value');
    expect(won).toMatchObject({ breakEven: null, distance: null, change: null });
  });

  it('fills every width with tiles that are wide enough, in one row where that is best', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 300, max: 3_840 }), (tiles, width) => {
        const columns = columnsFor(tiles, { width, height: 900 });
        expect(columns).toBeGreaterThanOrEqual(1);
        expect(columns).toBeLessThanOrEqual(tiles);
        if (columns > 1) expect(width / columns).toBeGreaterThanOrEqual(320);
      }),
    );
    expect(columnsFor(9, { width: 366, height: 700 })).toBe(1);
    expect(columnsFor(2, { width: 3_800, height: 2_000 })).toBe(2);
    expect(columnsFor(12, { width: 3_800, height: 2_000 })).toBe(4);
  });
});

describe('the line of a tile', () => {
  const tile = (
    steps: PriceSteps | undefined,
    mark: number | null,
    breakEven: number | null = null,
  ): Tile => {
    const [found] = arrangePositions([
      aPosition({ pubkey: POSITION, markPriceUsd: mark === null ? null : microUsd(BigInt(mark)) }),
    ]);
    if (!found) throw new Error('a position is needed');
    return {
      ...found,
      steps,
      change: null,
      changeSince: null,
      moved: null,
      distance: null,
      closesAt: null,
      breakEven: breakEven === null ? null : microUsd(BigInt(breakEven)),
    };
  };

  it('goes in steps to the price of now, with a hole where nothing is known and a dot between two', () => {
    const line = tileLine(tile(day(400_000, 500_000, null, 450_000, null), 600_000));
    expect(line?.path).toBe('M0 100H20V50');
    expect(line?.dots).toEqual([
      { x: 60, y: 75 },
      { x: 100, y: 0 },
    ]);
  });

  it('is one dot of one price, and nothing of none', () => {
    expect(tileLine(tile(undefined, 500_000))).toEqual({
      path: '',
      dots: [{ x: 0, y: 50 }],
      level: undefined,
    });
    expect(tileLine(tile(day(null, null), null))).toBeUndefined();
  });

  it('has its break-even on the scale unless that would press the line flat', () => {
    expect(tileLine(tile(day(400_000, 500_000), 450_000, 600_000))?.level).toBe(0);
    expect(tileLine(tile(day(100_000, 110_000), 105_000, 900_000))?.level).toBeUndefined();
  });
});
