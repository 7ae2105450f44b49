import type { ProviderDescriptor } from '@contract/config.ts';
import {
  formatContracts,
  formatUsd,
  type MicroContracts,
  type MicroUsd,
  parseContracts,
  parseUsd,
} from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { BuyQuote, NoQuote, SellQuote, TicketQuote } from '@/domain/quote.ts';
import { quoteRoundBuy, quoteRoundSell, type RoundSide } from '@/domain/round-quote.ts';
import { isEmptyAmount } from '@/lib/typed-amount.ts';
import { formReducer, notSending, type SendEvent, type Sending, turned } from '@/orders/form.ts';
import { NEEDED_LAMPORTS } from '@/orders/lamports.ts';
import {
  type ButtonState,
  buttonOf,
  HOLDING_UNKNOWN,
  leastSale,
  noteOf,
  type Problem,
  preflight,
  type Standing,
  standingReasons,
} from '@/orders/preflight.ts';
import type { NoticeText } from '@/ui/notice-box.tsx';
import { SIDE_NAMES } from './rounds-labels.ts';

export type RoundAction = 'buy' | 'sell';

/** What the user has typed; the round and its side live in the address of the page. */
export interface RoundTicketState extends Sending<RoundSummary, NoticeText> {
  action: RoundAction;
  buyText: string;
  /** Text for one market only: it falls away when the page turns to another. */
  sell: { marketId: string; text: string } | null;
}

export const newRoundTicket: RoundTicketState = {
  action: 'buy',
  buyText: '',
  sell: null,
  ...notSending,
};

type RoundTicketEdit =
  | { type: 'action'; action: RoundAction }
  | { type: 'amount'; marketId: string; text: string }
  | { type: 'sell'; marketId: string; text: string };

function edit(state: RoundTicketState, event: RoundTicketEdit): RoundTicketState {
  switch (event.type) {
    case 'action':
      return { ...state, action: event.action };
    case 'sell':
      return { ...state, action: 'sell', sell: { marketId: event.marketId, text: event.text } };
    case 'amount':
      return state.action === 'buy'
        ? { ...state, buyText: event.text }
        : { ...state, sell: { marketId: event.marketId, text: event.text } };
  }
}

/** `round`: another one, or another wallet, is on show, of which an order under way on the former says nothing. */
type RoundTicketEvent = RoundTicketEdit | { type: 'round' } | SendEvent<RoundSummary, NoticeText>;

const cleared = (state: RoundTicketState): RoundTicketState => ({ ...state, buyText: '', sell: null });
const sending = formReducer<RoundSummary, NoticeText, RoundTicketState, RoundTicketEdit>({ edit, cleared });

/**
 * The ticket's content is frozen from submit to the end, or until it is turned to another round or wallet: what was
 * sent then stays with the former one, and is not proposed for this one too.
 */
export function roundTicketReducer(state: RoundTicketState, event: RoundTicketEvent): RoundTicketState {
  if (event.type === 'round') return turned(state.submitted === null ? state : cleared(state));
  return sending(state, event);
}

/** The world around the ticket; undefined where it is not known yet. */
export interface RoundInputs extends Standing {
  market: Market | undefined;
  side: RoundSide;
  provider: Pick<ProviderDescriptor, 'minOrderUsd' | 'maxOrderUsd'>;
  /** Whether the round takes orders, and whether its prices are fresh. */
  tradable: boolean;
  fresh: boolean;
  /** An order on this side has been sent, and its end is not known. */
  underWay: boolean;
  /** The window of a round that the page has only just turned to by itself, "12:15–12:30"; null otherwise. */
  turnedTo: string | null;
  usdc: bigint | undefined;
  held: MicroContracts | undefined;
  slippageBps: bigint;
}

interface AmountRead {
  state: 'empty' | 'invalid' | 'read';
  deposit: MicroUsd | undefined;
  contracts: MicroContracts | undefined;
}

function readAmount(action: RoundAction, text: string): AmountRead {
  if (isEmptyAmount(text)) return { state: 'empty', deposit: undefined, contracts: undefined };
  const deposit = action === 'buy' ? parseUsd(text) : undefined;
  const contracts = action === 'sell' ? parseContracts(text) : undefined;
  return {
    state: deposit === undefined && contracts === undefined ? 'invalid' : 'read',
    deposit,
    contracts,
  };
}

/** Why the button cannot send, most important first. */
function problemsOf(
  inputs: RoundInputs,
  action: RoundAction,
  amount: AmountRead,
  result: TicketQuote | NoQuote | null,
): Problem<'amount'>[] {
  const { provider, held, usdc, wallet } = inputs;
  const buying = action === 'buy';
  const { deposit, contracts } = amount;
  const none = result?.action === 'none' ? result.reason : null;
  const { minOrderUsd: least, maxOrderUsd: most } = provider;
  const at = (text: string) => ({ text, field: 'amount' }) as const;
  // A purchase may have to open the account of its tokens, a sale that of what it brings.
  const opens = buying || usdc === undefined || usdc === 0n;
  return preflight<'amount'>({
    ...standingReasons(inputs, {
      opens: buying,
      needs: opens ? NEEDED_LAMPORTS.opening : NEEDED_LAMPORTS.fee,
    }),
    closed: !inputs.tradable && 'This round takes no more orders',
    'under-way': inputs.underWay,
    'nothing-held': !buying && wallet !== 'none' && (held === undefined ? HOLDING_UNKNOWN : held === 0n),
    amount: amount.state === 'empty',
    'amount-invalid': amount.state === 'invalid' && at('Amount is not valid'),
    minimum:
      ((deposit !== undefined && deposit < least) || none === 'too-small') &&
      at(buying ? `Minimum is ${formatUsd(least)}` : leastSale()),
    maximum: deposit !== undefined && most !== null && deposit > most && at(`Maximum is ${formatUsd(most)}`),
    balance: deposit !== undefined && usdc !== undefined && deposit > usdc && at('Not enough USDC'),
    holding:
      contracts !== undefined &&
      held !== undefined &&
      contracts > held &&
      at(`You hold ${formatContracts(held)}`),
    'least-price': none === 'below-least',
    'no-liquidity': none !== null && (buying ? 'No asks right now' : 'No bids right now'),
    stale: [
      // A press that was meant for the round before must not buy this one.
      inputs.turnedTo !== null && `New round: ${inputs.turnedTo}`,
      inputs.market === undefined || !inputs.fresh,
    ],
  });
}

/** Everything the ticket shows, computed from what was typed and what is known. */
export interface RoundSummary {
  action: RoundAction;
  side: RoundSide;
  amountText: string;
  quote: BuyQuote | SellQuote | null;
  amountNote: string | undefined;
  button: ButtonState;
}

export function summariseRound(state: RoundTicketState, inputs: RoundInputs): RoundSummary {
  const { market, side, slippageBps } = inputs;
  const { action } = state;
  const amountText =
    action === 'buy'
      ? state.buyText
      : state.sell?.marketId === market?.marketId
        ? (state.sell?.text ?? '')
        : '';
  const amount = readAmount(action, amountText);
  const result =
    market === undefined
      ? null
      : amount.deposit !== undefined
        ? quoteRoundBuy(market, amount.deposit, slippageBps)
        : amount.contracts !== undefined
          ? quoteRoundSell(market, amount.contracts, slippageBps)
          : null;
  const quote = result === null || result.action === 'none' ? null : result;
  const problems = problemsOf(inputs, action, amount, result);
  const name = SIDE_NAMES[side];
  const ready =
    quote?.action === 'buy'
      ? `Buy ${name} for ${formatUsd(quote.deposit, 'up')}`
      : `Sell ${name} for ${formatUsd(quote?.net ?? 0n)}`;
  return {
    action,
    side,
    amountText,
    quote,
    amountNote: noteOf(problems, 'amount'),
    button: buttonOf(problems, ready),
  };
}
