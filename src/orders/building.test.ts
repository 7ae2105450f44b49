import { describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import type { Reviewed } from '@/tx/types.ts';
import { builtOnce, builtOrder, firstAsShown, lastBlockAfter, telling } from './building.ts';
import { claimExpectation } from './expectation.ts';
import { answerTo, CLAIM, OWNER, selling, subject, USDC } from './fixtures.ts';
import { saleTerms } from './terms.ts';

const expectation = claimExpectation({ ...CLAIM, paidIn: USDC, pays: 1n });
const judge = (height: number): Reviewed => ({
  built: builtOnce({ transaction: '', requiredSigners: [] }, height, expectation, null),
  review: height === 1 ? { verdict: 'as-shown' } : { verdict: 'refuse', message: 'worse' },
});

describe('what was built with others', () => {
  const one = (height: number | null) => async () => height;
  it('is taken where it is as shown, and each answer is judged by itself', async () => {
    const taken = await firstAsShown(one(1), async () => 2, judge);
    expect([taken.built.lastValidBlockHeight, taken.review.verdict]).toEqual([1, 'as-shown']);
    const own = await firstAsShown(one(2), async () => 3, judge);
    expect([own.built.lastValidBlockHeight, own.review.verdict]).toEqual([3, 'refuse']);
    const none = await firstAsShown(one(null), async () => 1, judge);
    expect(none.built.lastValidBlockHeight).toBe(1);
  });
});

describe('an answer', () => {
  const answer = {
    transaction: 't',
    txMeta: { blockhash: '', lastValidBlockHeight: 7 },
    externalOrderId: null,
    requiredSigners: [OWNER],
    order: answerTo(saleTerms(selling(), subject, USDC)),
  };
  it('without a transaction is no order', () => {
    expect(() => builtOrder({ ...answer, transaction: null }, expectation, null)).toThrow(/no transaction/);
    expect(builtOrder(answer, expectation, null)).not.toHaveProperty('context');
    expect(builtOrder({ ...answer, execution: { context: 5 } }, expectation, null)).toMatchObject({
      context: 5,
    });
  });
  it('that names no height is good for 150 blocks at most', () => {
    expect(lastBlockAfter(1_000)).toBe(1_150);
    expect(lastBlockAfter(Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
  });
  it('that does not come is told to the form, and thrown', async () => {
    const told = vi.fn();
    const failing = telling(told, async () => {
      throw new AppError('offline', 'away');
    });
    await expect(failing).rejects.toThrow('away');
    expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'offline' }));
  });
});
