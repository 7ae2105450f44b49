// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { watchlist } from '@/state/watchlist.ts';
import { EventsResults } from './events-results.tsx';
import type { EventsSearch } from './search-params.ts';
import { renderRouted, sampleList } from './testing.tsx';

function results(list: Parameters<typeof sampleList>[0], search: EventsSearch = {}) {
  const onSearch = vi.fn();
  renderRouted(
    <main tabIndex={-1}>
      <section aria-label="Events" id="list" tabIndex={-1}>
        <EventsResults list={sampleList(list)} search={search} onSearch={onSearch} />
      </section>
    </main>,
  );
  return onSearch;
}

test('a first load holds the place and says so', () => {
  results({ status: 'loading' });
  expect(screen.getByRole('status')).toHaveTextContent('Loading events');
});

describe('an empty list names its cause', () => {
  test('filtered away, with a way back', async () => {
    const onSearch = results({}, { category: 'tech', sub: 'ai', tab: 'live', view: 'list' });
    expect(await screen.findByText('No event matches these filters')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }));
    expect(onSearch).toHaveBeenCalledWith({ tab: 'live', view: 'list' });
    expect(screen.getByRole('main'), 'the list is another one then').toHaveFocus();
  });
  test('a search that finds nothing', async () => {
    const onSearch = results({}, { q: 'zebra' });
    expect(await screen.findByText('Nothing found for “zebra”')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(onSearch).toHaveBeenCalledWith({ q: undefined });
    expect(screen.getByRole('main'), 'the list is another one then').toHaveFocus();
  });
  test('an empty watchlist', async () => {
    results({}, { tab: 'watchlist' });
    expect(await screen.findByText('Your watchlist is empty')).toBeInTheDocument();
  });
  test('a watchlist of what is no longer there, which is not empty', async () => {
    watchlist.set([{ eventId: 'GONE', title: 'Will it rain?' }]);
    results({}, { tab: 'watchlist' });
    expect(await screen.findByText('What you watch is no longer listed')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Empty the watchlist' }));
    expect(screen.getByText('Your watchlist is empty')).toBeInTheDocument();
    expect(watchlist.get()).toEqual([]);
    expect(screen.getByRole('region', { name: 'Events' })).toHaveFocus();
  });
  test('none', async () => {
    results({}, { tab: 'live' });
    expect(await screen.findByText('Nothing is live right now')).toBeInTheDocument();
  });
});

describe('a failure stays in its place', () => {
  test('offline', async () => {
    const retry = vi.fn();
    results({ status: 'failed', error: new AppError('offline', 'The service can’t be reached.'), retry });
    expect(screen.getByText('The service can’t be reached')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retry).toHaveBeenCalledOnce();
  });
  test('anything else, with what was said', () => {
    const error = new AppError('server', 'The database is away.', { requestId: 'req-7' });
    results({ status: 'failed', error });
    expect(screen.getByRole('alert')).toHaveTextContent('The database is away.');
    expect(screen.getByText('server · request req-7')).toBeInTheDocument();
  });
});

test('more that did not come is missed at the end of the list, and old prices at its head', async () => {
  const error = new AppError('server', 'The database is away.');
  const retry = vi.fn();
  const isFirst = async (text: RegExp): Promise<boolean> => {
    const notice = (await screen.findByText(text)).closest('[role=status]');
    const list = document.querySelector('.relative');
    expect(list).not.toBeNull();
    return (
      ((list as Element).compareDocumentPosition(notice as Element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
    );
  };
  results({ hasMore: true, error, lacksMore: true, retry });
  expect(await isFirst(/^Couldn’t load more events\. The database is away\.$/)).toBe(false);
  expect(screen.queryByText(/Prices are not updating/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(retry).toHaveBeenCalledOnce();
  cleanup();
  results({ hasMore: true, error });
  expect(await isFirst(/^Prices are not updating\. The database is away\.$/)).toBe(true);
});

test.each([
  ['that was not there yet', { status: 'failed', error: new AppError('offline', 'Away.') }],
  ['that was old', { error: new AppError('server', 'Away.') }],
] as const)('who asked again for a list %s goes on at the list', async (_, failure) => {
  function Page() {
    const [state, setState] = useState<Parameters<typeof sampleList>[0]>({ ...failure });
    const list = sampleList({ hasMore: true, ...state, retry: () => setState({}) });
    return (
      <section aria-label="Events" id="list" tabIndex={-1}>
        <EventsResults list={list} search={{}} onSearch={() => undefined} />
      </section>
    );
  }
  renderRouted(<Page />);
  screen.getByRole('button', { name: 'Retry' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Events' })).toHaveFocus();
});
