import { microUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { AccountRow } from './account.ts';
import {
  byCost,
  bySettlement,
  categoryOf,
  parlayExposure,
  parlaySettles,
  percentShares,
} from './portfolio-figures.ts';
import { SETTLES, type Settles } from './settles.ts';

test.each([
  ['Politics', 'pgatour', undefined, 'sports'],
  ['politics', '', ['golf'], 'sports'],
  ['Crypto', 'btc', ['crypto'], 'crypto'],
  ['', '', undefined, 'other'],
])('a position in %s/%s, tags %j, belongs to %s', (category, subcategory, tags, shown) => {
  const eventMetadata = { category, subcategory, tags } as Position['eventMetadata'];
  expect(categoryOf({ eventMetadata })).toBe(shown);
});

describe('shares in percent', () => {
  test.each([
    [
      [1n, 1n, 1n],
      [34, 33, 33],
    ],
    [
      [71_336_000n, 28_664_000n],
      [71, 29],
    ],
    [[5n], [100]],
    [
      [0n, 0n],
      [0, 0],
    ],
    [[], []],
  ])('%s → %s', (parts, percents) => expect(percentShares(parts)).toEqual(percents));

  it('add up to 100, and none is off by a whole percent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 12 }),
        (parts) => {
          const all = parts.reduce((sum, part) => sum + part, 0n);
          fc.pre(all > 0n);
          const percents = percentShares(parts);
          expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(100);
          parts.forEach((part, index) => {
            const exact = (Number(part) / Number(all)) * 100;
            expect(Math.abs((percents[index] ?? 0) - exact)).toBeLessThanOrEqual(1);
          });
        },
      ),
    );
  });
});

describe('parlays in the exposure', () => {
  const row = (changes: Partial<AccountRow>): AccountRow => ({
    part: 'parlays',
    key: 'PY-1',
    worth: microUsd(10_000_000n),
    cost: microUsd(10_000_000n),
    unrealised: microUsd(0n),
    state: 'running',
    openedAt: 1,
    ...changes,
  });

  it('are the stakes of those that run, together', () => {
    const rows = [
      row({}),
      row({ key: 'PY-2', worth: null }),
      row({ key: 'PY-3', worth: microUsd(300_000_000n), state: 'payout' }),
      row({ part: 'positions', cost: microUsd(50_000_000n) }),
      row({ part: 'escrow', cost: null, state: 'idle' }),
    ];
    expect(parlayExposure(rows)).toEqual([
      {
        key: 'parlays',
        worth: { sum: 10_000_000n, known: 1, of: 2 },
        cost: 20_000_000n,
        positions: 2,
      },
    ]);
    const unread = row({ key: 'PY-4', cost: null, worth: null });
    expect(parlayExposure([...rows, unread])[0], 'a stake that cannot be read is not known').toMatchObject({
      cost: null,
      positions: 3,
    });
    expect(parlayExposure(rows.slice(2)), 'none where none runs').toEqual([]);
  });

  it('stand among the categories by what they have cost', () => {
    const group = (key: string, cost: bigint) => ({
      key,
      worth: { sum: null, known: 0, of: 1 },
      cost: microUsd(cost),
      positions: 1,
    });
    const groups = [group('sports', 15_000_000n), group('crypto', 5_000_000n), ...parlayExposure([row({})])];
    expect(groups.sort(byCost).map(({ key }) => key)).toEqual(['sports', 'parlays', 'crypto']);
  });

  it('settle with their last leg, as far as all of them say when', () => {
    const now = 1_000_000;
    const leg = (closeTime: number | null, resolveAt: number | null = null) => ({ closeTime, resolveAt });
    const [hour, month] = [leg(now + 3_600), leg(now + 20 * 86_400)];
    expect(parlaySettles([hour, leg(now - 60), hour], now)).toBe('day');
    expect(parlaySettles([hour, month], now)).toBe('month');
    expect(parlaySettles([leg(now - 60), leg(now - 3_600)], now)).toBe('overdue');
    expect(parlaySettles([hour, leg(now, now + 90 * 86_400)], now), 'a result may come later').toBe('later');
    expect(parlaySettles([hour, undefined], now), 'a leg that has not been read').toBe('unknown');
    expect(parlaySettles([hour, leg(null)], now), 'a leg that says nothing').toBe('unknown');
    expect(parlaySettles([], now)).toBe('unknown');
  });

  it('stand among the settlements by their time, those of which none is known last', () => {
    const group = (key: Settles) => ({
      key,
      worth: { sum: null, known: 0, of: 1 },
      cost: microUsd(5_000_000n),
      positions: 1,
    });
    const rows = [
      row({ key: 'PY-unknown' }),
      row({ key: 'PY-week' }),
      row({ key: 'PY-day' }),
      row({ key: 'PY-week' }),
      row({ key: 'PY-won', state: 'payout' }),
    ];
    const settlesOf = (id: string) => SETTLES.find((when) => id === `PY-${when}`) ?? 'unknown';
    const groups = bySettlement([group('day'), group('month'), group('unknown')], rows, settlesOf);
    expect(groups.map(({ key, cost }) => [key, cost])).toEqual([
      ['day', 5_000_000n],
      ['parlays:day', 10_000_000n],
      ['parlays:week', 20_000_000n],
      ['month', 5_000_000n],
      ['unknown', 5_000_000n],
      ['parlays:unknown', 10_000_000n],
    ]);
  });
});
