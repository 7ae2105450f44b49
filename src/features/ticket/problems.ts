import { formatContracts, formatUsd, type MicroUsd, withDecimalSign } from '@contract/money.ts';
import type { NoQuote, TicketQuote } from '@/domain/quote.ts';
import { NEEDED_LAMPORTS } from '@/orders/lamports.ts';
import { HOLDING_UNKNOWN, leastSale, type Problem, preflight, standingReasons } from '@/orders/preflight.ts';
import { ALL_RESERVED } from '@/orders/reserved.ts';
import type { TicketInputs, TicketState } from './ticket-state.ts';

/** What the fields of a ticket come to. */
export interface Reading {
  amount: 'empty' | 'invalid' | 'read';
  /** Contracts to be sold. */
  sell: bigint | undefined;
  /** What leaves the wallet: known for a sum of money even without a book. */
  deposit: MicroUsd | undefined;
  capInvalid: boolean;
  result: TicketQuote | NoQuote | null;
}

export type TicketField = 'amount' | 'cap';

/** Why nothing of the side can be sold, whatever the amount. */
function nothingToSell({ held, free }: TicketInputs): string | boolean {
  if (held === undefined) return HOLDING_UNKNOWN;
  if (held === 0n) return true;
  return free === 0n && ALL_RESERVED;
}

/** Why the ticket cannot be sent, most important first. */
export function ticketProblems(
  state: TicketState,
  inputs: TicketInputs,
  reading: Reading,
): Problem<TicketField>[] {
  const buying = state.action === 'buy';
  const { amount, deposit, result, sell } = reading;
  const { held, free, minOrder, maxOrder, usdc, book } = inputs;
  // While open orders are not known the service judges what they reserve: there has to be a way out of a position.
  const most = free ?? held;
  const none = result?.action === 'none' ? result.reason : null;
  const emptySide = book && (buying ? book.asks : book.bids).length === 0;
  const at = (field: TicketField, text: string) => ({ text, field });
  return preflight<TicketField>({
    ...standingReasons(inputs, {
      opens: buying,
      needs: buying ? NEEDED_LAMPORTS.opening : NEEDED_LAMPORTS.fee,
    }),
    closed: inputs.market === 'closed',
    'read-only': inputs.market === 'read-only',
    'under-way': inputs.underWay,
    'nothing-held': !buying && inputs.wallet !== 'none' && nothingToSell(inputs),
    amount: amount === 'empty',
    'amount-invalid': amount === 'invalid' && at('amount', 'Amount is not valid'),
    fields: reading.capInvalid && at('cap', withDecimalSign('Limit must be 1¢ to 99.9¢')),
    minimum:
      ((deposit !== undefined && deposit < minOrder) || none === 'too-small') &&
      at(
        'amount',
        !buying
          ? leastSale()
          : state.mode === 'money'
            ? `Minimum is ${formatUsd(minOrder)}`
            : `Costs less than the ${formatUsd(minOrder)} minimum`,
      ),
    maximum:
      deposit !== undefined &&
      maxOrder !== null &&
      deposit > maxOrder &&
      at('amount', `Maximum is ${formatUsd(maxOrder)}`),
    balance: deposit !== undefined && usdc !== undefined && deposit > usdc && at('amount', 'Not enough USDC'),
    holding:
      sell !== undefined &&
      most !== undefined &&
      sell > most &&
      at('amount', `${most === held ? 'You hold' : 'Free to sell:'} ${formatContracts(most)}`),
    'least-price': none === 'below-least',
    'no-liquidity': (none === 'no-liquidity' || emptySide === true) && (buying ? 'No asks' : 'No bids'),
    'beyond-limit':
      none === 'beyond-cap' &&
      at('cap', buying ? 'No asks at or below your limit' : 'No bids at or above your limit'),
    stale: !book ? 'Waiting for the order book' : !inputs.bookFresh,
  });
}
