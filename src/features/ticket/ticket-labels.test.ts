import type { Market } from '@contract/prediction/market.ts';
import { describe, expect, it } from 'vitest';
import { AppError, type AppErrorKind } from '@/api/app-error.ts';
import { noticeOf, winPhrase } from './ticket-labels.ts';

describe('refusals of the service', () => {
  const cases: [AppErrorKind, string, string | undefined, string, RegExp][] = [
    ['refused', 'MIN_ORDER_SIZE', 'depositAmount', 'amount', /Raise the amount/],
    ['refused', 'PRICE_OUT_OF_RANGE', 'maxBuyPriceUsd', 'cap', /between 1¢ and 99\.9¢/],
    ['refused', 'MARKET_CLOSED', 'marketId', 'panel', /no more orders/],
    ['refused', 'TRADING_HALTED', undefined, 'panel', /when trading is open/],
    ['offline', '', undefined, 'panel', /Try again/],
  ];

  it.each(cases)('%s %s', (kind, code, param, field, advice) => {
    const notice = noticeOf(new AppError(kind, 'it was refused', { code: code || undefined, param }), 'buy');
    expect(notice.field).toBe(field);
    expect(notice.text).toMatch(/^it was refused\. No order was placed and no money moved\./);
    expect(notice.text).toMatch(advice);
  });

  it('advises money where something is bought, and not where it is sold', () => {
    const short = new AppError('refused', 'No.', { code: 'INSUFFICIENT_FUNDS', param: 'contractsMicro' });
    expect(noticeOf(short, 'buy').text).toMatch(/Lower the amount or add USDC\.$/);
    expect(noticeOf(short, 'sell')).toMatchObject({
      field: 'amount',
      text: expect.stringMatching(/money moved\. Lower the amount\.$/),
    });
  });

  it('folds the raw names away', () => {
    const notice = noticeOf(new AppError('refused', 'No.', { code: 'NO_ROUTE', requestId: 'r-1' }), 'buy');
    expect(notice.detail).toBe('NO_ROUTE · r-1');
    expect(noticeOf(new AppError('refused', 'No.'), 'buy').detail).toBeUndefined();
  });
});

describe('what a contract is paid for', () => {
  const team = { sportsMarketType: 'moneyline', title: 'France' } as Market;

  it.each([
    ['France', 'yes', 'If France wins'],
    ['France', 'no', 'If France does not win'],
    ['A'.repeat(41), 'yes', 'If it wins'],
    ['A'.repeat(41), 'no', 'If it does not win'],
  ] as const)('of %s and its %s: %s', (outcome, side, phrase) => {
    expect(winPhrase(team, outcome, side)).toBe(phrase);
  });
});
