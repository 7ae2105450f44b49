// @vitest-environment happy-dom
import { act, fireEvent, type RenderResult, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatLately } from '@/lib/time.ts';
import { Age } from './age.tsx';
import { Countdown } from './countdown.tsx';
import { hueOf, initialsOf, Mark } from './mark.tsx';
import { Pnl } from './pnl.tsx';
import { Price } from './price.tsx';

describe('Age', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is quiet while fresh, then counts, then tells the time it stopped', () => {
    const asOf = Date.now();
    const { container } = render(<Age asOf={asOf} intervalMs={5_000} />);
    expect(container).toHaveTextContent('Up to date');
    act(() => {
      vi.advanceTimersByTime(12_000);
    });
    expect(container).toHaveTextContent('12 s');
    act(() => {
      vi.advanceTimersByTime(10_000);
    });
    expect(container).toHaveTextContent(`last update ${formatLately(asOf, Date.now())}`);
  });

  it('says nothing before the first answer', () => {
    const { container } = render(<Age asOf={0} intervalMs={5_000} />);
    expect(container).toBeEmptyDOMElement();
  });
});

describe('Countdown', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ticks down and says when it is over', () => {
    const { container } = render(<Countdown to={Date.now() + 2_000} past="closed" />);
    expect(container).toHaveTextContent('00:02');
    act(() => {
      vi.advanceTimersByTime(2_000);
    });
    expect(container).toHaveTextContent('closed');
  });
});

describe('Price', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    localStorage.clear();
  });

  const light = (price: RenderResult): string =>
    (price.container.firstElementChild as HTMLElement).style.backgroundColor;

  it('shows cents, and a dash with its reason where there is no quote', () => {
    const { rerender, container } = render(<Price value={620_000n} />);
    expect(container).toHaveTextContent('62¢');
    rerender(<Price value={null} reason="Market closed" />);
    expect(container).toHaveTextContent('—');
    expect(screen.getByTitle('Market closed')).toBeInTheDocument();
  });

  it('lights up on a change only, for 350 ms from the last one, up and down apart', () => {
    const price = render(<Price value={620_000n} />);
    price.rerender(<Price value={620_000n} />);
    expect(light(price)).toBe('');
    price.rerender(<Price value={630_000n} />);
    expect(light(price)).toBe('var(--up-dim)');
    vi.advanceTimersByTime(300);
    price.rerender(<Price value={610_000n} />);
    expect(light(price)).toBe('var(--down-dim)');
    vi.advanceTimersByTime(349);
    expect(light(price)).toBe('var(--down-dim)');
    vi.advanceTimersByTime(1);
    expect(light(price)).toBe('');
  });

  it('stays still when switched off or when less motion is asked for', () => {
    document.documentElement.dataset.flash = 'off';
    const off = render(<Price value={620_000n} />);
    off.rerender(<Price value={630_000n} />);
    expect(light(off)).toBe('');
    delete document.documentElement.dataset.flash;
    // The list of the system's wish is kept, and changes when the wish does.
    vi.spyOn(
      matchMedia('(prefers-reduced-motion: reduce)').constructor.prototype,
      'matches',
      'get',
    ).mockReturnValue(true);
    const reduced = render(<Price value={620_000n} />);
    reduced.rerender(<Price value={630_000n} />);
    expect(light(reduced)).toBe('');
  });
});

describe('Pnl', () => {
  it.each([
    [9_180_000n, 71_160_000n, '+$9.18 · +12.9%', 'text-up'],
    [-1_240_000n, undefined, '−$1.24', 'text-down'],
    [0n, undefined, '$0.00', 'text-muted'],
    [4_000n, undefined, '$0.00', 'text-muted'],
  ])('%s of %s reads %s', (value, cost, text, colour) => {
    const { container } = render(<Pnl value={value} cost={cost} />);
    expect(container).toHaveTextContent(text);
    expect(container.firstElementChild).toHaveClass(colour);
  });
});

describe('Mark', () => {
  it.each([
    ['Fed decision in December?', 'FD'],
    ['France vs. Senegal', 'FS'],
    ['The Long Quiet', 'LQ'],
    ['Bitcoin', 'B'],
    ['Élan et Œuvre', 'ÉE'],
    ['will the', 'WT'],
    ['25 bps cut', '2B'],
    ['???', ''],
  ])('%s → %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it('gives an id one hue', () => {
    expect(hueOf('event-1')).toBe(hueOf('event-1'));
    expect(hueOf('event-1')).not.toBe(hueOf('event-2'));
  });

  it('falls back when the picture fails, and tries a new one', () => {
    const { container, rerender } = render(<Mark id="1" name="France" imageUrl="https://a.example/1.png" />);
    const image = container.querySelector('img');
    expect(image).toHaveAttribute('referrerpolicy', 'no-referrer');
    if (image) fireEvent.error(image);
    expect(container.querySelector('img')).toBeNull();
    expect(container).toHaveTextContent('F');
    rerender(<Mark id="1" name="France" imageUrl="https://a.example/2.png" />);
    expect(container.querySelector('img')).not.toBeNull();
  });

  it.each(['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'ftp://a/b.png', ''])(
    'asks for no picture at %j',
    (imageUrl) => {
      const { container } = render(<Mark id="1" name="France" imageUrl={imageUrl} />);
      expect(container.querySelector('img')).toBeNull();
    },
  );
});
