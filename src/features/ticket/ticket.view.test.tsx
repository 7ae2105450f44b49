// @vitest-environment happy-dom
import type { Side } from '@contract/ids.ts';
import { microContracts, microUsd, POINT_AND_COMMA, showNumbers } from '@contract/money.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useReducer } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { amount, BOOK, inputs, selling, TARGET, told } from './ticket.fixtures.ts';
import { ticketReducer } from './ticket.reducer.ts';
import { summarise } from './ticket.summary.ts';
import { TicketView } from './ticket.view.tsx';
import type { TicketInputs, TicketState } from './ticket-state.ts';
import type { TicketController } from './use-ticket.ts';

function ticket(
  state: TicketState,
  change: Partial<TicketInputs> = {},
  own: Partial<TicketController> = {},
): TicketController {
  const world = inputs(change);
  return {
    summary: state.submitted ?? summarise(state, world),
    outcome: 'France',
    winPhrase: 'If France wins',
    oneSided: false,
    prices: { yes: microUsd(685_000n), no: microUsd(325_000n) },
    sellPrices: { yes: microUsd(675_000n), no: microUsd(315_000n) },
    usdc: world.usdc,
    canSimulate: true,
    held: world.held,
    free: world.free,
    position: undefined,
    frozen: state.submitted !== null,
    waiting: null,
    notice: state.notice,
    dispatch: vi.fn(),
    setSide: vi.fn(),
    setAmount: vi.fn(),
    setCap: vi.fn(),
    preset: vi.fn(),
    labels:
      summarise(state, world).action === 'buy'
        ? ['$10', '$50', '$100', '$500', 'Max']
        : ['10%', '25%', '50%', '75%', '100%'],
    pick: vi.fn(),
    sellOf: vi.fn(),
    submit: vi.fn(),
    ...own,
  };
}
const fifty = told(amount('50'));

describe('ticket', () => {
  it('shows what a purchase does before it is sent', () => {
    render(<TicketView ticket={ticket(fifty)} />);
    expect(screen.getByRole('button', { name: 'Buy Yes for $50.00' })).toBeEnabled();
    expect(screen.getAllByText('68.5¢')).toHaveLength(2);
    expect(screen.getByText('Checked before you sign: pays 50.00 USDC only')).toBeInTheDocument();
    expect(screen.getByLabelText('Worst price')).toHaveValue('70.2');
    expect(screen.getByTitle('Nothing is bought above this price')).toHaveTextContent('Worst price');
    expect(screen.getByText('If France wins')).toBeInTheDocument();
    expect(screen.getByText('Available 1,000.00 USDC')).toBeInTheDocument();
  });

  it('has five quick amounts on either side also where two of the settings are alike', () => {
    const twice = { labels: ['$10', '$10', '$50', '$100', 'Max'] };
    const { rerender } = render(<TicketView ticket={{ ...ticket(fifty), ...twice }} />);
    rerender(<TicketView ticket={ticket(told(selling, amount('50')))} />);
    expect(screen.queryByRole('button', { name: '$10' })).toBeNull();
    expect(screen.getAllByRole('button', { name: /^(\d+%|\$\d+|Max)$/ })).toHaveLength(5);
  });

  it('gives the focus to the worst price when it is the automatic one again', async () => {
    const own = ticket(told(amount('50'), { type: 'cap', target: TARGET, text: '68' }));
    render(<TicketView ticket={own} />);
    await userEvent.click(screen.getByRole('button', { name: 'Automatic' }));
    expect(own.setCap).toHaveBeenCalledExactlyOnceWith(null);
    expect(screen.getByLabelText('Worst price')).toHaveFocus();
  });

  it('says how much of what is held open sales have reserved, and offers no part of it while that is not known', () => {
    const forty = { free: microContracts(40_500_000n) };
    const { rerender } = render(<TicketView ticket={ticket(told(selling), forty)} />);
    expect(screen.getByText('You hold 120.50, of which 80.00 are in open sell orders')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '100%' })).toBeEnabled();
    rerender(<TicketView ticket={ticket(told(selling), { free: undefined })} />);
    expect(screen.getByText('You hold 120.50. Your open orders are not known')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '100%' })).toBeDisabled();
  });

  it('promises no check where nothing can simulate', () => {
    render(<TicketView ticket={{ ...ticket(fifty), canSimulate: false }} />);
    expect(screen.queryByText(/Checked before you sign/)).toBeNull();
    expect(screen.getByText(/You are asked before you sign/)).toBeInTheDocument();
  });

  it.each([
    ['purchase', fifty],
    ['sale', told(selling, amount('50'))],
  ])('says beside a %s that a crossed book has no reliable prices', (_what, state) => {
    const crossed = { asks: BOOK.asks, bids: [...BOOK.asks].reverse() };
    const { rerender } = render(<TicketView ticket={ticket(state)} />);
    expect(screen.queryByText(/crossed/)).toBeNull();
    rerender(<TicketView ticket={ticket(state, { book: crossed })} />);
    expect(screen.getByText(/^The order book is crossed/)).toBeInTheDocument();
  });

  it('says on the button what is missing', () => {
    render(<TicketView ticket={ticket(told())} />);
    expect(screen.getByRole('button', { name: 'Enter an amount' })).toBeDisabled();
  });

  it('offers to connect where no wallet is', async () => {
    const own = ticket(fifty, { wallet: 'none' });
    render(<TicketView ticket={own} />);
    await userEvent.click(screen.getByRole('button', { name: 'Connect wallet' }));
    expect(own.submit).toHaveBeenCalledOnce();
  });

  it('never sends by a key in a field', async () => {
    const own = ticket(fifty);
    render(<TicketView ticket={own} />);
    await userEvent.type(screen.getByLabelText('Amount'), '{Enter}');
    await userEvent.type(screen.getByLabelText('Worst price'), '{Enter}');
    expect(own.submit).not.toHaveBeenCalled();
  });

  it('is frozen while its order is under way', async () => {
    const submitted = summarise(fifty, inputs());
    const own = ticket({ ...fifty, submitted });
    const { rerender } = render(<TicketView ticket={ticket(fifty)} />);
    const button = screen.getByRole('button', { name: /^Buy Yes/ });
    button.focus();
    rerender(<TicketView ticket={own} />);
    expect(screen.getByLabelText('Amount')).toBeDisabled();
    expect(screen.getByRole('button', { name: /Buying Yes/ })).toBe(button);
    expect(button).toHaveFocus();
    await userEvent.click(button);
    await userEvent.keyboard('{Enter} ');
    expect(own.submit).not.toHaveBeenCalled();
  });

  it('counts down how long an order that was refused could still land, in the place of its promise', () => {
    const submitted = summarise(fifty, inputs());
    const waiting = { because: 'refused', until: performance.now() + 61_990 } as const;
    const { rerender } = render(<TicketView ticket={ticket({ ...fifty, submitted }, {}, { waiting })} />);
    const button = screen.getByRole('button', { name: /Buying Yes/ });
    expect(button).toHaveAttribute('aria-busy', 'true');
    // Read out once: the seconds stand beside what is.
    expect(screen.getByRole('status')).toHaveTextContent(/^Refused, but may still go through$/);
    expect(screen.getByRole('timer')).toHaveTextContent('for about 62 s');
    expect(screen.getByText(/^Checked before you sign/)).toHaveClass('invisible');
    rerender(<TicketView ticket={ticket({ ...fifty, submitted })} />);
    expect(screen.queryByRole('timer')).toBeNull();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(screen.getByText(/^Checked before you sign/)).not.toHaveClass('invisible');
  });

  it('warns when the book does not hold the whole order', () => {
    render(<TicketView ticket={ticket(told(amount('5000')), { usdc: undefined })} />);
    expect(
      screen.getByText(/The order book has \d+% of this within your limit; \$[\d,.]+ would come back/),
    ).toBeInTheDocument();
  });

  it('does not call what little the book has of a huge order nothing', () => {
    render(<TicketView ticket={ticket(told(amount('1000000000')))} />);
    expect(screen.getByText(/The order book has <1% of this within your limit/)).toBeInTheDocument();
  });

  it.each([
    ['none', microContracts(0n), 'You hold none to sell'],
    ['what is not known', undefined, 'What you hold is not known now'],
  ])('names the holding, not the quote, as why a sale of %s has no profit', (_what, held, reason) => {
    render(<TicketView ticket={ticket(told(selling, amount('50')), { held })} />);
    expect(screen.getByText('You receive').parentElement).toHaveTextContent(/\$\d/);
    expect(
      within(screen.getByText('Realised profit').parentElement ?? document.body).getByTitle(reason),
    ).toHaveTextContent('—');
  });

  it('asks for an amount only where none was typed', () => {
    const { rerender } = render(<TicketView ticket={ticket(told())} />);
    const reasons = () => screen.getAllByTitle(/./).map(({ title }) => title);
    expect(reasons()).toContain('Enter an amount first');
    rerender(<TicketView ticket={ticket(fifty, { book: undefined })} />);
    expect(reasons()).not.toContain('Enter an amount first');
    expect(reasons()).toContain('No quote for this amount now');
  });

  it('puts a refusal at the field at fault, or into the panel', () => {
    const refused = { ...fifty, notice: { field: 'amount', text: 'Too small.' } } as const;
    const { rerender } = render(<TicketView ticket={ticket(refused)} />);
    expect(screen.getByLabelText('Amount')).toBeInvalid();
    expect(screen.getByText('Too small.')).toBeInTheDocument();
    rerender(<TicketView ticket={ticket({ ...fifty, notice: { field: 'panel', text: 'Halted.' } })} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Halted.');
  });

  it('sells by contracts, with what the sale brings', () => {
    render(<TicketView ticket={ticket(told(selling, amount('40')))} />);
    const sell = screen.getByRole('button', { name: 'Sell Yes for $26.38' });
    expect(sell).toBeEnabled();
    expect(sell, 'the colour of every sale').toHaveClass('bg-no');
    expect(screen.getByText('You hold 120.50')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '25%' })).toBeEnabled();
    expect(screen.getByLabelText('Worst price')).toHaveValue('65.9');
    expect(screen.getByTitle('Nothing is sold below this price')).toHaveTextContent('Worst price');
  });

  it('explains why limit orders are off', async () => {
    render(<TicketView ticket={ticket(fifty)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Limit' }));
    expect(screen.getByText(/Limit orders are temporarily off/)).toBeInTheDocument();
  });

  it('shows one side of a market that has one', () => {
    render(<TicketView ticket={ticket(fifty, { sideLabel: 'Up' }, { oneSided: true })} />);
    expect(screen.getAllByRole('radio', { name: /Up/ })).toHaveLength(1);
    expect(screen.queryByRole('radio', { name: /No/ })).toBeNull();
  });
});

describe('a limit whose signs may be read in two ways', () => {
  afterEach(() => showNumbers(POINT_AND_COMMA));

  function Live({ begun, side = 'yes' }: { begun: TicketState; side?: Side }) {
    const [state, dispatch] = useReducer(ticketReducer, begun);
    const target = side === 'yes' ? TARGET : 'MK-1/no';
    const world = { target, side };
    const own = {
      dispatch,
      setAmount: (text: string) => dispatch({ type: 'amount', target, text }),
      setCap: (text: string | null) => dispatch({ type: 'cap', target, text }),
    };
    return <TicketView ticket={ticket(state, world, own)} />;
  }
  const limit = () => screen.getByRole('textbox', { name: 'Worst price' });
  const submit = () => screen.getByRole('button', { name: /^(Buy|Sell) Yes for|^Limit must be/ });
  const expectRefused = () => {
    expect(limit()).toHaveValue('62.5');
    expect(limit()).toBeInvalid();
    expect(limit()).toHaveAccessibleDescription(/^Write decimals with a comma/);
    expect(submit()).toBeDisabled();
  };

  it.each([
    ['buy', told(amount('50')), '70,2', 'Buy Yes for $50,00'],
    ['sell', told(selling, amount('40')), '65,9', 'Sell Yes for $26,38'],
  ])('keeps a %s from being sent until it is mended or emptied', async (_, begun, automatic, ready) => {
    showNumbers({ decimal: ',', group: '.' });
    const user = userEvent.setup();
    render(<Live begun={begun} />);
    expect(limit()).toHaveValue(automatic);
    await user.clear(limit());
    await user.type(limit(), '62.5');
    expectRefused();
    await user.tab();
    expectRefused();
    await user.click(limit());
    await user.clear(limit());
    await user.tab();
    expect(limit(), 'left empty, it follows the book again').toHaveValue(automatic);
    expect(submit()).toHaveTextContent(ready);
    expect(submit()).toBeEnabled();
  });

  it('is not replaced by the automatic one once there is an amount', async () => {
    showNumbers({ decimal: ',', group: '.' });
    const user = userEvent.setup();
    render(<Live begun={told()} />);
    await user.type(limit(), '62.5');
    await user.type(screen.getByLabelText('Amount'), '50');
    expectRefused();
  });

  it('stays with the side it was typed for', async () => {
    showNumbers({ decimal: ',', group: '.' });
    const user = userEvent.setup();
    const { rerender } = render(<Live begun={told()} />);
    await user.type(limit(), '62.5');
    rerender(<Live begun={told()} side="no" />);
    expect(limit()).toHaveValue('');
    expect(limit()).toBeValid();
  });
});
