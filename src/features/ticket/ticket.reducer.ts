import { formReducer, type SendEvent, turned } from '@/orders/form.ts';
import {
  type BuyMode,
  capTarget,
  type Notice,
  type TicketState,
  type TicketSummary,
  type TradeAction,
} from './ticket-state.ts';

export type TicketEdit =
  | { type: 'action'; action: TradeAction }
  | { type: 'mode'; mode: BuyMode; text: string }
  | { type: 'amount'; target: string; text: string }
  | { type: 'cap'; target: string; text: string | null }
  | { type: 'pick'; target: string; action: TradeAction; contracts: string; cap: string };

const amountOf = (state: TicketState, target: string, text: string): TicketState =>
  state.action === 'buy' ? { ...state, buyText: text } : { ...state, sell: { target, text } };

function edit(state: TicketState, event: TicketEdit): TicketState {
  switch (event.type) {
    case 'action':
      return event.action === state.action ? state : { ...state, action: event.action, cap: null };
    case 'mode':
      return { ...state, mode: event.mode, buyText: event.text };
    case 'amount':
      return amountOf(state, event.target, event.text);
    case 'cap':
      return {
        ...state,
        cap: event.text === null ? null : { target: capTarget(event.target, state.action), text: event.text },
      };
    case 'pick': {
      const aimed = amountOf(
        { ...state, action: event.action, mode: 'contracts' },
        event.target,
        event.contracts,
      );
      return { ...aimed, cap: { target: capTarget(event.target, event.action), text: event.cap } };
    }
  }
}

/** `market`: another one, or another wallet, is on show, of which an order under way on the former says nothing. */
export type TicketEvent = TicketEdit | { type: 'market' } | SendEvent<TicketSummary, Notice>;

const cleared = (state: TicketState): TicketState => ({ ...state, buyText: '', sell: null, cap: null });
const sending = formReducer<TicketSummary, Notice, TicketState, TicketEdit>({ edit, cleared });

/**
 * Everything the ticket can be told. Its content is frozen from submission to the end, or until it is turned to another
 * market or wallet: what was sent then stays with the former one, and is not proposed for this one too.
 */
export function ticketReducer(state: TicketState, event: TicketEvent): TicketState {
  if (event.type === 'market') return turned(state.submitted === null ? state : cleared(state));
  return sending(state, event);
}
