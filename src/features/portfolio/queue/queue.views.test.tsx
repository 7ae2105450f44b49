// @vitest-environment happy-dom
import type { Signature } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useReducer } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { CROSSED_BOOK } from '@/domain/status-texts.ts';
import { type ItemState, type Queue, reduceQueue } from '@/tx/queue.ts';
import type { Waiting } from '@/tx/types.ts';
import type { QueryView } from '@/ui/query-body.tsx';
import { CloseAllView } from '../positions/close-all-dialog.tsx';
import type { CloseRow, WhyUnsold } from '../positions/close-form.ts';
import { aClaimable, aPosition, draw, OWNER, USDC } from '../testing.tsx';
import { closeItem, type PortfolioSubject } from './intents.ts';
import { moneyText } from './queue-labels.ts';
import { QueueView } from './queue-panel.view.tsx';

const signature = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' as Signature;
const STATES: ItemState[] = [
  { step: 'done', signature, note: '$12.00 claimed' },
  { step: 'failed', signature: null, why: 'The vault is busy', money: 'No funds moved.' },
  { step: 'unknown', signature, why: 'It is being looked up.' },
  { step: 'skipped', why: 'Nothing to claim any more.' },
  { step: 'waiting' },
];
const queueOf = (
  status: Queue['status'],
  states: readonly ItemState[] = STATES,
): Queue<PortfolioSubject> => ({
  id: 'queue',
  owner: OWNER,
  kind: 'claim',
  createdAt: 1,
  status,
  note: null,
  items: states.map((state, index) => ({
    key: `key${index}`,
    title: `Item ${index}`,
    subject: { kind: 'claim', position: aClaimable({ payoutUsd: microUsd(12_000_000n) }) },
    attempt: 1,
    state,
  })),
});
const handlers = () => ({
  onPause: vi.fn(),
  onContinue: vi.fn(),
  onStop: vi.fn(),
  onLeaveWallet: vi.fn(),
  onSkip: vi.fn(),
  onLeave: vi.fn(),
  onRetry: vi.fn(),
  onDismiss: vi.fn(),
});
const NO_CLOCKS: ReadonlyMap<string, Waiting> = new Map();

describe('a queue', () => {
  it('has a row for every transaction, with what happened to the money', async () => {
    await draw(
      <QueueView queue={queueOf('running')} waiting={NO_CLOCKS} mine blocked={null} {...handlers()} />,
    );
    const rows = await screen.findAllByTestId('queue-item');
    const texts = rows.map((row) => row.textContent);
    // What went wrong is told first.
    expect(texts[0]).toContain('The vault is busy. No funds moved.');
    expect(texts[1]).toContain('$12.00 claimed');
    expect(texts[2]).toContain('Not confirmed yet. It is being looked up.');
    expect(texts[3]).toContain('Skipped. Nothing to claim any more.');
    expect(texts[4]).toContain('Waiting');
    expect(screen.getByText('1 of 5 claimed · 1 failed · 1 skipped · $12.00 of $60.00')).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: /in the explorer/ })).toHaveLength(2);
  });

  it('cuts the event of a row alone, never what is held of it', async () => {
    await draw(
      <QueueView queue={queueOf('running')} waiting={NO_CLOCKS} mine blocked={null} {...handlers()} />,
    );
    const [row] = await screen.findAllByTestId('queue-item');
    const { eventMetadata, marketMetadata } = aClaimable();
    const isCut = (text: string | RegExp) =>
      within(row as HTMLElement)
        .getByText(text)
        .closest('[class*="truncate"]') !== null;
    expect(isCut(eventMetadata.title)).toBe(true);
    expect(isCut(marketMetadata.title)).toBe(false);
    expect(isCut('Yes')).toBe(false);
    expect(isCut('$12.00 ·')).toBe(false);
  });

  it('says of a row how long what was sent could still land, and of no other', async () => {
    const clocks = new Map([['key2', { because: 'refused', until: performance.now() + 41_990 } as const]]);
    await draw(<QueueView queue={queueOf('running')} waiting={clocks} mine blocked={null} {...handlers()} />);
    const rows = await screen.findAllByTestId('queue-item');
    expect(rows[2]).toHaveTextContent('It may still go through for about 42 s.');
    expect(screen.getAllByRole('timer')).toHaveLength(1);
  });

  it('pauses, stops, leaves one out and puts one back', async () => {
    const on = handlers();
    await draw(<QueueView queue={queueOf('running')} waiting={NO_CLOCKS} mine blocked={null} {...on} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }));
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await userEvent.click(screen.getByRole('button', { name: 'Skip Item 4' }));
    await userEvent.click(screen.getByRole('button', { name: 'Put Item 1 back into the queue' }));
    expect(on.onPause).toHaveBeenCalledOnce();
    expect(on.onStop).toHaveBeenCalledOnce();
    expect(on.onSkip).toHaveBeenCalledExactlyOnceWith('key4');
    expect(on.onRetry).toHaveBeenCalledExactlyOnceWith(['key1']);
    // What may have landed is nobody's to put back.
    expect(screen.queryByRole('button', { name: /Item 2/ })).toBeNull();
  });

  it.each<[string, Queue['status'], ItemState['step'][], boolean]>([
    ['what is signed and was not sent', 'paused', ['signed', 'done'], true],
    ['the same while another is sent', 'running', ['signed', 'sent'], true],
    ['nothing once it is being stopped', 'stopping', ['signed'], false],
    ['nothing where all has been sent', 'paused', ['unknown', 'done'], false],
  ])('stops %s', async (_what, status, steps, stops) => {
    const on = handlers();
    const states = steps.map((step) => ({ step, signature, note: '', why: '' }) as ItemState);
    await draw(
      <QueueView queue={queueOf(status, states)} waiting={NO_CLOCKS} mine={false} blocked={null} {...on} />,
    );
    await screen.findAllByTestId('queue-item');
    const stop = screen.queryByRole('button', { name: 'Stop' });
    expect(stop !== null).toBe(stops);
    if (stop) await userEvent.click(stop);
    expect(on.onStop).toHaveBeenCalledTimes(stops ? 1 : 0);
  });

  it('keeps the focus on a press that takes its own button away', async () => {
    let queue = queueOf('running');
    let redraw = (): void => undefined;
    function Drawn() {
      const [, draw] = useReducer((count: number) => count + 1, 0);
      redraw = () => act(draw);
      const on = { ...handlers(), onSkip: to(reduceQueue(queue, { type: 'skip', key: 'key4' })) };
      return (
        <QueueView
          queue={queue}
          waiting={NO_CLOCKS}
          mine={queue.status !== 'ended'}
          blocked={null}
          {...on}
          onStop={to({ ...queueOf('running', STATES.slice(0, 4)), status: 'stopping' })}
          onRetry={to(queueOf('paused'))}
        />
      );
    }
    const to = (next: typeof queue) => () => {
      queue = next;
    };
    const press = async (name: string) => {
      await userEvent.click(screen.getByRole('button', { name }));
      redraw();
      expect(screen.queryByRole('button', { name })).toBeNull();
    };
    await draw(<Drawn />);
    await press('Skip Item 4');
    expect(screen.getByRole('button', { name: 'Put Item 4 back into the queue' })).toHaveFocus();
    queue = queueOf('running');
    redraw();
    await press('Stop');
    expect(screen.getByRole('button', { name: 'Wait' })).toHaveFocus();
    queue = queueOf('ended', STATES.slice(0, 2));
    redraw();
    await press('Retry 1 failed');
    expect(screen.getByRole('button', { name: 'Wait' })).toHaveFocus();
  });

  it('goes on only by a press, and only with a wallet that can sign', async () => {
    const on = handlers();
    await draw(
      <QueueView
        queue={{ ...queueOf('paused'), note: 'You declined in your wallet.' }}
        waiting={NO_CLOCKS}
        mine={false}
        blocked={null}
        {...on}
      />,
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('You declined in your wallet.');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(on.onContinue).toHaveBeenCalledOnce();
  });

  it('cannot be continued without a signer', async () => {
    await draw(
      <QueueView
        queue={queueOf('paused')}
        waiting={NO_CLOCKS}
        mine={false}
        blocked="This wallet cannot sign"
        {...handlers()}
      />,
    );
    expect(await screen.findByRole('button', { name: 'Continue' })).toBeDisabled();
  });

  it('says that another tab is at it', async () => {
    await draw(
      <QueueView
        queue={queueOf('running')}
        waiting={NO_CLOCKS}
        mine={false}
        blocked={null}
        {...handlers()}
      />,
    );
    expect(await screen.findByText('Running in another tab')).toBeInTheDocument();
  });

  it('offers to dismiss what cannot be found out here, and says what became of it neither before nor after', async () => {
    const on = handlers();
    const why = 'It may have gone through: look for its signature in an explorer.';
    const untold: ItemState = { step: 'unknown', signature, why, untold: true };
    const states: ItemState[] = [
      untold,
      { step: 'unknown', signature, why: '' },
      { step: 'left', signature },
      { step: 'unknown', signature, why: 'See Orders.', landed: true },
      { step: 'left', signature, landed: true },
    ];
    await draw(
      <QueueView queue={queueOf('paused', states)} waiting={NO_CLOCKS} mine={false} blocked={null} {...on} />,
    );
    const rows = await screen.findAllByTestId('queue-item');
    expect(rows[0]).toHaveTextContent(`Unconfirmed. ${why}`);
    expect(rows[2]).toHaveTextContent('Dismissed, result unknown. It may have gone through');
    expect(rows[3]).toHaveTextContent('Confirmed, not fully filled yet. See Orders.');
    expect(rows[4]).toHaveTextContent('Dismissed, result unknown. It is confirmed: see Orders');
    expect(screen.getByText(/^0 of 5 claimed · 2 unknown ·/)).toBeInTheDocument();
    for (const button of screen.getAllByRole('button', { name: /^Dismiss/ })) await userEvent.click(button);
    expect(on.onLeave.mock.calls).toEqual([['key0'], ['key3']]);
  });

  it('is dismissed once it has ended, or its failures are tried again', async () => {
    const on = handlers();
    await draw(
      <QueueView
        queue={queueOf('ended', STATES.slice(0, 2))}
        waiting={NO_CLOCKS}
        mine={false}
        blocked={null}
        {...on}
      />,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Retry 1 failed' }));
    expect(on.onRetry).toHaveBeenCalledExactlyOnceWith(['key1']);
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(on.onDismiss).toHaveBeenCalledOnce();
  });
});

const terms = {
  contracts: microContracts(100_000_000n),
  cap: microUsd(600_000n),
  average: microUsd(670_000n),
  net: microUsd(65_450_000n),
  fees: { total: microUsd(1_550_000n) },
};
const sale = (change: Partial<Extract<CloseRow, { terms: object }>> = {}): CloseRow => ({
  position: aPosition(),
  terms,
  ...change,
});
const unsold = (why: WhyUnsold): CloseRow => ({
  position: { ...aPosition(), pubkey: USDC },
  terms: null,
  why,
});
const closeAll = (
  rows: readonly CloseRow[] | undefined = [sale(), unsold('no-bids')],
  query: Partial<QueryView<readonly CloseRow[]>> = {},
) => ({
  scope: 'all' as const,
  query: {
    data: rows,
    error: null,
    isFetching: false,
    dataUpdatedAt: Date.now(),
    refetch: vi.fn(),
    ...query,
  },
  slippageBps: 250,
  preferredBps: 250,
  onSlippage: vi.fn(),
  onAccept: vi.fn(),
  onDismiss: vi.fn(),
});

it('says of sales what they are about to bring, and of cancellations nothing', () => {
  const [done] = STATES;
  if (!done) throw new Error('a sale');
  const subject = { kind: 'close', position: aPosition(), terms, slippageBps: 250 } as const;
  const item = { key: 'a', title: 'A', subject, attempt: 1, state: done };
  const items = [item, { ...item, key: 'b', state: { step: 'waiting' as const } }];
  expect(moneyText({ kind: 'close', items })).toBe('about $65.45 of $130.90');
  expect(moneyText({ kind: 'cancel', items: [] })).toBeUndefined();
  const slip = { payoutUsd: '477.8200001' };
  const claim = { kind: 'claim-parlay', slip, position: OWNER } as const;
  expect(moneyText({ kind: 'claim', items: [...items, { ...item, subject: claim }] })).toBeUndefined();
});

it('calls no position closed of which a part was sold, and counts its part of the money alone', async () => {
  const position = aPosition({ contractsMicro: terms.contracts });
  const subject = { kind: 'close', position, terms, slippageBps: 250 } as const;
  const item = (key: string, filled?: bigint) => ({
    ...{ key, title: key, subject, attempt: 1 },
    state: {
      step: 'done',
      signature,
      note: 'Partly filled: 10.00 @ 67.0¢',
      ...(filled && { filled }),
    } as const,
  });
  const queue = { ...queueOf('ended'), kind: 'close', items: [item('a'), item('b', 10_000_000n)] } as const;
  await draw(<QueueView queue={queue} waiting={NO_CLOCKS} mine={false} blocked={null} {...handlers()} />);
  expect(await screen.findByText('1 of 2 closed · 1 partly · about $71.99 of $130.90')).toBeInTheDocument();
  expect(screen.getByText('Ended')).toBeInTheDocument();
  const [, partly] = screen.getAllByTestId('queue-item');
  expect(partly).toHaveTextContent('Partly filled: 10.00 @ 67.0¢. The rest was not sold.');
  expect(screen.queryByRole('button', { name: /back into the queue/ })).toBeNull();
});

it('calls no position closed whose sale was accepted for a part of it, and says how much stays', async () => {
  const held = (contracts: bigint) => aPosition({ contractsMicro: microContracts(contracts) });
  // The second one keeps less than a lot.
  const items = [held(160_000_000n), held(100_009_999n)].map((position, nth) => ({
    ...closeItem(position, terms, 250),
    ...{ key: `${nth}`, attempt: 1 },
    state: { step: 'done', signature, note: 'Filled 100.00 @ 67.0¢' } as const,
  }));
  const queue = { ...queueOf('ended'), kind: 'close', items } as const;
  await draw(<QueueView queue={queue} waiting={NO_CLOCKS} mine={false} blocked={null} {...handlers()} />);
  const [partly, whole] = await screen.findAllByTestId('queue-item');
  expect(partly).toHaveTextContent('Filled 100.00 @ 67.0¢. 60.00 contracts stay yours.');
  expect(whole).toHaveTextContent(/Filled 100\.00 @ 67\.0¢(?!\.)/);
  expect(screen.getByText(/^1 of 2 closed · 1 partly · about \$130\.90 of/)).toBeInTheDocument();
  expect(screen.getByText('Ended')).toBeInTheDocument();
});

describe('closing everything', () => {
  it.each([
    ['all', 'Close all positions'],
    ['shown', 'Close the positions shown'],
    ['selected', 'Close the selected positions'],
  ] as const)('says that it is about what is %s', async (scope, name) => {
    await draw(<CloseAllView {...closeAll()} scope={scope} />);
    expect(await screen.findByRole('dialog', { name })).toBeInTheDocument();
  });

  it('shows the worst price and the least of every sale, and their sum', async () => {
    const on = closeAll();
    await draw(<CloseAllView {...on} />);
    // What cannot be sold is told first.
    const [second, first] = await screen.findAllByTestId('close-row');
    if (!first || !second) throw new Error('rows');
    expect(within(first).getByText('60.0¢')).toBeInTheDocument();
    // 100 × 0.60 less the venue's 0.07 × 100 × 0.6 × 0.4 = 1.68.
    expect(within(first).getByText('$58.32')).toBeInTheDocument();
    expect(second).toHaveTextContent('No bids at the 1¢ minimum price or above: left out');
    expect(screen.getByText('Worst case, with 2.5% slippage').parentElement).toHaveTextContent('$58.32');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Sell 1 position' }));
    expect(on.onAccept).toHaveBeenCalledOnce();
  });

  it('adds up what the sales bring now, at worst and in profit, without those that cannot be sold', async () => {
    const other = sale({
      position: aPosition({
        pubkey: OWNER,
        contractsMicro: microContracts(50_000_000n),
        totalCostUsd: microUsd(36_000_000n),
      }),
      terms: {
        contracts: microContracts(50_000_000n),
        cap: microUsd(400_000n),
        average: microUsd(500_000n),
        net: microUsd(24_100_000n),
        fees: { total: microUsd(900_000n) },
      },
    });
    await draw(<CloseAllView {...closeAll([sale(), unsold('no-bids'), other])} />);
    const told = (name: string) => screen.getByText(name).parentElement;
    // 65.45 + 24.10
    expect(told('You receive, at current prices')).toHaveTextContent(/\$89\.55$/);
    // 58.32, and 50 × 0.40 less 0.07 × 50 × 0.4 × 0.6 = 0.84.
    expect(told('Worst case, with 2.5% slippage')).toHaveTextContent(/\$77\.48$/);
    // Of the first 100 of its 120.5 are sold, which cost 59.20; 36.00 the other.
    expect(told('Realised profit, at current prices')).toHaveTextContent(/\u2212\$5\.65 · \u22125\.9%$/);
    expect(screen.getByRole('button', { name: 'Sell 2 positions' })).toBeEnabled();
  });

  it('says of a sale of a part how much stays, before those of all of it', async () => {
    const whole = sale({ position: aPosition({ pubkey: OWNER, contractsMicro: terms.contracts }) });
    await draw(<CloseAllView {...closeAll([whole, sale(), unsold('no-bids')])} />);
    const [, first, second] = await screen.findAllByTestId('close-row');
    expect(first).toHaveTextContent('100.00 @ 67.0¢20.50 contracts stay yours');
    expect(second).not.toHaveTextContent('stay yours');
  });

  it('says of a sale that its order book is crossed', async () => {
    await draw(<CloseAllView {...closeAll([sale({ crossed: true })])} />);
    expect(await screen.findByTestId('close-row')).toHaveTextContent(CROSSED_BOOK);
    expect(screen.getByRole('button', { name: 'Sell 1 position' })).toBeEnabled();
  });

  it('warns above five percent', async () => {
    const on = closeAll();
    await draw(<CloseAllView {...on} slippageBps={1_000} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('10% is a lot');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Slippage/ }), '500');
    expect(on.onSlippage).toHaveBeenCalledExactlyOnceWith(500);
  });

  it('does not warn at five', async () => {
    await draw(<CloseAllView {...closeAll()} slippageBps={500} />);
    await screen.findByRole('button', { name: 'Sell 1 position' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sells nothing while nothing is known', async () => {
    await draw(
      <CloseAllView {...closeAll([], { data: undefined, error: new AppError('offline', 'Away.') })} />,
    );
    expect(await screen.findByText('Couldn’t load the prices')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Nothing to sell' })).toBeDisabled();
  });

  it.each([
    ['that all of it is reserved', 'reserved', 'All of it is in open sell orders: left out'],
    ['that it is less than a lot', 'too-small', 'Less than 0.01 contracts: left out'],
    ['that open orders are not known', 'unknown', 'Your open orders are not known: left out'],
    ['that the service offers none', 'not-offered', 'No sale is offered right now: left out'],
    [
      'that its book could not be read, not that nobody buys',
      'unread',
      'Couldn’t load its order book: left out',
    ],
  ] as const)('says of what it leaves out %s', async (_, why, text) => {
    await draw(<CloseAllView {...closeAll([unsold(why)])} />);
    expect(await screen.findByTestId('close-row')).toHaveTextContent(text);
  });

  it('says that the prices could not be renewed, and sells nothing once they are too old', async () => {
    const refused = { error: new AppError('offline', 'Away.') };
    const on = closeAll([sale()], refused);
    await draw(<CloseAllView {...on} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t refresh the prices: Away.');
    expect(screen.getByRole('button', { name: 'Sell 1 position' })).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(on.query.refetch).toHaveBeenCalledOnce();
    cleanup();
    await draw(<CloseAllView {...closeAll([sale()], { ...refused, dataUpdatedAt: Date.now() - 21_000 })} />);
    expect(await screen.findByRole('button', { name: 'Waiting for fresh prices' })).toBeDisabled();
  });
});
