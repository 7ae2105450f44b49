// @vitest-environment happy-dom
import { gameScore } from '@contract/prediction/score.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { outcomesOf, titleOf } from '@/domain/events.ts';
import { watchlist } from '@/state/watchlist.ts';
import { EventCardView } from './event-card.view.tsx';
import { VerdictText } from './outcome-row.view.tsx';
import { pickOf } from './parlay-pick.tsx';
import { renderRouted, sampleEvent } from './testing.tsx';
import { WatchButton } from './watch-button.tsx';

type Props = ComponentProps<typeof EventCardView>;
function card(event = sampleEvent(), more: Partial<Props> = {}) {
  return renderRouted(
    <EventCardView
      event={event}
      outcomes={outcomesOf(event)}
      phase="open"
      reading={null}
      asOf={Date.now()}
      intervalMs={5_000}
      stale={false}
      watch={<WatchButton eventId={event.eventId} title={titleOf(event)} />}
      verdictOf={({ verdict }) => verdict && <VerdictText verdict={verdict} tone="neutral" />}
      pickOf={pickOf(event)}
      {...more}
    />,
  );
}
afterEach(() => {
  watchlist.set([]);
});

test('names the event, links to it and says what it costs', async () => {
  const { path } = card();
  const article = screen.getByRole('article', { name: 'Will rates fall?' });
  expect(article).toHaveTextContent('Economics · Fed');
  expect(article).toHaveTextContent('61%');
  expect(within(article).getByTitle('$4,821,000.00 volume')).toHaveTextContent('$4.82M vol');
  const yes = screen.getByRole('link', { name: 'Buy Yes at 62¢' });
  expect(yes).toHaveAttribute('href', '/event/EV-1?market=MK-1&side=yes');
  expect(yes).toHaveAttribute('title', 'Yes: buy 62¢, sell 60¢');
  await userEvent.click(screen.getByRole('link', { name: 'Buy No at 40¢' }));
  expect(path()).toBe('/event/EV-1?market=MK-1&side=no');
});

test('a single question has its two sides in their colours, on prices and bars', () => {
  card();
  const line = (name: string) => {
    const link = screen.getByRole('link', { name });
    return { link, bar: link.closest('.relative.h-\\[30px\\]')?.querySelector('[style*="width"]') };
  };
  const [yes, no] = [line('Buy Yes at 62¢'), line('Buy No at 40¢')];
  expect(yes.link).toHaveClass('text-yes');
  expect(no.link).toHaveClass('text-no');
  expect(yes.bar).toHaveClass('bg-yes');
  expect(no.bar).toHaveClass('bg-no');
});

test('a click meant for a new tab is left to the browser', async () => {
  const { path } = card();
  const user = userEvent.setup();
  const link = screen.getByRole('link', { name: 'Will rates fall?' });
  link.addEventListener('click', (event) => event.preventDefault());
  await user.keyboard('{Control>}');
  await user.click(link);
  expect(path()).toBe('/');
});

describe('what is not known', () => {
  test('a side without an offer is no link and no zero', () => {
    const base = sampleEvent();
    const [market] = base.markets;
    if (!market?.pricing) throw new Error('no market');
    const event = { ...base, markets: [{ ...market, pricing: { ...market.pricing, buyYesPriceUsd: null } }] };
    card(event);
    expect(screen.queryByRole('link', { name: /Buy Yes/ })).not.toBeInTheDocument();
    expect(screen.getByText('Yes: not quoted')).toBeInTheDocument();
    expect(screen.queryByText(/^(\$0.*|0¢)$/)).not.toBeInTheDocument();
  });
  test('an unknown volume is a dash with its reason', () => {
    card(sampleEvent({ volumeUsd: null }));
    expect(screen.getByTitle('Volume unknown')).toBeInTheDocument();
  });
  test('an event without markets says so', () => {
    card(sampleEvent({ markets: [] }));
    expect(screen.getByText('No market is open yet.')).toBeInTheDocument();
  });
});

describe('where it stands', () => {
  const score = gameScore.parse({
    eventId: 'EV-1',
    gameId: 1,
    live: true,
    ended: false,
    score: '2-0',
    period: '2H',
    elapsed: '67',
  });
  test('live with its score', () => {
    card(undefined, { phase: 'live', reading: { score, asOf: Date.now(), intervalMs: 5_000 } });
    expect(screen.getByText("2H 67' 2–0")).toBeInTheDocument();
    expect(screen.getByText('LIVE')).toBeInTheDocument();
  });
  test.each([
    ['live', 'LIVE', false],
    ['ended', 'Final', true],
  ] as const)('%s: a score of many words is cut, and there in full', (phase, word, ended) => {
    const words = 'Innings break: Strikers 189/7, Royals need 190 from 120 balls';
    const long = { ...score, score: words, period: null, elapsed: null, live: !ended, ended };
    card(undefined, { phase, reading: { score: long, asOf: Date.now(), intervalMs: 5_000 } });
    expect(screen.getByText(words)).toHaveClass('truncate');
    expect(screen.getByText(word).closest('[title]')).toHaveAttribute('title', words);
  });
  test('an old score shows its age', () => {
    card(undefined, { phase: 'live', reading: { score, asOf: Date.now() - 60_000, intervalMs: 5_000 } });
    expect(screen.getByText(/last update/)).toBeInTheDocument();
  });
  test('ended with its result', () => {
    const event = sampleEvent();
    const [market] = event.markets;
    if (!market) throw new Error('no market');
    card({ ...event, markets: [{ ...market, status: 'closed', result: 'yes' }] }, { phase: 'ended' });
    expect(screen.getByText('Ended')).toBeInTheDocument();
    expect(screen.getByText('✓ Won')).toBeInTheDocument();
    expect(screen.getByText('✕ Lost')).toBeInTheDocument();
  });
  test('old prices say how old they are', () => {
    card(undefined, { stale: true, asOf: Date.now() - 60_000 });
    expect(screen.getByText(/last update/)).toBeInTheDocument();
  });
});

test('is watched and unwatched', async () => {
  card();
  const watch = screen.getByRole('button', { name: 'Watch Will rates fall?' });
  expect(watch).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(watch);
  expect(watch).toHaveAttribute('aria-pressed', 'true');
  expect(watchlist.get()).toEqual([{ eventId: 'EV-1', title: 'Will rates fall?' }]);
});
