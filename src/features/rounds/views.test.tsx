// @vitest-environment happy-dom
import { appConfig, DEFAULT_BASES } from '@contract/config.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import { type EventWire, event as eventSchema } from '@contract/prediction/event.ts';
import type { MarketWire } from '@contract/prediction/market.ts';
import { type Position, position as positionSchema } from '@contract/prediction/position.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { type Round, roundOf } from '@/domain/rounds.ts';
import { RoundPanel } from './round-panel.view.tsx';
import { RoundPositions, roundRows } from './round-positions.view.tsx';
import { newRoundTicket, type RoundInputs, type RoundTicketState, summariseRound } from './round-ticket.ts';
import { RoundTicketView } from './round-ticket.view.tsx';
import { RoundsRow } from './rounds-strip.view.tsx';
import type { RoundTicketController } from './use-round-ticket.ts';

const BEGIN = 1_790_000_100;
const CLOSE = BEGIN + 900;
const KEY = 'So11111111111111111111111111111111111111112';

function aRound(at = BEGIN, market: Partial<MarketWire> = {}, event: Partial<EventWire> = {}): Round {
  const one = (side: 'up' | 'down', buy: number): MarketWire => ({
    provider: 'provider_d',
    marketId: `R-${at}-${side}`,
    status: 'open',
    result: null,
    marketResultPubkey: null,
    title: side === 'up' ? 'Up' : 'Down',
    closeTime: at + 900,
    outcomeSide: side,
    strikePriceUsd: '65000000000',
    currentPriceUsd: '65027410000',
    pricing: { buyYesPriceUsd: buy, sellYesPriceUsd: buy - 20_000, buyNoPriceUsd: 0, sellNoPriceUsd: 0 },
    ...market,
  });
  const found = roundOf(
    eventSchema.parse({
      eventId: `BTC15M-${at}`,
      isActive: true,
      isLive: false,
      category: 'crypto',
      subcategory: 'btc',
      tags: ['15m'],
      metadata: { eventId: `BTC15M-${at}`, title: 'Bitcoin up or down' },
      beginAt: String(at),
      volumeUsd: '0',
      volume24hr: '0',
      closeCondition: '',
      rulesPdf: '',
      markets: [one('up', 610_000), one('down', 410_000)],
      ...event,
    }),
  );
  if (!found) throw new Error('no round');
  return found;
}

function draw(ui: ReactElement) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  return render(<RouterContextProvider router={router}>{ui}</RouterContextProvider>);
}

describe('the panel of a round', () => {
  const show = (round: Round, now: number) =>
    draw(
      <RoundPanel round={round} now={now} asOf={Date.now()} intervalMs={2_000} stale={false} chart={null} />,
    );
  const figure = (name: string | RegExp) => screen.getByText(name).closest('div');

  it('says what has to be beaten, by how much it is, and who leads', () => {
    show(aRound(), BEGIN + 60);
    expect(figure('Price to beat')).toHaveTextContent('$65,000.00');
    expect(figure('Price now')).toHaveTextContent('$65,027.41');
    expect(figure('Distance, Up leads')).toHaveTextContent('+$27.41 · +0.042%');
    expect(figure('Time left')).toBeInTheDocument();
    expect(screen.getByText('Live')).toBeInTheDocument();
  });
  it('before it begins nothing is known, and that is said', () => {
    show(aRound(BEGIN, { strikePriceUsd: null, currentPriceUsd: null }), BEGIN - 60);
    expect(
      within(figure('Price to beat') as HTMLElement).getByTitle('Known when the round begins'),
    ).toBeInTheDocument();
    expect(figure('Begins in')).toBeInTheDocument();
  });
  it('once it is over the closing price stands, and the result when it is known', () => {
    show(aRound(BEGIN, { closePriceUsd: '64990000000' }), CLOSE + 1);
    expect(figure('Closing price')).toHaveTextContent('$64,990.00');
    expect(screen.getByText(/^−\$10\.00/)).toHaveClass('text-down');
    expect(figure('Result')).toHaveTextContent('Settling');
  });
  it('calls no price the close before the close is told, and gives no side its colour', () => {
    show(aRound(), CLOSE + 1);
    expect(screen.queryByText('Closing price')).toBeNull();
    expect(figure('Last price')).toHaveTextContent('$65,027.41');
    expect(screen.getByText('+$27.41 · +0.042%')).not.toHaveClass('text-up');
  });
  it('a settled round names its side', () => {
    show(aRound(BEGIN, { status: 'closed', result: 'no', closePriceUsd: '64990000000' }), CLOSE + 9);
    expect(figure('Result')).toHaveTextContent('Down');
  });
});

describe('the row of rounds', () => {
  it('links each round, marks the shown one, and names results', () => {
    const past = aRound(BEGIN - 900, { status: 'closed', result: 'yes' });
    const [now, next] = [aRound(), aRound(BEGIN + 900)];
    draw(<RoundsRow rounds={[past, now, next]} shown={now} now={BEGIN + 60} />);
    const links = screen.getAllByRole('link');
    expect(links).toHaveLength(3);
    expect(links[0]).toHaveTextContent('Up');
    expect(links[1]).toHaveAttribute('aria-current', 'true');
    expect(links[1]).toHaveTextContent('61¢');
    expect(links[2]).toHaveTextContent(/in/);
  });
});

describe('positions in rounds', () => {
  const held = (
    more: Partial<Position> & { status?: string; result?: 'yes' | 'no' | 'draw' | null },
  ): Position => {
    const { status = 'open', result = null, ...rest } = more;
    const parsed = positionSchema.parse({
      pubkey: KEY,
      owner: KEY,
      ownerPubkey: KEY,
      market: 'm',
      marketId: `R-${BEGIN}-up`,
      marketIdHash: 'h',
      isYes: true,
      contracts: '40',
      contractsMicro: '40000000',
      contractsDecimal: '40',
      totalCostUsd: '24400000',
      sizeUsd: '24400000',
      valueUsd: '24000000',
      avgPriceUsd: '610000',
      markPriceUsd: '600000',
      sellPriceUsd: '590000',
      pnlUsd: '-400000',
      pnlUsdPercent: -1,
      pnlUsdAfterFees: '-800000',
      pnlUsdAfterFeesPercent: -2,
      openOrders: 0,
      feesPaidUsd: '0',
      integratorFeeUsd: '0',
      realizedPnlUsd: 0,
      claimed: false,
      claimedUsd: '0',
      openedAt: BEGIN,
      updatedAt: BEGIN,
      claimableAt: null,
      payoutUsd: '40000000',
      bump: 0,
      eventId: `BTC15M-${BEGIN}`,
      eventMetadata: { eventId: `BTC15M-${BEGIN}` },
      marketMetadata: {
        marketId: `R-${BEGIN}-up`,
        provider: 'provider_d',
        title: 'Up',
        status,
        result,
        closeTime: CLOSE,
      },
      settlementDate: null,
      claimable: false,
    });
    return { ...parsed, ...rest };
  };
  const answered = {
    data: [],
    error: null,
    isFetching: false,
    dataUpdatedAt: Date.now(),
    refetch: vi.fn(),
  };
  const none = { rows: [], query: answered, intervalMs: 5_000, onSell: vi.fn() };
  const show = (position: Position, onSell = vi.fn()) => {
    draw(
      <RoundPositions
        rows={roundRows([position], 'provider_d')}
        query={answered}
        intervalMs={5_000}
        connected
        onSell={onSell}
      />,
    );
    return onSell;
  };

  it('an open one can be sold, and otherwise settles by itself', async () => {
    const position = held({});
    const onSell = show(position);
    const row = screen.getByRole('row', { name: /Up/ });
    expect(row).toHaveTextContent('Settles by itself');
    expect(row).toHaveTextContent('$40.00');
    await userEvent.click(screen.getByRole('button', { name: 'Sell Up' }));
    expect(onSell).toHaveBeenCalledExactlyOnceWith(position);
  });
  it.each([
    ['Settling', { status: 'closed' }],
    ['Won +$15.60, payout pending', { status: 'closed', result: 'yes' as const }],
    [
      'Won +$15.60, paid out $40.00',
      { status: 'closed', result: 'yes' as const, claimed: true, claimedUsd: microUsd(40_000_000n) },
    ],
    [
      'Draw \u2212$4.40, payout pending',
      { status: 'closed', result: 'draw' as const, payoutUsd: microUsd(20_000_000n) },
    ],
    [
      'Draw \u2212$4.40, paid out $20.00',
      { status: 'closed', result: 'draw' as const, claimed: true, claimedUsd: microUsd(20_000_000n) },
    ],
    [
      'Cancelled $0.00, payout pending',
      { status: 'cancelled', result: null, payoutUsd: microUsd(24_400_000n) },
    ],
    ['Settled +$15.60, payout pending', { status: 'closed', result: null, claimable: true }],
    ['Lost \u2212$24.40', { status: 'closed', result: 'no' as const }],
    // Of what has ended, its cost may not be kept: then the gain is what the record says, not all of the payout.
    [
      'Its cost is no longer kept—The round is over—The round is overWon +$15.60, paid out $40.00',
      {
        status: 'closed',
        result: 'yes' as const,
        claimed: true,
        claimedUsd: microUsd(40_000_000n),
        totalCostUsd: microUsd(0n),
        realizedPnlUsd: microUsd(15_600_000n),
      },
    ],
    [
      'Lost \u2212$24.40',
      {
        status: 'closed',
        result: 'no' as const,
        totalCostUsd: microUsd(0n),
        realizedPnlUsd: microUsd(-24_400_000n),
      },
    ],
  ])('%s: nothing to press', (text, more) => {
    show(held(more));
    expect(screen.getByRole('row', { name: /Up/ })).toHaveTextContent(text);
    expect(screen.queryByRole('button')).toBeNull();
  });
  it('other providers’ positions are not here, and nothing held is said so', () => {
    expect(roundRows([held({})], 'provider_a')).toEqual([]);
    const { rerender } = draw(<RoundPositions {...none} connected={false} />);
    expect(screen.getByText('No wallet connected')).toBeInTheDocument();
    rerender(<RoundPositions {...none} connected />);
    expect(screen.getByText('No positions in these rounds')).toBeInTheDocument();
  });
  it('nobody says that nothing is held before it is known', async () => {
    const waiting = { ...answered, data: undefined, dataUpdatedAt: 0 };
    const { rerender } = draw(<RoundPositions {...none} query={waiting} connected />);
    expect(screen.queryByText('No positions in these rounds')).toBeNull();
    const failed = { ...waiting, error: new AppError('offline', 'You are offline.') };
    rerender(<RoundPositions {...none} query={failed} connected />);
    expect(screen.getByText('Couldn’t load your positions')).toBeInTheDocument();
    expect(screen.queryByText('No positions in these rounds')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(answered.refetch).toHaveBeenCalledOnce();
  });
});

describe('the ticket of a round', () => {
  const config = appConfig.parse({
    mode: 'paper',
    providers: [
      {
        wire: 'provider_d',
        label: 'Rounds',
        settles: 'itself',
        depositMints: [KEY],
        minOrderUsd: '5000000',
        maxOrderUsd: '250000000',
        hasLadder: false,
      },
    ],
    mints: { usdc: KEY, stablecoin: KEY, sol: KEY },
    explorer: { tx: 'https://explorer.example/{signature}', address: 'https://explorer.example/{address}' },
    bases: DEFAULT_BASES,
    trigger: null,
    paper: { faucet: true, speed: 1 },
    chain: null,
  });
  const [provider] = config.providers;
  const round = aRound();
  function ticket(
    state: Partial<RoundTicketState>,
    inputs: Partial<RoundInputs> = {},
    more: Partial<RoundTicketController> = {},
  ) {
    if (!provider) throw new Error('no provider');
    const summary = summariseRound(
      { ...newRoundTicket, ...state },
      {
        market: round.up,
        side: 'up',
        provider,
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
        ...inputs,
      },
    );
    const controller: RoundTicketController = {
      summary,
      round,
      provider,
      usdc: 300_000_000n,
      held: microContracts(20_000_000n),
      frozen: false,
      waiting: null,
      notice: null,
      setAction: vi.fn(),
      setAmount: vi.fn(),
      shareText: () => '10',
      quick: [
        { label: '$35', text: '35' },
        { label: 'Max', text: '250' },
      ],
      sellAll: vi.fn(),
      submit: vi.fn(),
      ...more,
    };
    const onSide = vi.fn();
    draw(<RoundTicketView ticket={controller} onSide={onSide} />);
    return { controller, onSide };
  }

  it('says what a purchase costs and pays, and is sent by its button alone', async () => {
    const { controller } = ticket({ buyText: '25' });
    expect(screen.getByText('If Up wins').closest('div')).toHaveTextContent(/\$\d+\.\d\d/);
    await userEvent.type(screen.getByRole('textbox', { name: 'Amount' }), '{Enter}');
    expect(controller.submit).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Buy Up for $25.00' }));
    expect(controller.submit).toHaveBeenCalledOnce();
  });
  it('offers quick amounts, the other side and the sale', async () => {
    const { controller, onSide } = ticket({});
    await userEvent.click(screen.getByRole('button', { name: '$35' }));
    expect(controller.setAmount).toHaveBeenCalledWith('35');
    await userEvent.click(screen.getByRole('button', { name: 'Max' }));
    expect(controller.setAmount).toHaveBeenCalledWith('250');
    await userEvent.click(screen.getByRole('radio', { name: /Down/ }));
    expect(onSide).toHaveBeenCalledWith('down');
    await userEvent.click(screen.getByRole('radio', { name: 'Sell' }));
    expect(controller.setAction).toHaveBeenCalledWith('sell');
  });
  it('does not say that nothing is held while that is not known', () => {
    ticket({ action: 'sell' }, { held: undefined }, { held: undefined });
    expect(screen.queryByText(/You hold/)).toBeNull();
    expect(screen.getByRole('button', { name: 'What you hold is not known now' })).toBeDisabled();
    expect(screen.getByRole('button', { name: '50%' })).toBeDisabled();
  });
  it('a sale says what it brings', () => {
    ticket({ action: 'sell', sell: { marketId: round.up.marketId, text: '10' } });
    expect(screen.getByText('You receive').closest('div')).toHaveTextContent(/\$5\.\d\d/);
    expect(screen.getByRole('button', { name: '50%' })).toBeEnabled();
  });
  it.each([
    ['up', 'buy', 'bg-yes'],
    ['down', 'buy', 'bg-no'],
    ['up', 'sell', 'bg-no'],
    ['down', 'sell', 'bg-no'],
  ] as const)('of %s, to %s, has the colour %s: every sale has one', (side, action, colour) => {
    const market = round[side] as typeof round.up;
    ticket({ action, buyText: '25', sell: { marketId: market.marketId, text: '10' } }, { side, market });
    expect(
      screen.getByRole('button', { name: action === 'buy' ? /^Buy .+ for/ : /^Sell .+ for/ }),
    ).toHaveClass(colour);
  });
  it('counts down how long an order that was refused could still land', () => {
    const waiting = { because: 'refused', until: performance.now() + 61_990 } as const;
    ticket({ buyText: '25' }, {}, { frozen: true, waiting });
    expect(screen.getByRole('status')).toHaveTextContent(/^Refused, but may still go through$/);
    expect(screen.getByRole('timer')).toHaveTextContent('for about 62 s');
  });
  it('under way nothing can be edited; a refusal says what happened to the money', () => {
    ticket({ buyText: '25' }, {}, { frozen: true, notice: { text: 'No money moved.', detail: 'NO_ROUTE' } });
    expect(screen.getByRole('textbox', { name: 'Amount' })).toBeDisabled();
    expect(screen.getByRole('alert')).toHaveTextContent('No money moved.');
  });
  it('under way its button keeps the focus, and takes no further press', async () => {
    const { controller } = ticket({ buyText: '25' }, {}, { frozen: true });
    const button = screen.getByRole('button', { name: 'Buying Up' });
    expect(button).toBeEnabled();
    button.focus();
    await userEvent.keyboard('{Enter} ');
    await userEvent.click(button);
    expect(button).toHaveFocus();
    expect(controller.submit).not.toHaveBeenCalled();
  });
  it.each([
    ['Connect wallet', {}, { wallet: 'none' as const }, true],
    ['Minimum is $5.00', { buyText: '4' }, {}, false],
    ['This round takes no more orders', { buyText: '25' }, { tradable: false }, false],
  ])('the button says %s', (name, state, inputs, enabled) => {
    ticket(state, inputs);
    const button = screen.getByRole('button', { name });
    if (enabled) expect(button).toBeEnabled();
    else expect(button).toBeDisabled();
  });
});
