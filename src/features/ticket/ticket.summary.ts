import {
  formatUsd,
  type MicroContracts,
  type MicroUsd,
  microUsd,
  parseContracts,
  parseDecimal,
  parseUsd,
} from '@contract/money.ts';
import { MAX_PRICE, MIN_PRICE } from '@contract/pricing.ts';
import { type BuyAmount, contractsForPayout, quoteBuy, quoteSell, type TicketQuote } from '@/domain/quote.ts';
import { isEmptyAmount } from '@/lib/typed-amount.ts';
import { buttonOf, noteOf } from '@/orders/preflight.ts';
import { type Reading, ticketProblems } from './problems.ts';
import {
  amountText,
  type BuyMode,
  capText,
  type TicketInputs,
  type TicketState,
  type TicketSummary,
  type TradeAction,
} from './ticket-state.ts';

const CENT_DECIMALS = 4;
/** A limit typed in cents, micro-USD; undefined when it is no price a request may carry. */
function parseCents(text: string): MicroUsd | undefined {
  const price = parseDecimal(text, CENT_DECIMALS);
  return price === undefined || price < MIN_PRICE || price > MAX_PRICE ? undefined : microUsd(price);
}

type Amount = { buy: BuyAmount } | { sell: MicroContracts } | 'empty' | 'invalid';

function readAmount(action: TradeAction, mode: BuyMode, text: string): Amount {
  if (isEmptyAmount(text)) return 'empty';
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

function read(state: TicketState, inputs: TicketInputs): Reading {
  const amount = readAmount(state.action, state.mode, amountText(state, inputs.target));
  const typed = capText(state, inputs.target);
  const cap = typed === undefined ? undefined : parseCents(typed);
  const capInvalid = typed !== undefined && cap === undefined;
  if (typeof amount === 'string') {
    return { amount, sell: undefined, deposit: undefined, capInvalid, result: null };
  }
  const options = { cap, slippageBps: inputs.slippageBps };
  const result =
    !inputs.book || capInvalid
      ? null
      : 'buy' in amount
        ? quoteBuy(inputs.book, amount.buy, options)
        : quoteSell(inputs.book, amount.sell, options);
  const money = 'buy' in amount && amount.buy.by === 'money' ? amount.buy.deposit : undefined;
  return {
    amount: 'read',
    sell: 'sell' in amount ? amount.sell : undefined,
    deposit: result?.action === 'buy' ? result.deposit : money,
    capInvalid,
    result,
  };
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
  const problems = ticketProblems(state, inputs, reading);
  return {
    action: state.action,
    mode: state.mode,
    side: inputs.side,
    sideLabel: inputs.sideLabel,
    target: inputs.target,
    amountText: amountText(state, inputs.target),
    ownCap: capText(state, inputs.target),
    quote,
    problems: problems.map(({ reason }) => reason),
    amountNote: noteOf(problems, 'amount'),
    capNote: noteOf(problems, 'cap'),
    button: buttonOf(problems, submitText(quote, inputs.sideLabel)),
  };
}
