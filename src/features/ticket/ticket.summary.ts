import type { Side } from '@contract/ids.ts';
import {
  formatUsd,
  type MicroContracts,
  type MicroUsd,
  microUsd,
  parseContracts,
  parseDecimal,
  parseUsd,
  type TokenAmount,
} from '@contract/money.ts';
import { MAX_PRICE, MIN_PRICE } from '@contract/pricing.ts';
import type { SideBook } from '@/domain/book.ts';
import {
  type BuyAmount,
  contractsForPayout,
  type NoQuote,
  quoteBuy,
  quoteSell,
  type TicketQuote,
} from '@/domain/quote.ts';
import { BUTTON_TEXT, inOrder, PROBLEM_FIELD, type ProblemFacts, type ProblemKind } from './problems.ts';
import {
  amountText,
  type BuyMode,
  capText,
  type TicketState,
  type TicketSummary,
  type TradeAction,
} from './ticket-state.ts';

/** Lamports an order may need: rent of its escrow account and the fees of its transaction. */
export const ORDER_LAMPORTS = 2_500_000n;

/** The world around the ticket; null or undefined where it is not known (yet). */
export interface TicketInputs {
  target: string;
  side: Side;
  /** "Yes", or the outcome's own name where a market has only one side. */
  sideLabel: string;
  market: 'open' | 'closed' | 'read-only';
  book: SideBook | undefined;
  bookFresh: boolean;
  wallet: 'none' | 'cannot-sign' | 'ready';
  /** Whether the service refuses to open anything from where the reader is. */
  regionRefused: boolean;
  tradingActive: boolean | undefined;
  usdc: TokenAmount | undefined;
  lamports: bigint | undefined;
  held: MicroContracts;
  slippageBps: bigint;
  minOrder: MicroUsd;
  maxOrder: MicroUsd | null;
}

const CENT_DECIMALS = 4;
/** A limit typed in cents, micro-USD; undefined when it is no price a request may carry. */
export function parseCents(text: string): MicroUsd | undefined {
  const price = parseDecimal(text, CENT_DECIMALS);
  return price === undefined || price < MIN_PRICE || price > MAX_PRICE ? undefined : microUsd(price);
}

type Amount = { buy: BuyAmount } | { sell: MicroContracts } | 'empty' | 'invalid';

function readAmount(action: TradeAction, mode: BuyMode, text: string): Amount {
  if (text === '' || /^[0.]*$/.test(text)) return 'empty';
  if (action === 'sell') {
    const contracts = parseContracts(text);
    return contracts === undefined ? 'invalid' : { sell: contracts };
  }
  if (mode === 'contracts') {
    const contracts = parseContracts(text);
    return contracts === undefined ? 'invalid' : { buy: { by: 'contracts', contracts } };
  }
  const dollars = parseUsd(text);
  if (dollars === undefined) return 'invalid';
  return mode === 'payout'
    ? { buy: { by: 'contracts', contracts: contractsForPayout(dollars) } }
    : { buy: { by: 'money', deposit: dollars } };
}

interface Reading {
  amount: Amount;
  cap: MicroUsd | undefined;
  capInvalid: boolean;
  result: TicketQuote | NoQuote | null;
}

function read(state: TicketState, inputs: TicketInputs): Reading {
  const amount = readAmount(state.action, state.mode, amountText(state, inputs.target));
  const typed = capText(state, inputs.target);
  const cap = typed === undefined ? undefined : parseCents(typed);
  const capInvalid = typed !== undefined && cap === undefined;
  const options = { cap, slippageBps: inputs.slippageBps };
  if (!inputs.book || typeof amount === 'string' || capInvalid)
    return { amount, cap, capInvalid, result: null };
  const result =
    'buy' in amount
      ? quoteBuy(inputs.book, amount.buy, options)
      : quoteSell(inputs.book, amount.sell, options);
  return { amount, cap, capInvalid, result };
}

/** What leaves the wallet: known for a sum of money even without a book. */
function depositOf({ amount, result }: Reading): MicroUsd | undefined {
  if (result?.action === 'buy') return result.deposit;
  return typeof amount === 'object' && 'buy' in amount && amount.buy.by === 'money'
    ? amount.buy.deposit
    : undefined;
}

function problemsOf(state: TicketState, inputs: TicketInputs, reading: Reading): ProblemKind[] {
  const { amount, result } = reading;
  const buying = state.action === 'buy';
  const deposit = depositOf(reading);
  const none = result?.action === 'none' ? result.reason : null;
  const emptySide = inputs.book && (buying ? inputs.book.asks : inputs.book.bids).length === 0;
  return inOrder({
    wallet: inputs.wallet === 'none',
    signer: inputs.wallet === 'cannot-sign',
    region: buying && inputs.regionRefused,
    halted: inputs.tradingActive === false,
    closed: inputs.market === 'closed',
    'read-only': inputs.market === 'read-only',
    'nothing-held': !buying && inputs.wallet !== 'none' && inputs.held === 0n,
    amount: amount === 'empty',
    'amount-invalid': amount === 'invalid',
    'cap-invalid': reading.capInvalid,
    minimum: (deposit !== undefined && deposit < inputs.minOrder) || none === 'too-small',
    maximum: deposit !== undefined && inputs.maxOrder !== null && deposit > inputs.maxOrder,
    balance: deposit !== undefined && inputs.usdc !== undefined && deposit > inputs.usdc,
    holding: typeof amount === 'object' && 'sell' in amount && amount.sell > inputs.held,
    sol: inputs.lamports !== undefined && inputs.lamports < ORDER_LAMPORTS,
    'no-liquidity': none === 'no-liquidity' || emptySide === true,
    'beyond-cap': none === 'beyond-cap',
    stale: !inputs.book || !inputs.bookFresh,
  });
}

function submitText(quote: TicketQuote | null, sideLabel: string): string {
  if (quote?.action === 'buy') return `Buy ${sideLabel} for ${formatUsd(quote.deposit, 'up')}`;
  if (quote?.action === 'sell') return `Sell ${sideLabel} for ${formatUsd(quote.net)}`;
  return 'Enter an amount';
}

/** Summary of a ticket: pure, so that what is shown, refused and sent is one thing. */
export function summarise(state: TicketState, inputs: TicketInputs): TicketSummary {
  const reading = read(state, inputs);
  const { result } = reading;
  const quote = result && result.action !== 'none' ? result : null;
  const problems = problemsOf(state, inputs, reading);
  const facts: ProblemFacts = {
    minOrder: inputs.minOrder,
    maxOrder: inputs.maxOrder,
    held: inputs.held,
    action: state.action,
    loading: !inputs.book,
    byQuantity: state.mode !== 'money',
  };
  const [first] = problems;
  const note = (field: 'amount' | 'cap'): string | undefined => {
    const kind = problems.find((problem) => PROBLEM_FIELD[problem] === field);
    return kind && BUTTON_TEXT[kind](facts);
  };
  return {
    action: state.action,
    mode: state.mode,
    side: inputs.side,
    sideLabel: inputs.sideLabel,
    target: inputs.target,
    amountText: amountText(state, inputs.target),
    ownCap: capText(state, inputs.target),
    quote,
    problems,
    amountNote: note('amount'),
    capNote: note('cap'),
    button: first
      ? { kind: first === 'wallet' ? 'connect' : 'blocked', text: BUTTON_TEXT[first](facts) }
      : { kind: 'submit', text: submitText(quote, inputs.sideLabel) },
  };
}
