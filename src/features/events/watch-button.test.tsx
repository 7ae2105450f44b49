// @vitest-environment happy-dom
import type { EventId } from '@contract/ids.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useIsWatched, watchlist } from '@/state/watchlist.ts';
import { WatchButton } from './watch-button.tsx';

it('says that the list is full, and takes what is on it off', async () => {
  watchlist.set(Array.from({ length: 100 }, (_, index) => ({ eventId: `E${index}`, title: '' })));
  render(
    <>
      <WatchButton eventId={'E7' as EventId} title="Rain" />
      <WatchButton eventId={'new' as EventId} title="Snow" />
    </>,
  );
  const full = 'Watch Snow: 100 events are watched: stop watching one first';
  expect(screen.getByRole('button', { name: full })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Watch Rain' }));
  await userEvent.click(screen.getByRole('button', { name: 'Watch Snow' }));
  expect(watchlist.get()).toHaveLength(100);
  expect(watchlist.get()[0]?.eventId).toBe('new');
});

it('leaves the focus to the list, where the event leaves it with the press', async () => {
  const event = { eventId: 'E7' as EventId, title: 'Rain' };
  watchlist.set([event]);
  const Watched = () => (
    <section aria-label="Events" tabIndex={-1}>
      {useIsWatched(event.eventId) && <WatchButton {...event} />}
    </section>
  );
  render(<Watched />);
  await userEvent.click(screen.getByRole('button', { name: 'Watch Rain' }));
  expect(screen.getByRole('region', { name: 'Events' })).toHaveFocus();
});
