import {
  type BuyMode,
  capTarget,
  type Notice,
  type TicketState,
  type TicketSummary,
  type TradeAction,
} from './ticket-state.ts';

export type TicketEvent =
  | { type: 'action'; action: TradeAction }
  | { type: 'mode'; mode: BuyMode; text: string }
  | { type: 'amount'; target: string; text: string }
  | { type: 'cap'; target: string; text: string | null }
  | { type: 'pick'; target: string; action: TradeAction; contracts: string; cap: string }
  | { type: 'submitted'; summary: TicketSummary }
  | { type: 'settled'; spent: boolean }
  | { type: 'refused'; notice: Notice };

const amountOf = (state: TicketState, target: string, text: string): TicketState =>
  state.action === 'buy' ? { ...state, buyText: text } : { ...state, sell: { target, text } };

function edit(state: TicketState, event: TicketEvent): TicketState {
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
    case 'submitted':
      return { ...state, submitted: event.summary };
    default:
      return state;
  }
}

/** Everything the ticket can be told. Between submission and its end the content is frozen. */
export function ticketReducer(state: TicketState, event: TicketEvent): TicketState {
  switch (event.type) {
    case 'settled':
      return event.spent
        ? { ...state, submitted: null, notice: null, buyText: '', sell: null, cap: null }
        : { ...state, submitted: null };
    case 'refused':
      return { ...state, notice: event.notice };
    default: {
      if (state.submitted) return state;
      const next = edit(state, event);
      return next === state ? state : { ...next, notice: null };
    }
  }
}
