// @vitest-environment happy-dom
import { appConfig, DEFAULT_BASES } from '@contract/config.ts';
import { picoUsd } from '@contract/triggers/price.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { ChartHandle } from './chart-handle.tsx';
import { OWNER, orderWith, SOL, tokenOf, USDC } from './orders.fixtures.ts';
import { type OrderDrafts, useOrderDrafts } from './orders-drafts.ts';
import { OpenOrdersTable } from './orders-open.view.tsx';
import { PastOrdersTable, StrandedFunds } from './orders-past.view.tsx';

const config = appConfig.parse({
  mode: 'paper',
  providers: [],
  mints: { usdc: USDC, stablecoin: OWNER, sol: SOL },
  explorer: { tx: 'https://explorer.example/tx/{signature}', address: 'https://explorer.example/{address}' },
  bases: DEFAULT_BASES,
  trigger: { enabled: true },
  paper: null,
  chain: null,
});

function draw(ui: ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  setConfig(config);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return render(ui, { wrapper });
}

const nothing = new Set<string>();
type TableProps = Parameters<typeof OpenOrdersTable>[0];
const WithDrafts = (props: Omit<TableProps, 'drafts'>) => (
  <OpenOrdersTable {...props} drafts={useOrderDrafts(OWNER, props.orders)} />
);
const tableOf = (
  orders: ReturnType<typeof orderWith>[],
  more: Partial<TableProps> = {},
  Table: typeof WithDrafts = WithDrafts,
) => (
  <Table
    orders={orders}
    prices={new Map()}
    tokenOf={tokenOf}
    blocked={null}
    busy={nothing}
    waiting={new Map()}
    begun={nothing}
    onWithdraw={() => undefined}
    onSave={async () => null}
    {...more}
  />
);
const open = (...given: Parameters<typeof tableOf>) => draw(tableOf(...given));

describe('open orders', () => {
  it('count down how long a withdrawal without an answer could still land', () => {
    const order = orderWith();
    const waiting = new Map([[order.id, { because: 'unknown', until: performance.now() + 61_990 } as const]]);
    open([order], { busy: new Set([order.id]), waiting });
    const cancel = screen.getByRole('button', { name: 'Cancel: Sell 2 SOL for USDC' });
    expect(within(cancel).getByText('62 s')).toBeInTheDocument();
    expect(cancel).toHaveAttribute('title', 'Not confirmed: may still go through. It is being looked up.');
  });
  it('lists orders that wait for a signature first, and names their button after what is left to do', () => {
    open(
      [
        orderWith(),
        orderWith({ id: 'b', orderState: 'pending_withdraw' }),
        orderWith({ id: 'c', orderState: 'executing', rawState: 'stopping' }),
      ],
      { begun: new Set(['c']) },
    );
    const rows = screen.getAllByTestId('trigger-order');
    expect(rows.map((row) => row.dataset.state)).toEqual(['pending_withdraw', 'executing', 'open']);
    expect(screen.getByRole('button', { name: 'Withdraw: Sell 2 SOL for USDC' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Finish cancelling: Sell 2 SOL for USDC' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Cancel: Sell 2 SOL for USDC' })).toBeEnabled();
    // Only an open order can be changed.
    expect(screen.getAllByRole('button', { name: /^Change:/ })).toHaveLength(1);
  });

  it('stay where they are under a pointer when one of them ends, or is to be ended', () => {
    const [first, second, third] = ['a', 'b', 'c'].map((id) => orderWith({ id }));
    if (!first || !second || !third) throw new Error('orders');
    const { rerender } = open([first, second, third]);
    const rows = () => screen.getAllByTestId('trigger-order');
    const before = rows();
    fireEvent.pointerMove(screen.getByRole('table'));
    rerender(tableOf([second, third], { begun: new Set(['c']) }));
    expect(rows().map((row) => before.indexOf(row))).toEqual([0, 1, 2]);
    expect(rows().map((row) => row.dataset.state)).toEqual(['ended', 'open', 'open']);
    const [ended] = rows();
    if (!ended) throw new Error('a row');
    expect(within(ended).getAllByText('Ended')[0]).toBeInTheDocument();
    expect(within(ended).queryByRole('button')).toBeNull();
    rerender(tableOf([]));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each(['Change', 'Cancel'])(
    'leave the focus to their list when %s goes with the end of its order',
    (name) => {
      const [first, second] = ['a', 'b'].map((id) => orderWith({ id }));
      if (!first || !second) throw new Error('orders');
      const { rerender } = open([first, second]);
      act(() => screen.getAllByRole('button', { name: new RegExp(`^${name}:`) })[0]?.focus());
      rerender(tableOf([second]));
      expect(screen.getAllByTestId('trigger-order').map((row) => row.dataset.state)).toEqual([
        'ended',
        'open',
      ]);
      expect(screen.getByRole('region', { name: 'Open orders' })).toHaveFocus();
    },
  );

  it('says why nothing can be signed', () => {
    open([orderWith()], { blocked: 'This wallet cannot sign' });
    expect(screen.getByRole('button', { name: /^Cancel:/ })).toBeDisabled();
    expect(screen.getByTitle('This wallet cannot sign')).toBeInTheDocument();
  });

  it('shows the best price a trailing order has seen', () => {
    open([orderWith({ triggerPriceUsd: null, trailingBps: 1_000, highWatermark: 100 })]);
    expect(screen.getByText('Trailing 10.0 %')).toBeInTheDocument();
    expect(screen.getByText('high $100.00')).toBeInTheDocument();
    expect(screen.getByText('$90.00')).toBeInTheDocument();
  });

  it('keeps a change that was refused, with what the service said, and closes one that was made', async () => {
    const user = userEvent.setup();
    const onSave = vi
      .fn<Parameters<typeof OpenOrdersTable>[0]['onSave']>()
      .mockResolvedValueOnce('Only an open order can be changed')
      .mockResolvedValueOnce(null);
    open([orderWith()], { onSave, prices: new Map([[SOL, picoUsd(100_000_000_000_000n)]]) });
    await user.click(screen.getByRole('button', { name: /^Change:/ }));
    const form = screen.getByRole('form', { name: 'Change the order' });
    const price = within(form).getByRole('textbox', { name: 'Trigger price' });
    await user.clear(price);
    await user.type(price, '120');
    expect(within(form).getByRole('button', { name: 'Save: triggers at once' })).toBeEnabled();
    await user.clear(price);
    await user.type(price, '75{Enter}');
    expect(onSave).not.toHaveBeenCalled();
    await user.click(within(form).getByRole('button', { name: 'Save changes' }));
    expect(await within(form).findByRole('alert')).toHaveTextContent('Only an open order can be changed');
    expect(price).toHaveValue('75');
    await user.click(within(form).getByRole('button', { name: 'Save changes' }));
    expect(onSave).toHaveBeenLastCalledWith(expect.anything(), {
      orderType: 'single',
      triggerPriceUsd: '75',
    });
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  it('cannot be taken back while they are being saved, and what is changed meanwhile stays to be saved', async () => {
    const user = userEvent.setup();
    let answer: (said: string | null) => void = () => undefined;
    const onSave = () => new Promise<string | null>((resolve) => (answer = resolve));
    let drafts: OrderDrafts | undefined;
    const order = orderWith();
    const Held = (props: Omit<TableProps, 'drafts'>) => {
      drafts = useOrderDrafts(OWNER, props.orders);
      return <OpenOrdersTable {...props} drafts={drafts} />;
    };
    open([order], { onSave, prices: new Map([[SOL, picoUsd(100_000_000_000_000n)]]) }, Held);
    const opener = screen.getByRole('button', { name: /^Change:/ });
    await user.click(opener);
    const price = () => screen.getByRole('textbox', { name: 'Trigger price' });
    await user.clear(price());
    await user.type(price(), '75');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(screen.getByRole('button', { name: 'Discard changes' })).toBeDisabled();
    expect(screen.getByRole('combobox', { name: 'Expires' })).toBeDisabled();
    fireEvent.keyDown(screen.getByRole('form'), { key: 'Escape' });
    await user.click(opener);
    expect(price()).toHaveValue('75');
    // Its line is moved on the chart before the answer.
    act(() => drafts?.move(order, 'trigger', picoUsd(74_000_000_000_000n)));
    await act(async () => answer(null));
    expect(price()).toHaveValue('74');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await act(async () => answer(null));
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  it('gives the focus back to what opened a change, however that ends', async () => {
    const user = userEvent.setup();
    open([orderWith()], { prices: new Map([[SOL, picoUsd(100_000_000_000_000n)]]) });
    const opener = screen.getByRole('button', { name: /^Change:/ });
    const price = () => screen.getByRole('textbox', { name: 'Trigger price' });
    await user.click(opener);
    await user.click(price());
    await user.keyboard('{Escape}');
    expect(opener).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(opener).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.clear(price());
    await user.type(price(), '75');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
  });
});

describe('past orders', () => {
  it('unfold what happened, each transaction leading to the explorer', async () => {
    const user = userEvent.setup();
    const event = { timestamp: 1_780_000_000_000, state: '', orderContext: null };
    draw(
      <PastOrdersTable
        tokenOf={tokenOf}
        orders={[
          orderWith({
            orderState: 'filled',
            remainingInputAmount: '0',
            inputUsed: '2000000000',
            outputAmount: '152740000',
            events: [
              {
                ...event,
                type: 'fill',
                txSignature: 'abcdefghijkl',
                mint: SOL,
                amount: '2000000000',
                outputMint: USDC,
                outputAmount: '152740000',
              },
            ],
          }),
        ]}
      />,
    );
    expect(screen.getByText('152.74 USDC')).toBeInTheDocument();
    const toggle = screen.getByRole('button', { name: 'Show what happened: Sell 2 SOL for USDC' });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await user.click(toggle);
    const row = screen.getByTestId('trigger-event');
    expect(row).toHaveTextContent('Filled 2 SOL for 152.74 USDC');
    expect(within(row).getByRole('link')).toHaveAttribute('href', 'https://explorer.example/tx/abcdefghijkl');
  });

  it('say of a filled one whose amounts are not told that they are not, and no nothing', () => {
    const row = (orderState: 'filled' | 'cancelled') =>
      draw(<PastOrdersTable tokenOf={tokenOf} orders={[orderWith({ orderState })]} />);
    row('filled');
    expect(screen.getAllByText('The service does not say')).toHaveLength(3);
    row('cancelled');
    for (const reason of ['It never triggered', 'Nothing was executed', 'Nothing was received'])
      expect(screen.getAllByText(reason)).toHaveLength(1);
  });

  it('put funds that were left behind above all, to be recovered', async () => {
    const user = userEvent.setup();
    const onWithdraw = vi.fn();
    const expired = orderWith({ orderState: 'expired' });
    draw(
      <StrandedFunds
        orders={[expired]}
        tokenOf={tokenOf}
        blocked={null}
        busy={nothing}
        waiting={new Map()}
        onWithdraw={onWithdraw}
      />,
    );
    const region = screen.getByRole('region', { name: 'Funds waiting in your vault' });
    expect(region).toHaveTextContent('2 SOL of “Sell 2 SOL for USDC”, expired');
    await user.click(within(region).getByRole('button', { name: /^Recover 2 SOL/ }));
    expect(onWithdraw).toHaveBeenCalledWith(expired);
  });
});

describe('a level on the chart', () => {
  const line = {
    id: 'sl',
    price: picoUsd(70n * 10n ** 12n),
    label: 'Stop loss',
    tone: 'down',
    movable: true,
  } as const;
  const handle = (onMove: (price: bigint) => void, movable = true) =>
    draw(
      <ChartHandle
        line={{ ...line, movable }}
        y={40}
        labelY={40}
        beyond={null}
        now={80n * 10n ** 12n}
        axis={60}
        onMove={onMove}
        onDrag={() => undefined}
        onGrab={() => undefined}
      />,
    );

  it('is moved by keys, and says where it stands', async () => {
    const user = userEvent.setup();
    const onMove = vi.fn();
    handle(onMove);
    const slider = screen.getByRole('slider', { name: 'Stop loss on the chart' });
    expect(slider).toHaveAttribute('aria-valuetext', '$70.00, −12.5 % from now');
    slider.focus();
    await user.keyboard('{ArrowUp}{PageDown}x');
    expect(onMove.mock.calls).toEqual([[70_070_000_000_000n], [69_300_000_000_000n]]);
  });

  it('stands still where it follows by itself', () => {
    handle(() => undefined, false);
    expect(screen.queryByRole('slider')).not.toBeInTheDocument();
    expect(screen.getByText('Stop loss $70.00')).toBeInTheDocument();
  });
});
