import { microContracts, microUsd, tokenAmount } from '@contract/money.ts';
import { MIN_ORDER } from '@contract/pricing.ts';
import type { SideBook } from '@/domain/book.ts';
import { type TicketEvent, ticketReducer } from './ticket.reducer.ts';
import { newTicket, type TicketInputs, type TicketState } from './ticket-state.ts';

/* Shared by the tests of the ticket. */
const level = (price: bigint, contracts: bigint) => ({
  price: microUsd(price),
  size: microContracts(contracts * 1_000_000n),
});
export const BOOK: SideBook = {
  asks: [level(685_000n, 100n), level(690_000n, 5_000n)],
  bids: [level(675_000n, 100n), level(670_000n, 200n)],
};
export const TARGET = 'MK-1/yes';

/** A ticket of an open market in which everything is fine. */
export const inputs = (change: Partial<TicketInputs> = {}): TicketInputs => ({
  target: TARGET,
  side: 'yes',
  sideLabel: 'Yes',
  market: 'open',
  underWay: false,
  book: BOOK,
  bookFresh: true,
  wallet: 'ready',
  regionRefused: false,
  tradingActive: true,
  usdc: tokenAmount(1_000_000_000n),
  lamports: 1_000_000_000n,
  held: microContracts(120_500_000n),
  free: microContracts(120_500_000n),
  slippageBps: 250n,
  minOrder: MIN_ORDER,
  maxOrder: null,
  ...change,
});

export const told = (...events: TicketEvent[]): TicketState => events.reduce(ticketReducer, newTicket);
export const amount = (text: string): TicketEvent => ({ type: 'amount', target: TARGET, text });
export const selling: TicketEvent = { type: 'action', action: 'sell' };
