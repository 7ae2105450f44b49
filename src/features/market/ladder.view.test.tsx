// @vitest-environment happy-dom
import { microContracts, microUsd } from '@contract/money.ts';
import type { Orderbook } from '@contract/prediction/orderbook.ts';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildLadder } from '@/domain/book.ts';
import { LadderView } from './ladder.view.tsx';

const bookOf = (yes: [number, number][], no: [number, number][]): Orderbook => {
  const levels = (side: [number, number][]) =>
    side.map(([cents, contracts]) => ({
      price: microUsd(BigInt(cents) * 10_000n),
      size: microContracts(BigInt(contracts) * 1_000_000n),
    }));
  return { yes: [], no: [], yes_dollars: levels(yes), no_dollars: levels(no) };
};
const BOOK = bookOf(
  [
    [66, 400],
    [67, 983],
    [68, 221],
  ],
  [
    [30, 1_840],
    [31, 148],
  ],
);
const nothing = () => undefined;
const rows = (name: RegExp) => within(screen.getByRole('listbox', { name })).getAllByRole('option');
const labels = (name: RegExp) => rows(name).map((row) => row.getAttribute('aria-label'));
/** What stands in the levels of a side, best first: price, contracts and total. */
const figures = (name: RegExp) =>
  rows(name).map((row) => [...row.children].map(({ textContent }) => textContent).join(' '));

function show(book: Orderbook) {
  let ladder = buildLadder(book, 'yes', 10_000n);
  const onPick = vi.fn();
  const onCancelAt = nothing;
  const view = (current: typeof ladder) => (
    <LadderView ladder={current} stale={false} age={null} onPick={onPick} onCancelAt={onCancelAt} />
  );
  const { rerender } = render(view(ladder));
  return {
    onPick,
    update(next: Orderbook) {
      ladder = buildLadder(next, 'yes', 10_000n, ladder);
      rerender(view(ladder));
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('ladder', () => {
  it('shows both sides best first, with totals, around spread and mid', () => {
    show(BOOK);
    expect(labels(/Asks/)).toEqual(['69¢, 148 contracts', '70¢, 1,840 contracts']);
    expect(labels(/Bids/)).toEqual(['68¢, 221 contracts', '67¢, 983 contracts', '66¢, 400 contracts']);
    expect(figures(/Asks/)).toEqual(['69¢ 148 148', '70¢ 1,840 1,988']);
    expect(figures(/Bids/)).toEqual(['68¢ 221 221', '67¢ 983 1,204', '66¢ 400 1,604']);
    expect(screen.getByRole('button', { name: /Spread 1\.0¢ Mid 68\.5¢/ })).toBeInTheDocument();
  });

  it('says the total of a row, and keeps the focus when the level under it goes', () => {
    const { update } = show(BOOK);
    const [, second] = rows(/Bids/);
    act(() => second?.focus());
    expect(second).toHaveAccessibleName('67¢, 983 contracts');
    expect(second).toHaveAccessibleDescription('Total 1,204');
    update(
      bookOf(
        [
          [66, 400],
          [67, 983],
          [68, 321],
        ],
        [[30, 1_840]],
      ),
    );
    expect(document.activeElement).toBe(second);
    expect(second).toHaveAccessibleDescription('Total 1,304');
    // The level goes, and the focus to the one below it.
    update(
      bookOf(
        [
          [66, 400],
          [68, 321],
        ],
        [[30, 1_840]],
      ),
    );
    expect(document.activeElement).toHaveAccessibleName('66¢, 400 contracts');
  });

  it('touches only the rows that changed', async () => {
    const { update } = show(BOOK);
    const touched: Node[] = [];
    const observer = new MutationObserver((records) => touched.push(...records.map(({ target }) => target)));
    const [list] = screen.getAllByRole('listbox', { name: /Bids/ });
    if (!list) throw new Error('no list');
    observer.observe(list, { subtree: true, childList: true, characterData: true, attributes: true });
    update(
      bookOf(
        [
          [66, 401],
          [67, 983],
          [68, 221],
        ],
        [
          [30, 1_840],
          [31, 148],
        ],
      ),
    );
    await act(async () => undefined);
    const rowsTouched = touched.flatMap((node) => {
      const element = node instanceof Element ? node : node.parentElement;
      return element?.closest<HTMLElement>('[data-row]')?.dataset.row ?? [];
    });
    expect(new Set(rowsTouched)).toEqual(new Set(['bid660000']));
    expect(figures(/Bids/)).toEqual(['68¢ 221 221', '67¢ 983 1,204', '66¢ 401 1,605']);
    observer.disconnect();
  });

  it('lights up only the price whose size changed, for 350 ms at most', () => {
    vi.useFakeTimers();
    const { update } = show(BOOK);
    const lit = () =>
      [...document.querySelectorAll('[data-row]:has([data-lit])')].map(({ textContent }) => textContent);
    expect(lit()).toEqual([]);
    update(
      bookOf(
        [
          [66, 400],
          [67, 500],
          [68, 221],
        ],
        [
          [30, 1_840],
          [31, 149],
        ],
      ),
    );
    expect(lit()).toEqual(['69¢149149', '67¢500721']);
    act(() => vi.advanceTimersByTime(350));
    expect(lit()).toEqual([]);
  });

  it('takes rows in, lets them go and keeps their order', () => {
    const { update } = show(BOOK);
    update(
      bookOf(
        [
          [65, 50],
          [67, 983],
          [69, 10],
        ],
        [[30, 1_840]],
      ),
    );
    expect(labels(/Bids/)).toEqual(['69¢, 10 contracts', '67¢, 983 contracts', '65¢, 50 contracts']);
    expect(figures(/Bids/)).toEqual(['69¢ 10 10', '67¢ 983 993', '65¢ 50 1,043']);
    expect(labels(/Asks/)).toEqual(['70¢, 1,840 contracts']);
  });

  it('trades up to the row that is clicked or taken with Enter, and tells its average first', async () => {
    const { onPick } = show(BOOK);
    const [, second] = rows(/Asks/);
    if (!second) throw new Error('no row');
    await userEvent.hover(second);
    expect(screen.getByText(/Buy Yes to/)).toHaveTextContent('70¢');
    expect(screen.getByText(/avg/)).toHaveTextContent('1,988 avg 69.9¢ = $1,391');
    await userEvent.click(second);
    expect(onPick).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'ask700000', total: 1_988_000_000n }),
      'yes',
    );
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onPick).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'bid680000' }), 'yes');
  });

  it('rounds what a purchase costs up and what a sale brings down', async () => {
    show(bookOf([[55, 22]], [[44, 22]]));
    await userEvent.hover(rows(/Bids/)[0] as HTMLElement);
    expect(screen.getByText(/avg/)).toHaveTextContent('22 avg 55.0¢ = $12');
    await userEvent.hover(rows(/Asks/)[0] as HTMLElement);
    expect(screen.getByText(/avg/)).toHaveTextContent('22 avg 56.0¢ = $13');
  });

  it.each([
    ['The order book is empty', bookOf([], [])],
    ['One-sided: no asks', bookOf([[60, 1]], [])],
    ['One-sided: no bids', bookOf([], [[30, 1]])],
    ['Crossed: refreshing', bookOf([[60, 1]], [[45, 1]])],
  ])('names its state: %s', (text, book) => {
    show(book);
    expect(screen.getByText(text)).toBeInTheDocument();
  });

  it('takes back an own order by keyboard, on its own level alone', async () => {
    const own = [{ isYes: true, isBuy: true, limit: microUsd(670_000n) }];
    const ladder = buildLadder(BOOK, 'yes', 10_000n, undefined, own);
    const onCancelAt = vi.fn();
    const onPick = vi.fn();
    render(<LadderView ladder={ladder} stale={false} age={null} onPick={onPick} onCancelAt={onCancelAt} />);
    await userEvent.tab();
    act(() => rows(/Bids/)[0]?.focus());
    await userEvent.keyboard('{Delete}');
    expect(onCancelAt).not.toHaveBeenCalled();
    await userEvent.keyboard('{ArrowDown}{Delete}');
    expect(onCancelAt).toHaveBeenCalledExactlyOnceWith(ladder.bids[1]);
    expect(onPick).not.toHaveBeenCalled();
  });

  it('takes a step back when the book is old', () => {
    const ladder = buildLadder(BOOK, 'yes', 10_000n);
    const view = (stale: boolean) => (
      <LadderView ladder={ladder} stale={stale} age={null} onPick={nothing} onCancelAt={nothing} />
    );
    const { rerender } = render(view(false));
    expect(screen.getByText('1,604').closest('.stale')).toBeNull();
    rerender(view(true));
    expect(screen.getByText('1,604').closest('.stale')).not.toBeNull();
  });

  it('draws the bars of the depth as far as the totals reach', () => {
    show(BOOK);
    const shapes = [...document.querySelectorAll<HTMLElement>('[role=listbox] > [aria-hidden]')].map(
      ({ style }) => style.clipPath,
    );
    // From the left edge of the bar: the deepest ask is on top, the best bid.
    expect(shapes).toEqual([
      'polygon(100% 0,9.5% 0px,9.5% 20px,93.5% 20px,93.5% 40px,100% 100%)',
      'polygon(100% 0,90.0% 0px,90.0% 20px,45.0% 20px,45.0% 40px,27.0% 40px,27.0% 60px,100% 100%)',
    ]);
  });

  it('leaves a figure that is being selected alone', async () => {
    const { onPick } = show(BOOK);
    const [best] = rows(/Asks/);
    if (!best) throw new Error('no row');
    getSelection()?.selectAllChildren(best);
    fireEvent.click(best);
    expect(onPick).not.toHaveBeenCalled();
    getSelection()?.removeAllRanges();
    fireEvent.click(best);
    expect(onPick).toHaveBeenCalledOnce();
  });

  it('marks where the viewer has an order', () => {
    const own = [{ isYes: true, isBuy: true, limit: microUsd(670_000n) }];
    const ladder = buildLadder(BOOK, 'yes', 10_000n, undefined, own);
    render(<LadderView ladder={ladder} stale={false} age={null} onPick={nothing} onCancelAt={nothing} />);
    expect(screen.getByRole('option', { name: /your order is here/ })).toHaveAttribute(
      'data-row',
      'bid670000',
    );
  });
});
