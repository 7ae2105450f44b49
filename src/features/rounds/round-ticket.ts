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
import { formReducer, notSending, type SendEvent, type Sending } from '@/orders/form.ts';
import type { NoticeText } from '@/ui/notice-box.tsx';
import { SIDE_NAMES } from './round-words.ts';

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
export type RoundTicketEvent = RoundTicketEdit | SendEvent<RoundSummary, NoticeText>;

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

/** The ticket's content is frozen from submit to the end. */
export const roundTicketReducer = formReducer<RoundSummary, NoticeText, RoundTicketState, RoundTicketEdit>({
  edit,
  cleared: (state) => ({ ...state, buyText: '', sell: null }),
});

/** The world around the ticket; undefined where it is not known yet. */
export interface RoundInputs {
  market: Market | undefined;
  side: RoundSide;
  provider: Pick<ProviderDescriptor, 'minOrderUsd' | 'maxOrderUsd'>;
  /** Whether the round takes orders, and whether its prices are fresh. */
  tradable: boolean;
  fresh: boolean;
  wallet: 'none' | 'cannot-sign' | 'ready';
  /** Whether the service refuses to open anything from where the reader is. */
  regionRefused: boolean;
  tradingActive: boolean | undefined;
  usdc: bigint | undefined;
  lamports: bigint | undefined;
  held: MicroContracts;
  slippageBps: bigint;
}

/** Lamports an order may need: rent of its token account and the fees of its transaction. */
const ORDER_LAMPORTS = 2_500_000n;

interface AmountRead {
  state: 'empty' | 'invalid' | 'read';
  deposit: MicroUsd | undefined;
  contracts: MicroContracts | undefined;
}

function readAmount(action: RoundAction, text: string): AmountRead {
  if (/^[0.]*$/.test(text)) return { state: 'empty', deposit: undefined, contracts: undefined };
  const deposit = action === 'buy' ? parseUsd(text) : undefined;
  const contracts = action === 'sell' ? parseContracts(text) : undefined;
  return {
    state: deposit === undefined && contracts === undefined ? 'invalid' : 'read',
    deposit,
    contracts,
  };
}

/** Why the button cannot send, most important first. `field`: shown at the amount as well. */
type Problem = readonly [holds: boolean, text: string, field?: 'amount'];

function problemsOf(
  inputs: RoundInputs,
  action: RoundAction,
  amount: AmountRead,
  result: TicketQuote | NoQuote | null,
): Problem[] {
  const { provider, held, usdc, lamports, wallet } = inputs;
  const buying = action === 'buy';
  const { deposit, contracts } = amount;
  const none = result?.action === 'none' ? result.reason : null;
  const most = provider.maxOrderUsd;
  return [
    [wallet === 'none', 'Connect wallet'],
    [wallet === 'cannot-sign', 'This wallet cannot sign'],
    [buying && inputs.regionRefused, 'Not available in your region'],
    [inputs.tradingActive === false, 'Trading is halted'],
    [!inputs.tradable, 'This round takes no more orders'],
    [!buying && held === 0n, 'You hold none to sell'],
    [amount.state === 'empty', 'Enter an amount'],
    [amount.state === 'invalid', 'Amount is not valid', 'amount'],
    [
      (deposit !== undefined && deposit < provider.minOrderUsd) || (buying && none === 'too-small'),
      `Minimum is ${formatUsd(provider.minOrderUsd)}`,
      'amount',
    ],
    [
      deposit !== undefined && most !== null && deposit > most,
      `Maximum is ${formatUsd(most ?? 0n)}`,
      'amount',
    ],
    [deposit !== undefined && usdc !== undefined && deposit > usdc, 'Not enough USDC', 'amount'],
    [contracts !== undefined && contracts > held, `You hold ${formatContracts(held)}`, 'amount'],
    [lamports !== undefined && lamports < ORDER_LAMPORTS, 'Not enough SOL for fees'],
    [none !== null, buying ? 'Nobody is selling now' : 'Nobody is buying now'],
    [inputs.market === undefined || !inputs.fresh, 'Waiting for a fresh price'],
  ];
}

/** Everything the ticket shows, computed from what was typed and what is known. */
export interface RoundSummary {
  action: RoundAction;
  side: RoundSide;
  amountText: string;
  quote: BuyQuote | SellQuote | null;
  amountNote: string | undefined;
  button: { kind: 'connect' | 'blocked' | 'submit'; text: string };
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
  const problems = problemsOf(inputs, action, amount, result).filter(([holds]) => holds);
  const [first] = problems;
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
    amountNote: problems.find(([, , field]) => field === 'amount')?.[1],
    button: first
      ? { kind: inputs.wallet === 'none' ? 'connect' : 'blocked', text: first[1] }
      : { kind: 'submit', text: ready },
  };
}
