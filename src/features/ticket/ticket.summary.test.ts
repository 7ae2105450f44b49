import { microContracts, microUsd, tokenAmount } from '@contract/money.ts';
import { describe, expect, it } from 'vitest';
import type { Reason } from '@/orders/preflight.ts';
import { amount, BOOK, inputs, selling, TARGET, told } from './ticket.fixtures.ts';
import { summarise } from './ticket.summary.ts';
import type { TicketInputs, TicketState } from './ticket-state.ts';

const fifty = told(amount('50'));
const NONE = microContracts(0n);
const cap = (text: string) => ({ type: 'cap', target: TARGET, text }) as const;

describe('what keeps an order from being sent', () => {
  const cases: [Reason, string, TicketState, Partial<TicketInputs>][] = [
    ['wallet', 'Connect wallet', fifty, { wallet: 'none' }],
    ['signer', 'This wallet cannot sign', fifty, { wallet: 'cannot-sign' }],
    ['region', 'Not available in your region', fifty, { regionRefused: true }],
    ['halted', 'Trading is halted', fifty, { tradingActive: false }],
    ['closed', 'Market is closed', fifty, { market: 'closed' }],
    ['read-only', 'This market cannot be traded here', fifty, { market: 'read-only' }],
    ['nothing-held', 'What you hold is not known now', told(selling), { held: undefined, free: undefined }],
    ['nothing-held', 'You hold none to sell', told(selling), { held: NONE, free: NONE }],
    ['nothing-held', 'You hold none to sell', told(selling), { held: NONE, free: undefined }],
    ['nothing-held', 'All of it is in open sell orders', told(selling, amount('5')), { free: NONE }],
    ['amount', 'Enter an amount', told(), {}],
    ['amount', 'Enter an amount', told(amount('0.00')), {}],
    ['amount-invalid', 'Amount is not valid', told(amount('1.2345678')), {}],
    ['fields', 'Limit must be 1¢ to 99.9¢', told(amount('50'), cap('0.5')), {}],
    ['minimum', 'Minimum is $5.00', told(amount('4.99')), {}],
    ['minimum', 'Minimum is 0.01 contracts', told(selling, amount('0.009')), {}],
    ['maximum', 'Maximum is $250.00', told(amount('251')), { maxOrder: microUsd(250_000_000n) }],
    ['balance', 'Not enough USDC', fifty, { usdc: tokenAmount(49_999_999n) }],
    ['holding', 'You hold 120.50', told(selling, amount('120.51')), {}],
    ['holding', 'You hold 120.50', told(selling, amount('120.51')), { free: undefined }],
    ['holding', 'Free to sell: 40.00', told(selling, amount('40.01')), { free: microContracts(40_000_000n) }],
    ['sol', 'Not enough SOL for fees', fifty, { lamports: 0n }],
    ['no-liquidity', 'No asks', fifty, { book: { ...BOOK, asks: [] } }],
    ['no-liquidity', 'No bids', told(selling, amount('5')), { book: { ...BOOK, bids: [] } }],
    [
      'least-price',
      'Bids are below the 1¢ minimum price',
      told(selling, amount('100')),
      { book: { ...BOOK, bids: [{ price: microUsd(4_000n), size: microContracts(1_000_000_000n) }] } },
    ],
    ['beyond-limit', 'No asks at or below your limit', told(amount('50'), cap('68.4')), {}],
    ['beyond-limit', 'No bids at or above your limit', told(selling, amount('5'), cap('68')), {}],
    ['stale', 'Waiting for a fresh price', fifty, { bookFresh: false }],
    ['stale', 'Waiting for the order book', fifty, { book: undefined, bookFresh: false }],
  ];

  it.each(cases)('%s: “%s”', (kind, text, state, change) => {
    const { problems, button } = summarise(state, inputs(change));
    expect(problems[0]).toBe(kind);
    expect(button).toEqual({ kind: kind === 'wallet' ? 'connect' : 'blocked', text });
  });

  it('looks for the SOL of a sale too, and for no more than its fees', () => {
    const state = told(selling, amount('5'));
    expect(summarise(state, inputs({ lamports: 19_999n })).button.text).toBe('Not enough SOL for fees');
    expect(summarise(state, inputs({ lamports: 20_000n })).button.kind).toBe('submit');
  });

  it('looks for the SOL of the accounts that a purchase may open', () => {
    expect(summarise(fifty, inputs({ lamports: 2_499_999n })).button.text).toBe('Not enough SOL for fees');
    expect(summarise(fifty, inputs({ lamports: 2_500_000n })).button.kind).toBe('submit');
  });

  it('lets positions be sold in a region where buying is not allowed', () => {
    const state = told(selling, amount('5'));
    expect(summarise(state, inputs({ regionRefused: true })).button.kind).toBe('submit');
  });

  it.each([
    ['the least order', told(amount('5')), {}],
    ['the largest order', told(amount('250')), { maxOrder: microUsd(250_000_000n) }],
    ['all of the balance', fifty, { usdc: tokenAmount(50_000_000n) }],
    ['all that is held', told(selling, amount('120.5')), {}],
    ['all that is free', told(selling, amount('40')), { free: microContracts(40_000_000n) }],
    ['a purchase while open orders are not known', fifty, { free: undefined }],
    ['a sale then: there has to be a way out', told(selling, amount('120.5')), { free: undefined }],
  ])('nothing of %s', (_, state, change) => {
    const { problems, button } = summarise(state, inputs(change));
    expect(problems).toEqual([]);
    expect(button.kind).toBe('submit');
  });

  it('does not call a balance that is not known too small', () => {
    expect(summarise(fifty, inputs({ usdc: undefined, lamports: undefined })).problems).toEqual([]);
  });
});

describe('what the order does', () => {
  it('says what it pays', () => {
    const { button, quote } = summarise(fifty, inputs());
    expect(button).toEqual({ kind: 'submit', text: 'Buy Yes for $50.00' });
    expect(quote).toMatchObject({ action: 'buy', deposit: 50_000_000n, average: 685_000n, cap: 702_000n });
  });

  it('says what it brings', () => {
    const { button, quote } = summarise(told(selling, amount('40')), inputs());
    expect(quote).toMatchObject({ action: 'sell', contracts: 40_000_000n, cap: 659_000n });
    expect(button).toEqual({ kind: 'submit', text: 'Sell Yes for $26.38' });
  });

  it('turns a payout into the stake that may win it', () => {
    const state = told({ type: 'mode', mode: 'payout', text: '70.77' });
    const { quote } = summarise(state, inputs());
    expect(quote).toMatchObject({ action: 'buy', contracts: 70_770_000n, payout: 70_770_000n, returned: 0n });
  });

  it('uses the limit of the user as it is', () => {
    expect(summarise(told(amount('50'), cap('69.25')), inputs()).quote).toMatchObject({ cap: 692_500n });
  });

  it('reads limits in cents, within what a request may carry', () => {
    const buy = (text: string) => summarise(told(amount('50'), cap(text)), inputs());
    expect(buy('70.5').quote).toMatchObject({ cap: 705_000n });
    expect(buy('99.9999').quote).toMatchObject({ cap: 999_999n });
    expect(summarise(told(selling, amount('5'), cap('1')), inputs()).quote).toMatchObject({ cap: 10_000n });
    for (const text of ['0.9', '100', '', '.', '1e1', '70.12345'])
      expect(buy(text).problems).toContain('fields');
  });
});
