import { describe, expect, it } from 'vitest';
import { amount, inputs, selling, TARGET, told } from './ticket.fixtures.ts';
import { ticketReducer } from './ticket.reducer.ts';
import { summarise } from './ticket.summary.ts';
import { amountText, capText, newTicket } from './ticket-state.ts';

const OTHER = 'MK-1/no';
const typed = told(amount('50'), { type: 'cap', target: TARGET, text: '70' });

describe('ticket', () => {
  it('keeps the dollars of a purchase from market to market, and drops what belongs to one side', () => {
    expect(amountText(typed, OTHER)).toBe('50');
    expect(capText(typed, TARGET)).toBe('70');
    expect(capText(typed, OTHER)).toBeUndefined();
    const sale = told(selling, amount('12'));
    expect(amountText(sale, TARGET)).toBe('12');
    expect(amountText(sale, OTHER)).toBe('');
  });

  it('forgets the limit when buying turns to selling', () => {
    expect(capText(ticketReducer(typed, selling), TARGET)).toBeUndefined();
    expect(ticketReducer(newTicket, { type: 'action', action: 'buy' })).toBe(newTicket);
  });

  it('takes side, size and limit from a row of the ladder', () => {
    const picked = told(amount('50'), {
      type: 'pick',
      target: OTHER,
      action: 'buy',
      contracts: '1234.5',
      cap: '33',
    });
    expect(picked.mode).toBe('contracts');
    expect(amountText(picked, OTHER)).toBe('1234.5');
    expect(capText(picked, OTHER)).toBe('33');
  });

  it('is frozen from submission to its end', () => {
    const summary = summarise(typed, inputs());
    const frozen = ticketReducer(typed, { type: 'submitted', summary });
    for (const event of [amount('9'), selling, { type: 'cap', target: TARGET, text: null }] as const) {
      expect(ticketReducer(frozen, event)).toBe(frozen);
    }
    expect(frozen.submitted).toBe(summary);
  });

  it('is cleared by success and kept by a rejection', () => {
    const frozen = ticketReducer(typed, { type: 'submitted', summary: summarise(typed, inputs()) });
    const kept = ticketReducer(frozen, { type: 'settled', turn: 0, spent: false });
    expect(amountText(kept, TARGET)).toBe('50');
    expect(capText(kept, TARGET)).toBe('70');
    const done = ticketReducer(frozen, { type: 'settled', turn: 0, spent: true });
    expect(amountText(done, TARGET)).toBe('');
    expect(done.submitted).toBeNull();
  });

  it('shows a refusal until the next edit', () => {
    const notice = { field: 'panel', text: 'Not here.' } as const;
    const refused = ticketReducer(typed, { type: 'refused', turn: 0, notice });
    expect(refused.notice).toBe(notice);
    const edited = ticketReducer(refused, amount('60'));
    expect(edited.notice).toBeNull();
  });
});
