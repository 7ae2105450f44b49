import { describe, expect, it } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { noticeOf } from './rounds-labels.ts';

describe('a refusal in words', () => {
  it.each([
    ['MARKET_NOT_TRADABLE', /no more orders.*Choose the next round/],
    ['NO_ROUTE', /No quotes for this side.*No order was placed/],
    ['MAX_ORDER_SIZE', /too large/],
  ])('of %s', (code, words) => {
    const notice = noticeOf(new AppError('refused', 'raw text', { code }));
    expect(notice.text).toMatch(words);
    expect(notice.detail).toBe(`raw text · ${code}`);
  });
  it('of a code it does not know keeps the sentence of the service', () => {
    expect(noticeOf(new AppError('server', 'It broke')).text).toBe(
      'It broke. No order was placed and no money moved.',
    );
  });
});
