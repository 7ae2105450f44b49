// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { POINT_AND_COMMA, showNumbers, tokenAmount } from '@contract/money.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useReducer, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setServerClock } from '@/lib/clock.ts';
import { showTimes } from '@/lib/time.ts';
import type { Waiting } from '@/tx/types.ts';
import { TriggerFormView } from './form.view.tsx';
import { summariseForm } from './form-summary.ts';
import { levelsAs } from './form-terms.ts';
import type { Session } from './session.ts';
import { SessionView } from './session.view.tsx';
import { inputs, OWNER, SOL, USDC } from './testing.ts';
import type { FormController } from './use-form.ts';
import { newTriggerForm, triggerFormReducer } from './use-form.ts';
import { VaultPanel } from './vault-panel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  showTimes({ utc: false, halfDays: false });
  showNumbers(POINT_AND_COMMA);
});

const session = (change: Partial<Session> = {}): Session => ({
  state: 'signed-out',
  owner: undefined,
  expiresAt: undefined,
  way: 'message',
  busy: false,
  problem: null,
  signIn: vi.fn(),
  leave: vi.fn(),
  ...change,
});

describe('the sign-in step', () => {
  it('says why, and offers the other way', async () => {
    const shown = session();
    render(<SessionView session={shown} />);
    expect(screen.getByText(/executed while you are away.*signs a short text.*24 hours/s)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await userEvent.click(screen.getByRole('button', { name: 'Sign a transaction instead' }));
    expect(shown.signIn).toHaveBeenNthCalledWith(1);
    expect(shown.signIn).toHaveBeenNthCalledWith(2, 'transaction');
  });
  it('explains the transaction of a wallet that signs no text', () => {
    render(<SessionView session={session({ way: 'transaction' })} />);
    expect(screen.getByText(/only carries a memo. It is never sent/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /instead/ })).toBeNull();
  });
  it('comes back when the token has run out, and says that nothing is lost', () => {
    render(
      <SessionView session={session({ state: 'lapsed', problem: 'Invalid signature. Sign in again.' })} />,
    );
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Your sign-in has expired',
      'Invalid signature. Sign in again.',
    ]);
    expect(screen.getByText(/What you have entered stays/)).toBeDefined();
  });
  it('keeps the focus while it is begun, stopped, and begun the other way', async () => {
    function Step() {
      const [busy, setBusy] = useState(false);
      return (
        <SessionView session={session({ busy, signIn: () => setBusy(true), leave: () => setBusy(false) })} />
      );
    }
    render(<Step />);
    const press = async (name: string) => {
      screen.getByRole('button', { name }).focus();
      await userEvent.keyboard('{Enter}');
    };
    await press('Sign a transaction instead');
    expect(screen.getByRole('button', { name: 'Check your wallet' })).toHaveFocus();
    await press('Stop waiting');
    expect(screen.getByRole('button', { name: 'Sign in' })).toHaveFocus();
  });
  it('leaves the focus to the form around it once that is done', () => {
    const step = (state: Session['state']) => (
      <section aria-label="New order" tabIndex={-1}>
        <SessionView session={session({ state })} />
      </section>
    );
    const { rerender } = render(step('signed-out'));
    screen.getByRole('button', { name: 'Sign in' }).focus();
    rerender(step('signed-in'));
    expect(screen.getByRole('region', { name: 'New order' })).toHaveFocus();
  });
  it('tells the time that is left', () => {
    render(<SessionView session={session({ state: 'signed-in', expiresAt: Date.now() + 7_200_000 })} />);
    expect(screen.getByText('2 h')).toBeDefined();
  });
});

describe('the form', () => {
  const submit = vi.fn();
  interface HarnessProps {
    held?: bigint;
    waiting?: Waiting | null;
    frozen?: boolean;
  }
  function Harness({ held = 10_000_000_000n, waiting = null, frozen = false }: HarnessProps) {
    const [state, dispatch] = useReducer(triggerFormReducer, newTriggerForm);
    const summary = summariseForm(state, { ...inputs, held });
    const form: FormController = {
      summary,
      token: SOL,
      input: state.side === 'sell' ? SOL : USDC,
      held,
      price: inputs.price,
      frozen: frozen || state.submitted !== null,
      waiting,
      notice: state.notice,
      dispatch,
      setUnit: (unit) =>
        dispatch({ type: 'unit', unit, levels: levelsAs(unit, state, summary.prices, inputs) }),
      shareText: (percent) => String((10n * percent) / 100n),
      lines: summary.lines,
      moveLine: vi.fn(),
      submit,
    };
    return <TriggerFormView form={form} />;
  }

  it('turns into a sentence, keeps its prices in another unit, and is sent by a press alone', async () => {
    const user = userEvent.setup();
    render(<Harness />);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '2');
    await user.type(screen.getByRole('textbox', { name: 'Sell price' }), '76.374{Enter}');
    expect(submit).not.toHaveBeenCalled();
    expect(screen.getByTestId('order-sentence').textContent).toMatch(
      /^Sell 2 SOL for USDC when SOL falls below \$76.374/,
    );
    await user.click(screen.getByRole('radio', { name: 'Percent' }));
    expect(screen.getByRole('textbox', { name: 'Sell price' })).toHaveProperty('value', '10');
    expect(screen.getByText('$76.37, below now')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Place the order' }));
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('is not sent with the default slippage where the one typed was refused', async () => {
    showNumbers({ decimal: ',', group: '.' });
    const user = userEvent.setup();
    render(<Harness />);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '2');
    await user.type(screen.getByRole('textbox', { name: 'Sell price' }), '76,374');
    const slippage = screen.getByLabelText('Slippage of the order');
    const button = () => screen.getByRole('button', { name: /^Place the order|^Slippage is/ });
    expect(button()).toBeEnabled();
    await user.type(slippage, '2.5');
    await user.tab();
    expect(slippage).toHaveValue('2.5');
    expect(slippage).toHaveAccessibleDescription(/^Write decimals with a comma/);
    expect(button()).toHaveTextContent('Slippage is 0 to 100 %');
    expect(button()).toBeDisabled();
    await user.clear(slippage);
    expect(slippage).toBeValid();
    expect(button(), 'emptied, the default holds').toBeEnabled();
    await user.type(slippage, '2,5');
    expect(button()).toBeEnabled();
  });

  it('keeps its slippage unfolded while one that was too much is mended', async () => {
    const user = userEvent.setup();
    render(<Harness />);
    const slippage = screen.getByLabelText('Slippage of the order');
    const details = slippage.closest('details');
    expect(details).not.toHaveAttribute('open');
    await user.type(slippage, '150');
    expect(details).toHaveAttribute('open');
    await user.type(slippage, '{Backspace}');
    expect(slippage).toHaveValue('15');
    expect(details).toHaveAttribute('open');
  });

  it.each([
    [false, '2026-10-03'],
    [true, '2026-10-02'],
  ])('can last until the day that it is where its clock is: UTC %s', async (utc, today) => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    showTimes({ utc, halfDays: false });
    setServerClock(Date.UTC(2026, 9, 2, 16));
    render(<Harness />);
    await userEvent.click(screen.getByRole('radio', { name: 'Date' }));
    expect(screen.getByLabelText('Last day')).toHaveAttribute('min', today);
    setServerClock(Date.now());
  });

  it('announces what is wrong with its end, and not the moment, which goes on with the clock', async () => {
    render(<Harness />);
    const announced = () =>
      [...document.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent).join('');
    expect(screen.getByText(/Unfilled funds can be withdrawn\.$/)).toBeInTheDocument();
    expect(announced()).toBe('');
    await userEvent.click(screen.getByRole('radio', { name: 'Date' }));
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2020-01-01' } });
    expect(announced()).toBe('The expiry has passed');
  });

  it('offers no unit in which a level would become another price, and says why', async () => {
    const user = userEvent.setup();
    render(<Harness />);
    const percent = screen.getByRole('radio', { name: 'Percent' });
    await user.type(screen.getByRole('textbox', { name: 'Sell price' }), '90');
    expect(percent).toBeDisabled();
    // What is off cannot be reached: its group says why, and so does the page.
    const reason = 'Percent: Only for a trigger price below the price now';
    expect(screen.getByText(reason)).toBeVisible();
    const units = screen.getByRole('group', { name: 'Levels by' });
    expect(units).toHaveAccessibleDescription(expect.stringContaining(reason));
    await user.click(screen.getByText('Percent'));
    expect(screen.getByRole('textbox', { name: 'Sell price' })).toHaveValue('90');
    await user.click(screen.getByRole('radio', { name: 'Rises above' }));
    expect(percent).toBeEnabled();
    expect(screen.queryByText(reason)).toBeNull();
  });

  it('shows the fields of each kind, market capitalisation only where it is known', async () => {
    const user = userEvent.setup();
    render(<Harness />);
    expect(screen.getByRole('radio', { name: 'Market cap' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('radio', { name: 'Bracket' }));
    for (const name of ['Entry price', 'Take profit', 'Stop loss']) {
      expect(screen.getByRole('textbox', { name })).toBeDefined();
    }
    await user.click(screen.getByRole('radio', { name: 'Trailing' }));
    expect(screen.queryByRole('textbox', { name: 'Take profit' })).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Above the low' })).toBeDefined();
  });

  it('is frozen while it is placed, but for the button that was pressed, which keeps the focus', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Harness />);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '2');
    await user.type(screen.getByRole('textbox', { name: 'Sell price' }), '76.374');
    await user.click(screen.getByRole('button', { name: 'Place the order' }));
    submit.mockClear();
    rerender(<Harness frozen />);
    const button = screen.getByRole('button', { name: 'Placing' });
    expect(screen.getByRole('textbox', { name: 'Sell price' })).toBeDisabled();
    expect(button).toBeEnabled();
    await user.click(button);
    expect(submit).not.toHaveBeenCalled();
  });

  it('counts down how long a deposit that was refused could still land', () => {
    const waiting = { because: 'refused', until: performance.now() + 61_990 } as const;
    const { rerender } = render(<Harness waiting={waiting} />);
    expect(screen.getByRole('status')).toHaveTextContent(/^Refused, but may still go through$/);
    expect(screen.getByRole('timer')).toHaveTextContent('for about 62 s');
    rerender(<Harness />);
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('takes a share of what is held, and says when it is too much', async () => {
    const user = userEvent.setup();
    render(<Harness held={1_000_000_000n} />);
    await user.click(screen.getByRole('button', { name: '50 %' }));
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '5');
    expect(screen.getByText('Not enough SOL')).toBeDefined();
  });
});

describe('the vault', () => {
  const query = (data: unknown) =>
    ({
      data,
      error: null,
      isFetching: false,
      dataUpdatedAt: Date.now(),
      refetch: vi.fn(),
    }) as unknown as Parameters<typeof VaultPanel>[0]['query'];
  const vault = (amount: bigint, inOrders: bigint) => ({
    userPubkey: OWNER,
    vaultPubkey: OWNER,
    vaultId: 'v',
    balances: [{ mint: SOL.mint, amount: tokenAmount(amount), inOrders: tokenAmount(inOrders) }],
  });
  const show = (data: unknown, onRecover = vi.fn()) =>
    render(
      <VaultPanel
        query={query(data)}
        session="signed-in"
        owner={OWNER}
        tokenOf={(mint: Pubkey) => (mint === SOL.mint ? SOL : undefined)}
        onRecover={onRecover}
      />,
    );

  it('tells what is in orders and what is idle, and leads to what can be taken back', async () => {
    const onRecover = vi.fn();
    show(vault(5_000_000_000n, 2_000_000_000n), onRecover);
    expect(screen.getByRole('row', { name: 'SOL 5.0000 2.0000 3.0000' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Recover' }));
    expect(onRecover).toHaveBeenCalledTimes(1);
  });
  it('tells a small balance by more of its digits', () => {
    show(vault(15_625_000n, 2_000n));
    expect(screen.getByRole('row', { name: 'SOL 0.015625 0.000002 0.015623' })).toBeDefined();
  });
  it('passes raw units of a token that is not known off as no amount', () => {
    const { balances, ...rest } = vault(5_000_000_000n, 0n);
    show({ ...rest, balances: balances.map((one) => ({ ...one, mint: OWNER })) });
    expect(screen.getByRole('row', { name: /5000000000 units 0 units 5000000000 units$/ })).toBeDefined();
  });
  it('says what comes first: a wallet, then its signature', () => {
    const show = (session: Session['state']) =>
      render(
        <VaultPanel
          query={query(undefined)}
          session={session}
          owner={undefined}
          tokenOf={() => undefined}
          onRecover={vi.fn()}
        />,
      );
    show('no-wallet');
    expect(screen.getByText('Connect a wallet to see your vault')).toBeDefined();
    cleanup();
    show('signed-out');
    expect(screen.getByText('Sign in to see your vault')).toBeDefined();
    cleanup();
    show('cannot-sign');
    expect(screen.getByText('A watch-only wallet cannot sign in to see your vault')).toBeDefined();
  });
  it('asks for nothing while everything is in use', () => {
    show(vault(5n, 5n));
    expect(screen.queryByRole('button', { name: 'Recover' })).toBeNull();
  });
  it('says when there is none', () => {
    show(null);
    expect(screen.getByText('No vault yet')).toBeDefined();
  });
});
