import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { setServerClock } from '@/lib/clock.ts';
import { clockOf, closeOf, markOf, noticeOf } from './rounds-labels.ts';

afterEach(() => {
  vi.useRealTimers();
  setServerClock(Date.now());
});

it('the close of another day is told with its day: rounds of the same time do not read alike', () => {
  vi.useFakeTimers({ now: Date.UTC(2_026, 9, 3, 12), toFake: ['Date'] });
  setServerClock(Date.now());
  const now = Date.now() / 1_000;
  expect(closeOf(now)).toMatch(/^\d\d:\d\d$/);
  expect(closeOf(now - 86_400)).toBe(`2 Oct, ${closeOf(now)}`);
});

it('a round’s chart has marks of equal distances', () => {
  const begin = Date.UTC(2_026, 9, 3, 12, 15) / 1_000;
  const minutes = Array.from({ length: 16 }, (_, minute) => begin + minute * 60);
  expect(minutes.map(markOf).filter((mark) => mark !== '')).toEqual(
    [0, 5, 10, 15].map((minute) => clockOf(begin + minute * 60)),
  );
  expect(markOf(begin + 30)).toBe('');
});

describe('a refusal in words', () => {
  it.each([
    ['MARKET_NOT_TRADABLE', /no more orders.*Choose the next round/],
    ['NO_ROUTE', /No quotes for this side.*No order was placed/],
    ['MAX_ORDER_SIZE', /too large/],
  ])('of %s', (code, words) => {
    const notice = noticeOf(new AppError('refused', 'raw text', { code }), 'buy');
    expect(notice.text).toMatch(words);
    expect(notice.detail).toBe(`raw text · ${code}`);
  });
  it('advises money where something is bought, and not where it is sold', () => {
    const short = new AppError('refused', 'raw text', { code: 'INSUFFICIENT_FUNDS' });
    expect(noticeOf(short, 'buy').text).toMatch(/add USDC\.$/);
    expect(noticeOf(short, 'sell').text).toMatch(/^The wallet holds fewer .* Lower the amount\.$/);
  });
  it('of a code it does not know keeps the sentence of the service', () => {
    expect(noticeOf(new AppError('server', 'It broke'), 'buy').text).toBe(
      'It broke. No order was placed and no money moved.',
    );
  });
});
