// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import type { Position } from '@contract/prediction/position.ts';
import { act, render, renderHook, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { arrangePositions } from '@/domain/portfolio.ts';
import { useSend } from '@/orders/form.ts';
import type { ShownSale } from '@/orders/terms.ts';
import { useUnderWay } from '@/orders/use-under-way.ts';
import type { TxIntent, TxOutcome } from '@/tx/types.ts';
import { orderKey } from '@/tx/under-way.ts';
import { narrowsPositions, shownPositions } from '../portfolio-rows.ts';
import { type PortfolioSearch, pickKey } from '../search-params.ts';
import { aClaimable, aPosition, draw, ORDER, OWNER, POSITION } from '../testing.tsx';
import type { CloseRow } from './close-form.ts';
import { ParlaysActions, PositionsActions } from './positions-actions.tsx';

const start = vi.fn();
vi.mock('../queue/queue-panel.tsx', () => ({ usePortfolioQueue: () => ({ blocked: null, start }) }));
vi.mock('@/api/close-all.queries.ts', () => ({
  CLOSE_ALL_POLL_MS: 1_000,
  useCloseAll: ({ positions }: { positions: readonly Position[] }) => ({
    data: positions.map((position): CloseRow => ({ position, terms: TERMS })),
    error: null,
    dataUpdatedAt: Date.now(),
  }),
}));
const TERMS: ShownSale = {
  contracts: microContracts(100_000_000n),
  cap: microUsd(600_000n),
  average: microUsd(670_000n),
  net: microUsd(65_450_000n),
  fees: { total: microUsd(1_550_000n) },
};
beforeEach(() => {
  start.mockReset();
  onDone.mockReset();
});

const slip = (positionPubkey: Pubkey | null, payoutUsd: string) =>
  ({ parlayId: `PY-${positionPubkey}`, positionPubkey, payoutUsd }) as ParlaySlip;
const onDone = vi.fn();
const actions = (slips: ParlaySlip[], picked: Pubkey[]) =>
  render(
    <ParlaysActions
      slips={slips}
      picked={new Set(picked.map(pickKey))}
      owner={OWNER}
      signer={null}
      onDone={onDone}
    />,
  );
const claimed = () =>
  start.mock.calls.map(([kind, items]) => [kind, items.map(({ key }: { key: string }) => key)]);

it('claims the parlays that are selected, and no other', async () => {
  actions([slip(POSITION, '120.5'), slip(ORDER, '7')], [ORDER]);
  await userEvent.click(screen.getByRole('button', { name: 'Claim selected 1 · $7.00' }));
  expect(claimed()).toEqual([['claim', [ORDER]]]);
  expect(onDone).toHaveBeenCalledOnce();
});

it('claims all of them where none is selected', async () => {
  // Selected on another tab.
  actions([slip(POSITION, '120.5'), slip(ORDER, '7')], [OWNER]);
  await userEvent.click(screen.getByRole('button', { name: 'Claim all 2 · $127.50' }));
  expect(claimed()).toEqual([['claim', [POSITION, ORDER]]]);
});

it('leaves out what is being claimed by itself', async () => {
  const { result } = renderHook(() => useUnderWay());
  let end = () => {};
  act(() => result.current.begin(ORDER, () => new Promise<void>((resolve) => (end = resolve))));
  actions([slip(POSITION, '120.5'), slip(ORDER, '7')], []);
  await userEvent.click(screen.getByRole('button', { name: 'Claim all 1 · $120.50' }));
  expect(claimed()).toEqual([['claim', [POSITION]]]);
  await act(async () => end());
  expect(screen.getByRole('button', { name: 'Claim all 2 · $127.50' })).toBeEnabled();
});

it('turns to no other parlay while what is selected is being claimed by itself', async () => {
  const { result } = renderHook(() => useUnderWay());
  let end = () => {};
  act(() => result.current.begin(ORDER, () => new Promise<void>((resolve) => (end = resolve))));
  actions([slip(POSITION, '120.5'), slip(ORDER, '7')], [ORDER]);
  expect(screen.queryByRole('button')).toBeNull();
  await act(async () => end());
  expect(screen.getByRole('button', { name: 'Claim selected 1 · $7.00' })).toBeEnabled();
});

it('names no sum where a payout cannot be read', async () => {
  actions([slip(POSITION, '120.5'), slip(ORDER, '7.12345678')], []);
  await userEvent.click(screen.getByRole('button', { name: 'Claim all 2' }));
  const titles = start.mock.calls.flatMap(([, items]) => items.map(({ title }: { title: string }) => title));
  expect(titles).toEqual(['$120.50 · Parlay', '7.12345678 · Parlay']);
});

it('offers nothing where nothing can be claimed', () => {
  actions([slip(null, '7')], []);
  expect(screen.queryByRole('button')).toBeNull();
});

describe('of six positions', () => {
  const category = (name: string) => ({ eventMetadata: { ...aPosition().eventMetadata, category: name } });
  const POSITIONS = ['Sports', 'Crypto', 'Sports'].flatMap((name, nth) => [
    aPosition({ ...category(name), pubkey: `open-${nth}` as Pubkey }),
    aClaimable({ ...category(name), pubkey: `paid-${nth}` as Pubkey }),
  ]);
  // As the page narrows them.
  const show = (search: PortfolioSearch, picked: string[] = []) =>
    draw(
      <PositionsActions
        rows={shownPositions(arrangePositions(POSITIONS), search, true, 0)}
        narrowed={narrowsPositions(search)}
        slips={[]}
        picked={new Set(picked.map((key) => pickKey(key as Pubkey)))}
        orders={{ data: [] }}
        owner={OWNER}
        signer={null}
        onDone={onDone}
      />,
    );

  it('closes none while nobody knows what open sales have reserved, and claims all the same', async () => {
    await draw(
      <PositionsActions
        rows={arrangePositions(POSITIONS)}
        narrowed={false}
        slips={[]}
        picked={new Set()}
        orders={{ data: undefined }}
        owner={OWNER}
        signer={null}
        onDone={onDone}
      />,
    );
    const close = screen.getByRole('button', { name: 'Close all 3…' });
    expect(close).toBeDisabled();
    expect(close).toHaveAttribute('title', 'Your open orders are not known');
    expect(screen.getByRole('button', { name: /^Claim all 3/ })).toBeEnabled();
  });

  it('claims none that is being claimed by itself', async () => {
    const { result } = renderHook(() => useUnderWay());
    let end = () => {};
    act(() => result.current.begin('paid-1', () => new Promise<void>((resolve) => (end = resolve))));
    await show({});
    await userEvent.click(screen.getByRole('button', { name: 'Claim all 2 · $241.00' }));
    expect(claimed()).toEqual([['claim', ['paid-0', 'paid-2']]]);
    await act(async () => end());
  });

  it('closes none on whose market its wallet has an order under way', async () => {
    const [first, ...others] = POSITIONS;
    const ordered = { ...first, marketId: 'ordered' } as Position;
    const ends: (() => void)[] = [];
    const run = () =>
      new Promise<TxOutcome>((resolve) => {
        ends.push(() => resolve({ result: 'done', signature: null, items: [] }));
      });
    const { result } = renderHook(() => useSend<string, string>({ run, dispatch: vi.fn() }));
    const begin = (turn: number, owner: Pubkey, { marketId }: Position) =>
      void result.current({ summary: '', turn }, () => ({}) as TxIntent, orderKey(owner, marketId));
    act(() => begin(0, OWNER, ordered));
    act(() => begin(1, POSITION, aPosition()));
    await draw(
      <PositionsActions
        rows={arrangePositions([ordered, ...others])}
        narrowed={false}
        slips={[]}
        picked={new Set()}
        orders={{ data: [] }}
        owner={OWNER}
        signer={null}
        onDone={onDone}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Close all 2…' }));
    expect(await screen.findAllByTestId('close-row')).toHaveLength(2);
    await act(async () => {
      for (const end of ends) end();
    });
    expect(screen.getByText('Close all 3…')).toBeInTheDocument();
  });

  it.each([
    ['shown', { category: 'sports' }, [], ['0', '2']],
    ['all', {}, [], ['0', '1', '2']],
    ['selected', { category: 'sports' }, ['open-2', 'paid-2', 'open-1'], ['2']],
  ] as const)('claims and closes those that are %s, and no other', async (scope, search, picked, which) => {
    await show(search, [...picked]);
    const many = which.length;
    const payout = (120.5 * many).toFixed(2);
    await userEvent.click(screen.getByRole('button', { name: `Claim ${scope} ${many} · $${payout}` }));
    expect(claimed()).toEqual([['claim', which.map((nth) => `paid-${nth}`)]]);
    start.mockReset();

    await userEvent.click(screen.getByRole('button', { name: `Close ${scope} ${many}…` }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getAllByTestId('close-row')).toHaveLength(many);
    expect(start).not.toHaveBeenCalled();
    await userEvent.click(within(dialog).getByRole('button', { name: /^Sell \d position/ }));
    expect(claimed()).toEqual([['close', which.map((nth) => `open-${nth}`)]]);
    expect(onDone).toHaveBeenCalledTimes(2);
  });

  it('closes what the dialog was opened for, and nothing else once that is gone', async () => {
    let sellElsewhere = () => {};
    function Actions() {
      const [positions, setPositions] = useState(POSITIONS);
      sellElsewhere = () => setPositions(POSITIONS.filter(({ pubkey }) => pubkey !== 'open-2'));
      return (
        <PositionsActions
          rows={arrangePositions(positions)}
          narrowed={false}
          slips={[]}
          picked={new Set([pickKey('open-2' as Pubkey)])}
          orders={{ data: [] }}
          owner={OWNER}
          signer={null}
          onDone={onDone}
        />
      );
    }
    await draw(<Actions />);
    await userEvent.click(screen.getByRole('button', { name: 'Close selected 1…' }));
    expect(await screen.findAllByTestId('close-row')).toHaveLength(1);
    act(() => sellElsewhere());
    const dialog = screen.getByRole('dialog', { name: 'Close the selected positions' });
    expect(within(dialog).queryAllByTestId('close-row')).toHaveLength(0);
    expect(within(dialog).getByRole('button', { name: 'Nothing to sell' })).toBeDisabled();
  });
});

it('leaves the focus to the list once nothing is left to be claimed', async () => {
  function List() {
    const [slips, setSlips] = useState([slip(ORDER, '7')]);
    return (
      <section aria-label="Holdings" tabIndex={-1}>
        <ParlaysActions
          slips={slips}
          picked={new Set([pickKey(ORDER)])}
          owner={OWNER}
          signer={null}
          onDone={() => setSlips([])}
        />
      </section>
    );
  }
  render(<List />);
  screen.getByRole('button', { name: /^Claim selected 1/ }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('region', { name: 'Holdings' })).toHaveFocus();
});
