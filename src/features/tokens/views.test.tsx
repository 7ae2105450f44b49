// @vitest-environment happy-dom
import { type TokenWire, token } from '@contract/tokens/token.ts';
import { act, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TokenFilters } from '@/domain/token-filters.ts';
import { addTokens, type SeenToken } from '@/domain/tokens.ts';
import { setServerClock } from '@/lib/clock.ts';
import { watchSheets } from '@/lib/testing.ts';
import { FilterBar } from './filter-bar.view.tsx';
import { savedPresets, savePreset } from './presets.ts';
import { parseTokensSearch, withFilters } from './search-params.ts';
import { TokenDrawer } from './token-drawer.view.tsx';
import { TokenRow } from './token-row.view.tsx';
import { TokenTable } from './token-table.view.tsx';
import { useShown } from './use-shown.ts';

const NOW = 1_800_000_000;
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

describe('a row', () => {
  const show = (seen: SeenToken, copyOf?: string, onTrigger?: (mint: string) => void) =>
    render(
      <table>
        <tbody>
          <TokenRow
            token={seen.token}
            copyOf={copyOf}
            left={false}
            pictures={false}
            onOpen={() => undefined}
            onTrigger={onTrigger}
          />
        </tbody>
      </table>,
    );

  it('shows a live authority beside a verification, and what is copied', () => {
    show(see('Mint1111', { isVerified: true, mintAuthority: 'key' }), 'SOL');
    expect(screen.getByTitle('Verified by the listing')).toBeTruthy();
    expect(screen.getByTitle('More can be minted at any time')).toBeTruthy();
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
      sort="age"
      direction="asc"
      onSort={stay}
      onOpen={stay}
      onTrigger={undefined}
      pictures={false}
      leftBefore={leftBefore}
    />
  );
  let sheets: ReturnType<typeof watchSheets>;
  beforeEach(() => {
    sheets = watchSheets();
  });
  /** Lines of a column as one sees them, each with its ink. */
  const seenIn = (column: string) =>
    [...sheets]
      .find(([canvas]) => canvas.isConnected && canvas.dataset.column === column)?.[1]
      .map((line) => line.map(({ text, ink }) => `${text} ${ink}`).join());
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
      expect(within(row).getByRole('img', { name: reason })).toBeTruthy();
    }
    expect(seenIn('price')).toEqual(['— --faint']);
    expect(document.body.textContent).not.toContain('$0');
    expect(within(row).getByTitle('Whether more can be minted is not known')).toBeTruthy();
  });

  it('stand in the line of their row, in the ink of their direction', () => {
    const { rerender } = render(
      table([changed('A', 3), changed('B', -2), changed('C', 4), changed('D', null)]),
    );
    expect(seenIn('change5m')).toEqual(['+3.0% --up', '−2.0% --down', '+4.0% --up', '— --faint']);
    rerender(table([changed('A', -1), changed('B', -2), changed('C', 0)]));
    expect(seenIn('change5m')).toEqual(['−1.0% --down', '−2.0% --down', '0.0% --muted']);
    expect(seenIn('price')).toEqual(Array(3).fill('$0.0001234 --text'));
  });

  it('are said exactly, of the row they belong to, also after the rows have moved', () => {
    const said = (id: string) =>
      within(screen.getByRole('row', { name: new RegExp(id) }))
        .getAllByRole('img')
        .map((figure) => figure.getAttribute('aria-label'));
    const [a, b] = [changed('TokenA', 3), changed('TokenB', -2)];
    const { rerender } = render(table([a, b]));
    expect(said('TokenA')).toContain('$0.00012345');
    expect(said('TokenA')).toContain('+3.0%');
    rerender(table([b, a, see('TokenC')]));
    expect(said('TokenA')).toContain('+3.0%');
    expect(said('TokenB')).toContain('−2.0%');
    expect(said('TokenC')).toContain('No trade yet');
  });

  it('of the same rows are all renewed within a few frames, and those of other rows at once', async () => {
    const seenWith = (mcap: number) => see('A', { mcap, usdPrice: mcap / 1_000 });
    const { rerender } = render(table([seenWith(5_000)]));
    rerender(table([seenWith(7_000)]));
    expect(seenIn('price')).toEqual(['$7.0000 --text']);
    await waitFor(() => expect(seenIn('mcap')).toEqual(['$7.00K --text']));
    await waitFor(() => expect(screen.getByRole('img', { name: 'Market cap $7,000.00' })).toBeTruthy());
    rerender(table([see('B', { mcap: 9_000 }), seenWith(7_000)]));
    expect(seenIn('mcap')).toEqual(['$9.00K --text', '$7.00K --text']);
    expect(screen.getByRole('img', { name: 'Market cap $9,000.00' })).toBeTruthy();
  });

  it('that are renewed twice in one frame are the later ones', () => {
    const { rerender } = render(table([see('A', { mcap: 5_000 })]));
    rerender(table([see('A', { mcap: 7_000 })]));
    rerender(table([see('A', { mcap: 8_000 })]));
    expect(seenIn('mcap')).toEqual(['$8.00K --text']);
  });

  it('are not forgotten when a second passes before all of them are drawn', () => {
    const { rerender } = render(table([see('A', { mcap: 5_000 })]));
    const renewed = [see('A', { mcap: 7_000 })];
    rerender(table(renewed));
    rerender(table(renewed));
    expect(seenIn('mcap')).toEqual(['$7.00K --text']);
    expect(screen.getByRole('img', { name: 'Market cap $7,000.00' })).toBeTruthy();
  });

  it('step back when the token has left the feed', () => {
    render(table([changed('A', 3)], NOW + 1));
    expect(seenIn('change5m')).toEqual(['+3.0% --up-old']);
    expect(seenIn('price')).toEqual(['$0.0001234 --muted']);
  });

  it('tell the exact figure where the pointer is', async () => {
    const user = userEvent.setup();
    render(table([changed('A', 3)]));
    const cell = screen.getByRole('img', { name: '$0.00012345' }).closest('td');
    if (!cell) throw new Error('no cell');
    await user.hover(cell);
    expect(cell.title).toBe('$0.00012345');
    await user.unhover(cell);
    expect(cell.title).toBe('');
  });
});

describe('the rows that are shown', () => {
  it('keep their places while held, let in at once when asked, and follow another filter', () => {
    const [a, b, c] = [see('A', {}, 90), see('B', {}, 60), see('C', {}, 30)];
    const initialProps = { rows: [b, a], held: true, of: 'all' };
    const { result, rerender } = renderHook(({ rows, held, of }) => useShown(rows, [c, b, a], held, of), {
      initialProps,
    });
    const ids = () => result.current.rows.map((one) => String(one.token.id));
    rerender({ rows: [c, b, a], held: true, of: 'all' });
    expect(ids()).toEqual(['B', 'A']);
    expect(result.current.waiting).toBe(1);
    // A row that passes no more stays under the pointer.
    rerender({ rows: [c, b], held: true, of: 'all' });
    expect(ids()).toEqual(['B', 'A']);
    act(() => result.current.letIn());
    expect(ids()).toEqual(['C', 'B']);
    expect(result.current.waiting).toBe(0);
    rerender({ rows: [a], held: true, of: 'other' });
    expect(ids()).toEqual(['A']);
    rerender({ rows: [c, b, a], held: false, of: 'other' });
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

describe('the details', () => {
  const show = (seen: SeenToken | undefined) =>
    render(
      <TokenDrawer
        mint="Mint1111"
        seen={seen}
        looking={false}
        copyOf={undefined}
        left={seen !== undefined}
        pictures={false}
        explorer={{ tx: 'https://explorer.example/tx/{tx}', address: 'https://explorer.example/a/{address}' }}
        onClose={vi.fn()}
      />,
    );

  it('tell what is not known, where links lead and which are left out', () => {
    show(see('Mint1111', { website: 'https://www.token.example/x', telegram: 'data:text/html,x' }));
    expect(screen.getByRole('link', { name: 'token.example' })).toBeTruthy();
    expect(screen.getByText(/One link is left out/)).toBeTruthy();
    expect(screen.getByText(/No longer among the newest/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open in the explorer' }).getAttribute('href')).toBe(
      'https://explorer.example/a/Mint1111',
    );
  });

  it('of a token nobody knows say so', () => {
    show(undefined);
    expect(screen.getByText('The listing has no such token')).toBeTruthy();
  });
});
