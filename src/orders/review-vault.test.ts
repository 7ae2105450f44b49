import { tokenAmount } from '@contract/money.ts';
import type { Answer } from '@contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { ESCROW, ORDER, OWNER, POSITION, STABLECOIN, STRANGER, USDC } from './fixtures.ts';
import { reviewDeposit, reviewWithdrawal } from './review-vault.ts';
import type { DepositTerms, WithdrawalTerms } from './terms.ts';

const vault = POSITION;
const deposit: DepositTerms = {
  owner: OWNER,
  mint: USDC,
  decimals: 6,
  amount: tokenAmount(5n),
  isNative: false,
  vault,
};
const answer: Answer<'craftDeposit'> = {
  transaction: 't',
  requestId: 'r',
  receiverAddress: vault,
  mint: USDC,
  amount: tokenAmount(5n),
  tokenDecimals: 6,
  inputTokenAccount: ESCROW,
  outputTokenAccount: null,
};

describe('a deposit', () => {
  it.each([
    ['as shown', {}, 'as-shown'],
    ['whose account is not named', { inputTokenAccount: null }, 'as-shown'],
    ['to the other account of the vault', { inputTokenAccount: ORDER }, 'as-shown'],
    ['to another vault', { receiverAddress: OWNER }, 'refuse'],
    ['to an account of somebody else', { inputTokenAccount: STRANGER }, 'refuse'],
    ['of more', { amount: tokenAmount(6n) }, 'refuse'],
    ['of less', { amount: tokenAmount(4n) }, 'refuse'],
    ['of another mint', { mint: STABLECOIN }, 'refuse'],
    ['in other decimals than it was shown in', { tokenDecimals: 9 }, 'refuse'],
    ['without a request of its own', { requestId: '' }, 'refuse'],
  ] as const)('%s', (_, change, verdict) => {
    expect(reviewDeposit(deposit, { ...answer, ...change }, [ESCROW, ORDER], 6).verdict).toBe(verdict);
  });

  it.each([
    [null, 'ask'],
    [6, 'as-shown'],
    [9, 'refuse'],
  ] as const)('of a token with %s decimals by the chain', (decimals, verdict) => {
    expect(reviewDeposit(deposit, answer, [ESCROW, ORDER], decimals).verdict).toBe(verdict);
  });
});

describe('a withdrawal', () => {
  const asset = (amount: bigint, mint = USDC) => ({ mint, amount: tokenAmount(amount) });
  const terms: WithdrawalTerms = { owner: OWNER, order: 'o', assets: [asset(100n)], native: STABLECOIN };
  const of = { cancelled: 'o', order: 'o', owner: OWNER };
  const words = (assets: readonly { amount: bigint }[] | null) =>
    assets?.map(({ amount }) => `${amount / 10n} USDC`).join(' and ') ?? 'unknown';
  const judged = (left: ReturnType<typeof asset>[], change: Partial<typeof of> = {}) =>
    reviewWithdrawal(terms, { ...of, ...change }, left, words);
  const PART = 'Part of this order was executed meanwhile';

  it.each([
    ['another order stopped', { cancelled: 'p' }],
    ['another order read', { order: 'p' }],
    ['another owner', { owner: STRANGER }],
  ])('of %s is refused', (_, change) => {
    expect(judged([asset(100n)], change).verdict).toBe('refuse');
  });
  it('is as shown to the unit, or asked about', () => {
    expect(judged([asset(100n)])).toEqual({ verdict: 'as-shown' });
    expect(judged([asset(40n), asset(60n)])).toEqual({ verdict: 'as-shown' });
    expect(judged([asset(50n)])).toMatchObject({
      title: PART,
      lines: ['5 USDC comes back, instead of 10 USDC.'],
    });
    expect(judged([asset(150n)])).toMatchObject({ verdict: 'ask', title: 'More comes back than shown' });
    expect(judged([asset(100n), asset(7n, ORDER)]).verdict).toBe('ask');
    expect(judged([]).verdict).toBe('refuse');
  });
  it('is compared mint by mint', () => {
    expect(judged([asset(100n, ORDER)])).toMatchObject({ verdict: 'ask', title: PART });
    expect(judged([asset(50n), asset(50n, ORDER)])).toMatchObject({ verdict: 'ask', title: PART });
    const two = { ...terms, assets: [asset(100n), asset(7n, ORDER)] };
    expect(reviewWithdrawal(two, of, [asset(100n)], words)).toMatchObject({ verdict: 'ask', title: PART });
    expect(reviewWithdrawal(two, of, [asset(7n, ORDER), asset(100n)], words).verdict).toBe('as-shown');
  });
  it('of which nobody could say how much it is, is asked about', () => {
    const untold = { ...terms, assets: null };
    expect(reviewWithdrawal(untold, of, [asset(100n)], words)).toMatchObject({
      verdict: 'ask',
      lines: ['10 USDC comes back, instead of unknown.'],
    });
  });
  it('tells a difference that its words do not show', () => {
    const review = judged([asset(109n)]);
    expect(review).toMatchObject({
      verdict: 'ask',
      lines: ['10 USDC comes back, not to the unit as shown: 9 units of difference.'],
    });
  });
});
