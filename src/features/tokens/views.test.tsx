// @vitest-environment happy-dom

import type { AppConfig } from '@contract/config.ts';
import { type TokenWire, token } from '@contract/tokens/token.ts';
import { act, render, renderHook, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import type { TokenFilters } from '@/domain/token-filters.ts';
import { NO_LINE } from '@/domain/token-line.ts';
import { addTokens, type SeenToken } from '@/domain/tokens.ts';
import { setServerClock } from '@/lib/clock.ts';
import { savedPresets, savePreset } from '@/state/token-presets.ts';
import { FilterBar } from './filter-bar.view.tsx';
import { SearchField } from './search-field.view.tsx';
import { parseTokensSearch, withFilters } from './search-params.ts';
import { TokenDrawer } from './token-drawer.view.tsx';
import { TokenRow } from './token-row.view.tsx';
import { TokenTable } from './token-table.view.tsx';
import { useCopycats } from './use-copycats.ts';
import { useStableRows } from './use-stable-rows.ts';

const NOW = 1_800_000_000;
const NONE_HIDDEN: readonly never[] = [];
const see = (id: string, fields: Partial<TokenWire> = {}, age = 90): SeenToken => {
  const createdAt = new Date((NOW - age) * 1_000).toISOString();
  const [one] = addTokens(
    [],
    [token.parse({ id, symbol: id, name: id, firstPool: { createdAt }, ...fields })],
    NOW,
  );
  if (!one) throw new Error('nothing seen');
  return one;
};

beforeEach(() => {
  localStorage.clear();
  setServerClock(NOW * 1_000);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the search', () => {
  /** An address that is written a moment after a key, and has no space at its ends. */
  function Page() {
    const [search, setSearch] = useState(parseTokensSearch({}));
    return (
      <>
        <SearchField
          words={search.q}
          onWords={(q) => setTimeout(() => setSearch(parseTokensSearch({ q })), 5)}
        />
        <button type="button" onClick={() => setSearch({})}>
          Clear
        </button>
        <output>{search.q}</output>
      </>
    );
  }

  it('takes several words, and letters in the middle', async () => {
    const user = userEvent.setup();
    render(<Page />);
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search tokens' });
    await user.type(box, 'two words');
    expect(box).toHaveValue('two words');
    await vi.waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('two words'));
    await user.type(box, 'XYZ', { initialSelectionStart: 3, initialSelectionEnd: 3 });
    expect(box).toHaveValue('twoXYZ words');
  });

  it('shows what the address says once something else has changed it', async () => {
    const user = userEvent.setup();
    render(<Page />);
    const box = screen.getByRole('searchbox', { name: 'Search tokens' });
    await user.type(box, 'moon ');
    await vi.waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('moon'));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(box).toHaveValue('');
    await user.type(box, 'sun ');
    await vi.waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('sun'));
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    expect(box).toHaveValue('sun');
  });
});

describe('a row', () => {
  const show = (seen: SeenToken, copyOf?: string, onTrigger?: (mint: string) => void) =>
    render(
      <table>
        <tbody>
          <TokenRow
            seen={seen}
            copyOf={copyOf}
            hidden={NONE_HIDDEN}
            left={false}
            pictures={false}
            sparkOf={undefined}
            onOpen={() => undefined}
            onTrigger={onTrigger}
          />
        </tbody>
      </table>,
    );

  it('shows a live authority beside a verification, and what is copied', () => {
    show(see('Mint1111', { isVerified: true, mintAuthority: 'key' }), 'SOL');
    expect(screen.getByTitle('Verified by the listing')).toBeTruthy();
    expect(screen.getByTitle('Mint authority active: more can be minted')).toBeTruthy();
    expect(screen.getAllByText('of SOL', { exact: false })).not.toEqual([]);
  });

  it('leads to a trigger order, in a tab of its own when that is asked for', async () => {
    const user = userEvent.setup();
    const onTrigger = vi.fn();
    show(see('Mint1111', { symbol: 'ONE' }), undefined, onTrigger);
    const link = screen.getByRole('link', { name: 'Trigger order on ONE' });
    expect(link.getAttribute('href')).toBe('/triggers?mint=Mint1111');
    await user.click(link);
    expect(onTrigger).toHaveBeenCalledWith('Mint1111');
    await user.keyboard('{Control>}');
    await user.click(link);
    expect(onTrigger).toHaveBeenCalledOnce();
  });

  it('makes no element of a name, no picture on paper, and leads nowhere unusual', () => {
    const { container } = show(
      see('Mint1111', {
        symbol: '<b>X</b>\u202E',
        name: '<img src=x onerror=alert(1)>',
        icon: 'https://icons.example/a.png',
        website: 'javascript:alert(1)',
        twitter: 'https://social.example/x',
      }),
    );
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByRole('button', { name: /^<b>X<\/b>/ })).toBeTruthy();
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://social.example/x']);
    expect(links[0]?.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  });
});

describe('the moving figures', () => {
  const stay = () => undefined;
  const table = (rows: SeenToken[], leftBefore = 0) => (
    <TokenTable
      listKey="all"
      rows={rows}
      copies={new Map()}
      hidden={NONE_HIDDEN}
      sort="age"
      direction="asc"
      onSort={stay}
      sparkOf={undefined}
      onOpen={stay}
      onTrigger={undefined}
      pictures={false}
      leftBefore={leftBefore}
    />
  );
  const COLUMNS = ['age', 'price', 'change5m', 'mcap'] as const;
  const PLACES = { age: 1, price: 2, change5m: 3, mcap: 8 } as const;
  /** What stands in a column, row by row, and the classes that colour it. */
  const cellsIn = (column: (typeof COLUMNS)[number]) =>
    screen
      .getAllByRole('row')
      .filter((row) => row.dataset.token)
      .map((row) => row.querySelectorAll('td')[PLACES[column]]?.firstElementChild);
  const seenIn = (column: (typeof COLUMNS)[number]) =>
    cellsIn(column).map(
      (cell) => `${cell?.textContent} ${/text-\w+/.exec(cell?.className ?? '')?.[0] ?? ''}`,
    );
  const changed = (id: string, priceChange: number | null) =>
    see(id, { usdPrice: 0.00012345, stats5m: { ...(priceChange !== null && { priceChange }) } });

  it('give every unknown a dash with its reason, and no zero', () => {
    render(table([see('Mint1111')]));
    const row = screen.getByRole('row', { name: /Mint1111/ });
    for (const reason of [
      'No trade yet',
      'Liquidity not known',
      'Market cap not known',
      'Holders not known',
      'Score not known',
      'Volume not known',
    ]) {
      expect(within(row).getByTitle(reason)).toHaveTextContent('—');
    }
    expect(seenIn('price')).toEqual(['—No trade yet text-faint']);
    expect(document.body.textContent).not.toContain('$0');
    expect(within(row).getByTitle('Mint authority unknown')).toBeTruthy();
  });

  it('are text in the line of their row, in the colour of their direction', () => {
    const { rerender } = render(
      table([changed('A', 3), changed('B', -2), changed('C', 4), changed('D', null)]),
    );
    expect(seenIn('change5m')).toEqual([
      '+3.0% text-up',
      '−2.0% text-down',
      '+4.0% text-up',
      '—Change not known text-faint',
    ]);
    rerender(table([changed('A', -1), changed('B', -2), changed('C', 0)]));
    expect(seenIn('change5m')).toEqual(['−1.0% text-down', '−2.0% text-down', '0.0% text-muted']);
    expect(seenIn('price')).toEqual(Array(3).fill('$0.0001234 '));
  });

  it('tell the exact figure where the pointer is, also after the rows have moved', () => {
    const [a, b] = [changed('TokenA', 3), changed('TokenB', -2)];
    const { rerender } = render(table([a, b]));
    const told = (id: string, text: string) =>
      within(screen.getByRole('row', { name: new RegExp(id) })).getAllByText(text)[0]?.title;
    expect(told('TokenA', '$0.0001234')).toBe('$0.00012345');
    rerender(table([b, a, see('TokenC', { mcap: 9_000 })]));
    expect(told('TokenB', '$0.0001234')).toBe('$0.00012345');
    expect(told('TokenC', '$9.00K')).toBe('Market cap $9,000.00');
  });

  it('that have not changed are left alone, and so is the rest of the line', async () => {
    const seenWith = (mcap: number) => see('A', { mcap, holderCount: 5, usdPrice: 0.5 });
    const { rerender } = render(table([seenWith(5_000)]));
    const touched: Node[] = [];
    const observer = new MutationObserver((records) => touched.push(...records.map(({ target }) => target)));
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    rerender(table([seenWith(7_000)]));
    await act(async () => undefined);
    observer.disconnect();
    expect(seenIn('mcap')).toEqual(['$7.00K ']);
    const [cell] = cellsIn('mcap');
    expect(touched.length).toBeGreaterThan(0);
    for (const node of touched) expect(cell?.contains(node)).toBe(true);
  });

  it('age by themselves', () => {
    vi.useFakeTimers();
    // The desk's clock has not ticked for a while.
    vi.setSystemTime(Date.now() + 5_000);
    setServerClock(NOW * 1_000);
    render(table([see('A', {}, 30)]));
    expect(seenIn('age')).toEqual(['30s ']);
    act(() => vi.advanceTimersByTime(3_000));
    expect(seenIn('age')).toEqual(['33s ']);
  });

  it('step back when the token has left the feed', () => {
    render(table([changed('A', 3)], NOW + 1));
    expect(cellsIn('price')[0]?.closest('tr')).toHaveClass('stale');
  });
});

describe('the rows that are shown', () => {
  it('keep their places while frozen, let in at once when asked, and follow another filter', () => {
    const [a, b, c] = [see('A', {}, 90), see('B', {}, 60), see('C', {}, 30)];
    const initialProps = { rows: [b, a], frozen: true, of: 'all' };
    const { result, rerender } = renderHook(
      ({ rows, frozen, of }) => useStableRows(rows, [c, b, a], frozen, of),
      {
        initialProps,
      },
    );
    const ids = () => result.current.rows.map((one) => String(one.token.id));
    rerender({ rows: [c, b, a], frozen: true, of: 'all' });
    expect(ids()).toEqual(['B', 'A']);
    expect(result.current.waiting).toBe(1);
    // A row that passes no more stays under the pointer.
    rerender({ rows: [c, b], frozen: true, of: 'all' });
    expect(ids()).toEqual(['B', 'A']);
    act(() => result.current.letIn());
    expect(ids()).toEqual(['C', 'B']);
    expect(result.current.waiting).toBe(0);
    rerender({ rows: [a], frozen: true, of: 'other' });
    expect(ids()).toEqual(['A']);
    rerender({ rows: [c, b, a], frozen: false, of: 'other' });
    expect(ids()).toEqual(['C', 'B', 'A']);
  });
});

describe('filters', () => {
  function Bar({ told = true }: { told?: boolean }) {
    const [filters, setFilters] = useState<TokenFilters>({});
    return (
      <FilterBar
        filters={filters}
        onChange={setFilters}
        launchpads={['pad']}
        saved={[]}
        onSave={(name) => savePreset(name, filters)}
        onDelete={() => undefined}
        total={told ? 100 : undefined}
        passing={({ maxAge }) => (maxAge === undefined ? 30 : 12)}
      />
    );
  }

  it('count nothing before the first answer', () => {
    render(<Bar told={false} />);
    expect(screen.getByRole('button', { name: 'All' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Under 5 min' }).title).toBe('');
  });

  it('say what a preset hides, and are saved under a name', async () => {
    const user = userEvent.setup();
    render(<Bar />);
    expect(
      screen.getByRole('button', { name: /Under 5 min 12 , hides 88|Under 5 min 12, hides 88/ }),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Filters/ }));
    await user.type(screen.getByRole('textbox', { name: 'Holders at least' }), '5x0');
    await user.type(screen.getByRole('textbox', { name: 'Name of the preset' }), 'Held');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(savedPresets.get()).toEqual([{ name: 'Held', filters: { minHolders: 50 } }]);
  });

  it('go on at the filters once the preset of them is deleted', async () => {
    function Deleting() {
      const [saved, setSaved] = useState([{ name: 'Held', filters: { minHolders: 50 } }]);
      return (
        <FilterBar
          filters={{ minHolders: 50 }}
          onChange={() => undefined}
          launchpads={[]}
          saved={saved}
          onSave={() => undefined}
          onDelete={() => setSaved([])}
          total={100}
          passing={() => 30}
        />
      );
    }
    const user = userEvent.setup();
    render(<Deleting />);
    screen.getByRole('button', { name: 'Delete the preset Held' }).focus();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('button', { name: /Held/ })).toBeNull();
    expect(screen.getByRole('button', { name: /^Filters/ })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('dialog', { name: 'Filters' }), 'where they are changed').toBeVisible();
  });

  it('hold no number where a part of one was typed, and say so', async () => {
    const user = userEvent.setup();
    render(<Bar />);
    await user.click(screen.getByRole('button', { name: /^Filters/ }));
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Holders at least' });
    await user.type(field, '1.5');
    expect(field.value).toBe('1.5');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Whole numbers only, nothing between thousands')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Score at least' }), '5');
    await user.type(screen.getByRole('textbox', { name: 'Name of the preset' }), 'By score');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(savedPresets.get().at(-1)).toEqual({ name: 'By score', filters: { minScore: 5 } });
    await user.type(field, '{Backspace}{Backspace}');
    expect(field.getAttribute('aria-invalid')).toBeNull();
    expect(field.value).toBe('1');
  });

  it('read what an address holds, and leave out what it gets wrong', () => {
    expect(
      parseTokensSearch({
        q: ' sol ',
        minLiquidity: -1,
        minScore: 101,
        givenUp: true,
        social: 'x',
        sort: 'mcap',
        dir: 'up',
        token: 5,
      }),
    ).toEqual({ q: 'sol', givenUp: true, sort: 'mcap', token: '5' });
    expect(withFilters({ q: 'a', sort: 'mcap' }, { maxAge: 5 })).toEqual({ maxAge: 5, sort: 'mcap' });
  });
});

describe('copies', () => {
  const mark = (found: SeenToken | undefined) =>
    renderHook(() => useCopycats(SEEN, KNOWN, found)).result.current.get('asked-for');
  const SEEN = [see('new', { symbol: 'MOON' }, 10), see('old', { symbol: 'PUMP' }, 500)];
  const KNOWN = ['dollar'];

  it('are marked of a token that is asked for by address too', () => {
    expect(mark(see('asked-for', { symbol: 'USD\u0421' }, 90_000))).toBe('USDC');
    expect(mark(see('asked-for', { symbol: 'Pump' }, 100))).toBe('PUMP');
    expect(mark(see('asked-for', { symbol: 'Pump' }, 900))).toBeUndefined();
    // What the listing has verified is no copy of itself.
    expect(mark(see('asked-for', { symbol: 'WBTC', isVerified: true }, 90_000))).toBeUndefined();
  });
});

describe('the details', () => {
  const show = (seen: SeenToken | undefined) =>
    render(
      <TokenDrawer
        mint="Mint1111"
        seen={seen}
        line={NO_LINE}
        lookup="none"
        copyOf={undefined}
        left={seen !== undefined}
        pictures={false}
        onClose={vi.fn()}
      />,
    );

  beforeAll(() => {
    const explorer = {
      tx: 'https://explorer.example/tx/{tx}',
      address: 'https://explorer.example/a/{address}',
    };
    setConfig({ explorer } as unknown as AppConfig);
  });
  afterAll(() => setConfig(null));

  it('tell what is not known, where links lead and which are left out', () => {
    show(see('Mint1111', { website: 'https://www.token.example/x', telegram: 'data:text/html,x' }));
    expect(screen.getByRole('link', { name: 'token.example' })).toBeTruthy();
    expect(screen.getByText(/One link is left out/)).toBeTruthy();
    expect(screen.getByText(/No longer among the newest/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open the token in the explorer' }).getAttribute('href')).toBe(
      'https://explorer.example/a/Mint1111',
    );
  });

  it('of a token nobody knows say so', () => {
    show(undefined);
    expect(screen.getByText('Token not found')).toBeTruthy();
  });
});
