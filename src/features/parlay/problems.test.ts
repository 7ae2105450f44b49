import { microUsd, tokenAmount } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import { PARLAY_STAKE } from '@contract/prediction/parlay-limits.ts';
import { describe, expect, it } from 'vitest';
import { FREE_ENTRY_LAMPORTS } from '@/domain/parlay.ts';
import { NEEDED_LAMPORTS } from '@/orders/lamports.ts';
import type { LiveLeg } from './live-legs.ts';
import { refusalText } from './parlay-labels.ts';
import { placeProblem } from './problems.ts';
import { gather } from './shared-slip.ts';

const live = (state: LiveLeg['state'] = 'open'): LiveLeg => ({
  leg: { eventId: 'E', marketId: 'M', label: 'L', eventTitle: 'T' },
  market: undefined,
  state,
  price: state === 'open' ? microUsd(500_000n) : null,
  asOf: 1,
});
const foreign = { provider: 'provider_z' } as unknown as Market;
const ready = {
  wallet: 'ready' as const,
  tradingActive: true,
  sponsored: true,
  regionRefused: false,
  providers: ['provider_a'],
  mode: 'paid' as const,
  slips: [Array.from({ length: 5 }, () => live())],
  held: tokenAmount(PARLAY_STAKE),
  lamports: 10_000_000n,
  mintName: 'USDC',
};

describe('the place button', () => {
  it.each([
    [{}, null],
    [{ slips: [[live()]] }, { kind: 'blocked', text: 'Pick 4 more legs' }],
    [
      { slips: [[live(), live(), live(), live(), live('closed')]] },
      { kind: 'blocked', text: 'Remove the leg that is no longer open' },
    ],
    [
      { slips: [[live(), live(), live(), live(), live('unquoted')]] },
      { kind: 'blocked', text: 'A leg has no price now' },
    ],
    [{ wallet: 'none' }, { kind: 'wallet' }],
    [{ wallet: 'none', slips: [[live()]] }, { kind: 'wallet' }],
    [{ wallet: 'cannot-sign' }, { kind: 'blocked', text: 'This wallet cannot sign' }],
    [{ regionRefused: true }, { kind: 'blocked', text: 'Not available in your region' }],
    [
      { slips: [[live(), live(), live(), live(), { ...live(), market: foreign }]] },
      { kind: 'blocked', text: 'A leg cannot be traded here' },
    ],
    [{ tradingActive: false }, { kind: 'blocked', text: 'Trading is halted' }],
    [{ held: tokenAmount(PARLAY_STAKE - 1n) }, { kind: 'blocked', text: 'Needs $10.00 of USDC' }],
    [{ held: undefined }, null],
    [{ lamports: 0n }, null],
    [
      { lamports: 0n, sponsored: false },
      { kind: 'blocked', text: 'Not enough SOL for fees' },
    ],
    [{ mode: 'free', held: tokenAmount(0n) }, null],
    [
      { mode: 'free', lamports: 1_000_000n },
      { kind: 'blocked', text: 'Not enough SOL for the entry fee' },
    ],
  ] as const)('with %o says %o', (over, problem) => {
    expect(placeProblem({ ...ready, ...over })).toEqual(problem);
  });
});

describe('several slips at once', () => {
  const [one] = ready.slips;
  const slips = [one, one, one].flatMap((legs) => (legs ? [legs] : []));
  const say = (over: object) => placeProblem({ ...ready, slips, ...over });
  it('need the stake of each of them', () => {
    expect(say({ held: tokenAmount(3n * PARLAY_STAKE - 1n) })).toEqual({
      kind: 'blocked',
      text: 'Needs $30.00 of USDC',
    });
    expect(say({ held: tokenAmount(3n * PARLAY_STAKE) })).toBeNull();
  });
  it('need the entry fee of each of them and that of the network, where they are free', () => {
    const needed = 3n * FREE_ENTRY_LAMPORTS + NEEDED_LAMPORTS.fee;
    expect(say({ mode: 'free', lamports: needed - 1n })).toEqual({
      kind: 'blocked',
      text: 'Not enough SOL for the entry fee',
    });
    expect(say({ mode: 'free', lamports: needed })).toBeNull();
  });
});

describe('a slip from a link', () => {
  it('leaves out what is unknown and what is of an event it has', () => {
    const leg = (eventId: string, marketId: string) => ({ eventId, marketId, label: '', eventTitle: '' });
    const slip = gather([leg('E1', 'A'), null, leg('E1', 'B'), leg('E2', 'C')]);
    expect(slip.legs.map(({ marketId }) => marketId)).toEqual(['A', 'C']);
    expect(slip.ignored).toBe(2);
  });
});

it('puts refusals into words, and keeps those it does not know', () => {
  expect(refusalText('leg_not_open', 'x')).toBe('A leg is not open for trading any more.');
  expect(refusalText('NEW_CODE', 'Something else.')).toBe('Something else.');
});
