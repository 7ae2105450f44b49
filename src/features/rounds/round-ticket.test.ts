import { marketId } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import { market as marketSchema } from '@contract/prediction/market.ts';
import { describe, expect, it } from 'vitest';
import {
  newRoundTicket,
  type RoundInputs,
  type RoundTicketState,
  roundTicketReducer,
  summariseRound,
} from './round-ticket.ts';
import { formatShare } from './rounds-labels.ts';

const market = marketSchema.parse({
  provider: 'provider_d',
  marketId: 'R-UP',
  status: 'open',
  result: null,
  title: 'Up',
  pricing: { buyYesPriceUsd: 510_000, sellYesPriceUsd: 490_000, buyNoPriceUsd: 0, sellNoPriceUsd: 0 },
});
const inputs = (more: Partial<RoundInputs> = {}): RoundInputs => ({
  market,
  side: 'up',
  provider: { minOrderUsd: microUsd(5_000_000n), maxOrderUsd: microUsd(250_000_000n) },
  tradable: true,
  fresh: true,
  underWay: false,
  turnedTo: null,
  wallet: 'ready',
  regionRefused: false,
  tradingActive: true,
  usdc: 300_000_000n,
  lamports: 1_000_000_000n,
  held: microContracts(20_000_000n),
  slippageBps: 250n,
  ...more,
});
const buying = (buyText: string): RoundTicketState => ({ ...newRoundTicket, buyText });
const selling = (text: string): RoundTicketState => ({
  ...newRoundTicket,
  action: 'sell',
  sell: { marketId: 'R-UP', text },
});

describe('the button of a round', () => {
  const cases: [string, RoundTicketState, Partial<RoundInputs>, string, string][] = [
    ['no wallet', buying('10'), { wallet: 'none' }, 'connect', 'Connect wallet'],
    [
      'a wallet that cannot sign',
      buying('10'),
      { wallet: 'cannot-sign' },
      'blocked',
      'This wallet cannot sign',
    ],
    ['a halt', buying('10'), { tradingActive: false }, 'blocked', 'Trading is halted'],
    ['a region', buying('10'), { regionRefused: true }, 'blocked', 'Not available in your region'],
    ['a round that is over', buying('10'), { tradable: false }, 'blocked', 'This round takes no more orders'],
    ['an order under way', buying('10'), { underWay: true }, 'blocked', 'An order is under way'],
    ['no amount', buying(''), {}, 'blocked', 'Enter an amount'],
    ['too little', buying('4.999999'), {}, 'blocked', 'Minimum is $5.00'],
    ['too much', buying('250.000001'), {}, 'blocked', 'Maximum is $250.00'],
    ['more than there is', buying('100'), { usdc: 99_000_000n }, 'blocked', 'Not enough USDC'],
    ['too little SOL', buying('10'), { lamports: 2_499_999n }, 'blocked', 'Not enough SOL for fees'],
    ['just enough SOL', buying('10'), { lamports: 2_500_000n }, 'submit', 'Buy Up for $10.00'],
    [
      'too little SOL for a sale that opens an account',
      selling('20'),
      { lamports: 2_499_999n, usdc: 0n },
      'blocked',
      'Not enough SOL for fees',
    ],
    [
      'too little SOL for a sale of which it is not known whether it opens one',
      selling('20'),
      { lamports: 2_499_999n, usdc: undefined },
      'blocked',
      'Not enough SOL for fees',
    ],
    [
      'SOL for the fee of a sale that opens none',
      selling('20'),
      { lamports: 20_000n, usdc: 1n },
      'submit',
      'Sell Up for $9.45',
    ],
    [
      'too little for that',
      selling('20'),
      { lamports: 19_999n, usdc: 1n },
      'blocked',
      'Not enough SOL for fees',
    ],
    ['no quote', buying('10'), { market: { ...market, pricing: null } }, 'blocked', 'No asks right now'],
    [
      'a bid below any limit',
      selling('20'),
      { market: { ...market, pricing: { ...market.pricing, sellYesPriceUsd: microUsd(4_000n) } as never } },
      'blocked',
      'Bids are below the 1¢ minimum price',
    ],
    ['an old price', buying('10'), { fresh: false }, 'blocked', 'Waiting for a fresh price'],
    [
      'a round just turned to',
      buying('10'),
      { turnedTo: '12:15–12:30' },
      'blocked',
      'New round: 12:15–12:30',
    ],
    ['nothing held', selling('1'), { held: microContracts(0n) }, 'blocked', 'You hold none to sell'],
    ['a holding not known', selling('1'), { held: undefined }, 'blocked', 'What you hold is not known now'],
    ['less than is sold', selling('0.009'), {}, 'blocked', 'Minimum is 0.01 contracts'],
    ['more than is held', selling('21'), {}, 'blocked', 'You hold 20.00'],
    ['the least', buying('5'), {}, 'submit', 'Buy Up for $5.00'],
    ['the most', buying('250'), {}, 'submit', 'Buy Up for $250.00'],
    ['a sale', selling('20'), {}, 'submit', 'Sell Up for $9.45'],
    ['all of the balance', buying('100'), { usdc: 100_000_000n }, 'submit', 'Buy Up for $100.00'],
    ['a fraction of a cent more than it says', buying('10.001'), {}, 'submit', 'Buy Up for $10.01'],
  ];
  it.each(cases)('with %s', (_name, state, more, kind, text) => {
    expect(summariseRound(state, inputs(more)).button).toEqual({ kind, text });
  });

  it('forgets what was typed to sell of another market', () => {
    const other = { ...market, marketId: marketId.parse('R-DOWN') };
    expect(summariseRound(selling('20'), inputs({ market: other })).amountText).toBe('');
  });
});

describe('the ticket of a round', () => {
  const summary = summariseRound(buying('10'), inputs());
  it('freezes from submit to the end', () => {
    const sent = roundTicketReducer(buying('10'), { type: 'submitted', summary });
    expect(roundTicketReducer(sent, { type: 'amount', marketId: 'R-UP', text: '99' })).toBe(sent);
    expect(roundTicketReducer(sent, { type: 'action', action: 'sell' })).toBe(sent);
    expect(roundTicketReducer(sent, { type: 'settled', turn: 0, spent: true })).toEqual(newRoundTicket);
  });
  it('keeps what was typed when nothing was spent, and the reason', () => {
    const sent = roundTicketReducer(buying('10'), { type: 'submitted', summary });
    const notice = { text: 'no', detail: undefined };
    const refused = roundTicketReducer(sent, { type: 'refused', turn: 0, notice });
    const ended = roundTicketReducer(refused, { type: 'settled', turn: 0, spent: false });
    expect(ended).toEqual({ ...buying('10'), notice });
    expect(roundTicketReducer(ended, { type: 'amount', marketId: 'R-UP', text: '11' }).notice).toBeNull();
  });
  it('turns to a sale of all of a position', () => {
    const state = roundTicketReducer(newRoundTicket, { type: 'sell', marketId: 'R-UP', text: '12.5' });
    expect(state).toMatchObject({ action: 'sell', sell: { marketId: 'R-UP', text: '12.5' } });
  });
});

describe('a share', () => {
  it.each([
    [422n, '+0.042%'],
    [-154n, '−0.015%'],
    [0n, '0.000%'],
    [3n, '0.000%'],
    [12_345n, '+1.234%'],
  ])('of %d millionths', (ppm, text) => expect(formatShare(ppm)).toBe(text));
});
