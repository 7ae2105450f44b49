import { describe, expect, it } from 'vitest';
import {
  buttonOf,
  noteOf,
  preflight,
  REASONS,
  type Reasons,
  rowProblem,
  standingReasons,
  walletState,
} from './preflight.ts';

describe('what keeps something from being sent', () => {
  it('is told in one order for every form', () => {
    const all = Object.fromEntries(REASONS.toReversed().map((reason) => [reason, true])) as Reasons;
    expect(preflight(all).map(({ reason }) => reason)).toEqual(REASONS);
    const documented = ['wallet', 'signer', 'region', 'halted', 'closed', 'amount', 'minimum', 'maximum'];
    const rest = ['balance', 'holding', 'sol', 'no-liquidity', 'stale'];
    const order = [...documented, ...rest];
    expect(REASONS.filter((reason) => order.includes(reason))).toEqual(order);
    for (const { text } of preflight(all)) expect(text).toMatch(/^[A-Z]/);
  });

  it('has the words of the form where it has its own, several of one kind in their order', () => {
    const problems = preflight<'amount' | 'date'>({
      stale: true,
      amount: false,
      sol: undefined,
      fields: [false, 'Enter the trigger price', { text: 'The expiry has passed', field: 'date' }],
      balance: { text: 'Not enough SOL', field: 'amount' },
    });
    expect(problems).toEqual([
      { reason: 'fields', text: 'Enter the trigger price' },
      { reason: 'fields', text: 'The expiry has passed', field: 'date' },
      { reason: 'balance', text: 'Not enough SOL', field: 'amount' },
      { reason: 'stale', text: 'Waiting for a fresh price' },
    ]);
    expect(noteOf(problems, 'amount')).toBe('Not enough SOL');
    expect(noteOf(problems.slice(3), 'amount')).toBeUndefined();
  });

  it('names the first on the button', () => {
    expect(buttonOf([], 'Buy')).toEqual({ kind: 'submit', text: 'Buy' });
    expect(buttonOf(preflight({ wallet: true, amount: true }), 'Buy')).toEqual({
      kind: 'connect',
      text: 'Connect wallet',
    });
    expect(buttonOf(preflight({ 'sign-in': true }), 'Buy').kind).toBe('sign-in');
    expect(buttonOf(preflight({ amount: true }), 'Buy').kind).toBe('blocked');
  });

  const ready = { wallet: 'ready', regionRefused: true, tradingActive: undefined, lamports: 10n } as const;
  const holding = (change: object, act: { opens: boolean; needs: bigint }) =>
    preflight(standingReasons({ ...ready, ...change }, act)).map(({ reason }) => reason);
  it('lets what closes something pass where a region refuses what opens it', () => {
    expect(holding({}, { opens: true, needs: 10n })).toEqual(['region']);
    expect(holding({}, { opens: false, needs: 10n })).toEqual([]);
  });
  it('takes what is not known for no problem', () => {
    expect(holding({ tradingActive: false }, { opens: false, needs: 0n })).toEqual(['halted']);
    expect(holding({}, { opens: false, needs: 11n })).toEqual(['sol']);
    expect(holding({ lamports: undefined }, { opens: false, needs: 11n })).toEqual([]);
  });
  it('says the same beside a row', () => {
    expect(rowProblem(walletState('owner', null), 100n, 10n)).toBe('This wallet cannot sign');
    expect(rowProblem(walletState(null, null), 100n, 10n)).toBe('Connect wallet');
    expect(rowProblem(walletState('owner', {}), 9n, 10n)).toBe('Not enough SOL for fees');
    expect(rowProblem(walletState('owner', {}), undefined, 10n)).toBeNull();
  });
});
