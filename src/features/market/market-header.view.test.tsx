// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import { setServerClock } from '@/lib/clock.ts';
import { MarketHeader } from './market-header.view.tsx';
import type { PresentPrice } from './present-price.ts';

const PRICE: PresentPrice = { text: '$2', value: 2, asOf: Date.now(), intervalMs: 60_000 };

function show(subtitle: string, price: PresentPrice | null | undefined, closeTime?: number): string {
  const event = eventOf([{ marketId: 'm', ...(closeTime && { closeTime }) }], 'EV-1', {
    category: 'crypto',
    volumeUsd: null,
    volume24hr: null,
    metadata: { eventId: 'EV-1', title: 'Bitcoin above ___?', subtitle },
  });
  const { container } = render(
    <MarketHeader
      event={event}
      market={closeTime === undefined ? undefined : event.markets[0]}
      score={undefined}
      scoreAsOf={0}
      scoreIntervalMs={5_000}
      asOf={Date.now()}
      intervalMs={5_000}
      price={price}
      watched={false}
      watchProblem={undefined}
      onWatch={vi.fn()}
      bell={null}
    />,
  );
  return container.textContent ?? '';
}

describe('what an asset costs now', () => {
  it.each(['Now around $1', 'now at $1'])('comes from the feed, never from the text %s', (subtitle) => {
    const text = show(subtitle, PRICE);
    expect(text.match(/\$\d+/g)).toEqual(['$2']);
    expect(screen.getByText('Now around')).toHaveTextContent(/^Now around \$2$/);
  });

  it('is not told where there is no feed, whatever the text says', () => {
    const text = show('Now around $1', undefined);
    expect(text).not.toMatch(/now around|\$/i);
    expect(text).toContain('Crypto');
  });

  it('has its place while it is on its way, without a figure', () => {
    expect(show('Now around $1', null)).not.toContain('$');
    expect(screen.getByText('Now around')).toHaveTextContent(/^Now around .*Not loaded yet$/);
  });

  it('leaves any other text in its place', () => {
    expect(show('At noon in London', PRICE)).toContain('At noon in London');
  });
});

it('says by itself that the time of closing has passed', () => {
  vi.useFakeTimers();
  setServerClock(Date.now());
  show('', undefined, Math.floor(Date.now() / 1_000) + 2);
  expect(screen.getByText(/^closes/)).toBeInTheDocument();
  for (let second = 0; second < 3; second += 1) act(() => vi.advanceTimersByTime(1_000));
  expect(screen.getByText(/^closed/)).toBeInTheDocument();
  vi.useRealTimers();
});
