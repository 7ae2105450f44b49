import type { EventId, MarketId } from '@contract/ids.ts';
import { type MicroUsd, microContracts, microUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrangePositions,
  autoClaimAt,
  ifItWins,
  isHeld,
  type PositionState,
  positionState,
  totalOf,
  unrealisedOf,
  worthByEvent,
  worthOf,
} from './portfolio.ts';

const usd = microUsd;

interface Shape {
  pubkey?: string;
  isYes?: boolean;
  status?: string;
  result?: string | null;
  claimable?: boolean;
  claimed?: boolean;
  contracts?: bigint;
  cost?: bigint;
  value?: bigint | null;
  afterFees?: bigint | null;
  payout?: bigint;
  openedAt?: number;
}

/** The fields these functions read; everything else of a position is of no concern here. */
function position(shape: Shape = {}): Position {
  const value = shape.value === undefined ? 60_000_000n : shape.value;
  const afterFees = shape.afterFees === undefined ? 8_000_000n : shape.afterFees;
  const partial = {
    pubkey: shape.pubkey ?? 'p1',
    isYes: shape.isYes ?? true,
    contractsMicro: microContracts(shape.contracts ?? 100_000_000n),
    totalCostUsd: usd(shape.cost ?? 50_000_000n),
    valueUsd: value === null ? null : usd(value),
    markPriceUsd: value === null ? null : usd(600_000n),
    sellPriceUsd: value === null ? null : usd(590_000n),
    pnlUsdAfterFees: afterFees === null ? null : usd(afterFees),
    payoutUsd: usd(shape.payout ?? 100_000_000n),
    claimable: shape.claimable ?? false,
    claimed: shape.claimed ?? false,
    claimableAt: shape.claimable ? 1_000 : null,
    openedAt: shape.openedAt ?? 1,
    eventId: 'e' as EventId,
    marketId: 'm' as MarketId,
    marketMetadata: { status: shape.status ?? 'open', result: shape.result ?? null },
  };
  return partial as unknown as Position;
}

describe('positionState', () => {
  const cases: [string, Shape, PositionState][] = [
    ['a market that trades', {}, { phase: 'open', outcome: null }],
    ['a loss on paper is still open', { afterFees: -40_000_000n }, { phase: 'open', outcome: null }],
    ['closed, no result', { status: 'closed', value: null }, { phase: 'awaiting', outcome: null }],
    ['a status nobody knows', { status: 'resolving', value: null }, { phase: 'awaiting', outcome: null }],
    ['a market that is active', { status: 'active', value: null }, { phase: 'open', outcome: null }],
    ['closed, with a last price', { status: 'closed' }, { phase: 'awaiting', outcome: null }],
    ['no status, but a price', { status: '' }, { phase: 'open', outcome: null }],
    ['no status and no price', { status: '', value: null }, { phase: 'awaiting', outcome: null }],
    [
      'won and claimable',
      { status: 'closed', result: 'yes', claimable: true },
      { phase: 'claimable', outcome: 'won' },
    ],
    [
      'won, not claimable: it settles itself or is being prepared',
      { status: 'closed', result: 'yes' },
      { phase: 'settled', outcome: 'won' },
    ],
    ['NO won', { isYes: false, status: 'closed', result: 'no' }, { phase: 'settled', outcome: 'won' }],
    ['lost', { status: 'closed', result: 'no' }, { phase: 'lost', outcome: 'lost' }],
    ['the result stands in the status', { status: 'no' }, { phase: 'lost', outcome: 'lost' }],
    ['draw', { status: 'closed', result: 'draw', claimable: true }, { phase: 'claimable', outcome: 'draw' }],
    ['cancelled', { status: 'cancelled', claimable: true }, { phase: 'claimable', outcome: 'cancelled' }],
    [
      'cancelled wins over a result',
      { status: 'cancelled', result: 'no' },
      { phase: 'settled', outcome: 'cancelled' },
    ],
    ['claimed', { status: 'closed', result: 'yes', claimed: true }, { phase: 'claimed', outcome: 'won' }],
    [
      'claimed wins over a late claimable flag',
      { result: 'yes', claimed: true, claimable: true },
      { phase: 'claimed', outcome: 'won' },
    ],
    ['sold', { contracts: 0n, cost: 0n }, { phase: 'sold', outcome: null }],
    ['contracts that have cost nothing', { cost: 0n }, { phase: 'open', outcome: null }],
    ['a stake without contracts', { contracts: 0n, result: 'no' }, { phase: 'lost', outcome: 'lost' }],
    ['canceled, in the other spelling', { status: 'Canceled' }, { phase: 'settled', outcome: 'cancelled' }],
    ['sold before it lost', { contracts: 0n, cost: 0n, result: 'no' }, { phase: 'sold', outcome: 'lost' }],
  ];
  it.each(cases)('%s', (_, shape, expected) => {
    expect(positionState(position(shape))).toEqual(expected);
  });

  it('without a status trades while either price is there', () => {
    const silent = position({ status: '', value: null });
    for (const price of [{ markPriceUsd: usd(600_000n) }, { sellPriceUsd: usd(590_000n) }])
      expect(positionState({ ...silent, ...price }).phase).toBe('open');
  });

  it('hangs money on what runs, waits, or is yet to be paid', () => {
    const held = (['open', 'awaiting', 'claimable', 'settled', 'lost', 'claimed', 'sold'] as const).filter(
      isHeld,
    );
    expect(held).toEqual(['open', 'awaiting', 'claimable', 'settled']);
  });

  it('never reads the sign of a number', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 12n), 10n ** 12n),
        fc.bigInt(-(10n ** 12n), 10n ** 12n),
        (pnl, value) => {
          expect(positionState(position({ afterFees: pnl, value })).phase).toBe('open');
        },
      ),
    );
  });
});

describe('what a position is worth', () => {
  const of = (shape: Shape) => {
    const it = position(shape);
    const state = positionState(it);
    return { value: worthOf(it, state), unrealised: unrealisedOf(it, state), wins: ifItWins(it, state) };
  };
  it('is what a sale brings after fees while it trades, and its gain is that less its cost', () => {
    expect(of({})).toEqual({
      value: 58_000_000n,
      unrealised: 8_000_000n,
      wins: { payout: 100_000_000n, gain: 50_000_000n },
    });
  });
  it('is unknown, not zero, while a closed market waits for its result', () => {
    expect(of({ status: 'closed', value: null, afterFees: null })).toMatchObject({
      value: null,
      unrealised: null,
      wins: { payout: 100_000_000n },
    });
  });
  it('is the payout once it is settled', () => {
    const settled = of({
      status: 'closed',
      result: 'draw',
      claimable: true,
      payout: 50_000_000n,
      value: null,
    });
    expect(settled).toEqual({ value: 50_000_000n, unrealised: 0n, wins: null });
  });
  it('is nothing once it is lost, and the loss is realised', () => {
    expect(of({ status: 'closed', result: 'no', value: null })).toEqual({
      value: 0n,
      unrealised: null,
      wins: null,
    });
  });
});

const part = fc.option(
  fc.bigInt(-(10n ** 15n), 10n ** 15n).map((value): MicroUsd => usd(value)),
  { nil: null },
);

describe('totalOf', () => {
  it('adds what is known, exactly, and counts the rest', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const known = parts.filter((value) => value !== null);
        const total = totalOf(parts);
        expect(total.of).toBe(parts.length);
        expect(total.known).toBe(known.length);
        if (parts.length > 0 && known.length === 0) expect(total.sum).toBeNull();
        else expect(total.sum).toBe(known.reduce((sum: bigint, value) => sum + value, 0n));
      }),
    );
  });
  it('does not depend on where the unknown ones stand', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        expect(totalOf(parts.toReversed())).toEqual(totalOf(parts));
      }),
    );
  });
  it('of nothing is a true zero', () => {
    expect(totalOf([])).toEqual({ sum: 0n, known: 0, of: 0 });
  });
});

describe('order and countdown', () => {
  it('puts claims first, ended ones last, and drops what is sold', () => {
    const order = arrangePositions([
      position({ pubkey: 'lost', result: 'no' }),
      position({ pubkey: 'old', openedAt: 1 }),
      position({ pubkey: 'sold', contracts: 0n, cost: 0n }),
      position({ pubkey: 'new', openedAt: 2 }),
      position({ pubkey: 'won', result: 'yes', claimable: true }),
      position({ pubkey: 'waits', status: 'closed', value: null }),
    ]).map(({ position: { pubkey } }) => pubkey);
    expect(order).toEqual(['won', 'new', 'old', 'waits', 'lost']);
  });
  it('counts 24 hours from the moment a payout became claimable', () => {
    expect(autoClaimAt(position({ claimable: true }))).toBe(87_400_000);
    expect(autoClaimAt({ claimable: true, claimableAt: 1_000 })).toBe(87_400_000);
    expect(autoClaimAt({ claimable: true, claimableAt: null })).toBeNull();
    expect(autoClaimAt({ claimable: false, claimableAt: 1_000 })).toBeNull();
    expect(autoClaimAt(position())).toBeNull();
  });
});

describe('worthByEvent', () => {
  const of = (eventId: string, shape: Shape = {}): Position => ({
    ...position(shape),
    eventId: eventId as EventId,
  });

  it('adds up what is held, and is not known where a part of it is not', () => {
    const worth = worthByEvent([
      of('priced'),
      of('priced', { isYes: false, afterFees: 0n }),
      of('awaiting', { status: 'closed', afterFees: null }),
      of('half'),
      of('half', { status: 'closed', afterFees: null }),
      of('half'),
      of('lost', { status: 'closed', result: 'no' }),
    ]);
    expect([...worth]).toEqual([
      ['priced', 108_000_000n],
      ['awaiting', null],
      ['half', null],
    ]);
  });
});
