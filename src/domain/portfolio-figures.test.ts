import { microContracts, microUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { AccountRow } from './account.ts';
import type { PositionState } from './portfolio.ts';
import {
  byCost,
  bySettlement,
  categoryOf,
  exposureBy,
  parlayExposure,
  parlaySettles,
  percentShares,
  settlesWithin,
  winRateOfPositions,
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

describe('when a position settles', () => {
  const now = 1_790_000_000;
  const day = 86_400;
  const running: PositionState = { phase: 'open', outcome: null };
  const of = (settlementDate: number | null, closeTime: number | null, state = running) =>
    settlesWithin({ settlementDate, marketMetadata: { closeTime } } as Position, state, now);

  it.each([
    [0, 'overdue'],
    [1, 'day'],
    [day, 'day'],
    [day + 1, 'week'],
    [7 * day, 'week'],
    [7 * day + 1, 'month'],
    [30 * day, 'month'],
    [30 * day + 1, 'later'],
  ])('%d seconds away it is %s', (left, within) => {
    expect(of(now + left, null)).toBe(within);
  });

  it('goes by its settlement date, else by the close of its market, and is unknown without either', () => {
    expect(of(now + day, now + 2 * day)).toBe('day');
    expect(of(null, now + 2 * day)).toBe('week');
    expect(of(null, null)).toBe('unknown');
    for (const phase of ['claimable', 'settled'] as const)
      expect(of(now + day, null, { phase, outcome: 'won' })).toBe('settled');
  });
});

describe('exposure', () => {
  const held = (pubkey: string, cost: bigint, pnl: bigint | null, result: 'yes' | null = null) =>
    ({
      pubkey,
      isYes: true,
      contractsMicro: microContracts(1n),
      totalCostUsd: microUsd(cost),
      pnlUsdAfterFees: pnl === null ? null : microUsd(pnl),
      marketMetadata: { status: 'open', result },
    }) as unknown as Position;
  const positions = [
    held('a1', 5n, 2n),
    held('b1', 7n, 1n),
    held('a2', 3n, null),
    held('b2', 90n, 0n, 'yes'),
  ];
  const keyOf = ({ pubkey }: Position) => pubkey.slice(0, 1);

  it('adds up all that share a key and have no result yet', () => {
    expect(exposureBy(positions, keyOf)).toEqual([
      { key: 'a', cost: 8n, worth: { sum: 7n, known: 1, of: 2 }, positions: 2 },
      { key: 'b', cost: 7n, worth: { sum: 8n, known: 1, of: 1 }, positions: 1 },
    ]);
    expect(exposureBy(positions, keyOf, ['b', 'a']).map(({ key }) => key)).toEqual(['b', 'a']);
  });

  it('comes by cost, then by name, what is not known last', () => {
    const group = (key: string, cost: bigint | null) => ({
      key,
      cost: cost === null ? null : microUsd(cost),
      worth: { sum: null, known: 0, of: 1 },
      positions: 1,
    });
    const sorted = [group('u', null), group('c', 1n), group('b', 9n), group('a', 9n)];
    for (const groups of [sorted, sorted.toReversed()])
      expect(groups.toSorted(byCost).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'u']);
  });
});

it('counts a win among those that had a winner', () => {
  const row = (status: string, market: object = {}) => ({ status, marketMetadata: market }) as never;
  const none = [{ result: 'draw' }, { status: 'Draw' }, { status: 'cancelled' }, { status: 'Canceled' }];
  expect(
    winRateOfPositions([
      row('won', { status: 'closed', result: 'yes' }),
      row('claimed', { status: 'closed' }),
      row('lost', { status: 'closed' }),
      row('open', { status: 'open' }),
      row('sold', { status: 'closed' }),
      ...none.map((market) => row('claimed', { status: 'closed', ...market })),
    ]),
  ).toEqual({ won: 2, of: 3 });
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
