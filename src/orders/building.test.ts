import { describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import type { Reviewed } from '@/tx/types.ts';
import { builtOnce, builtOrder, firstAsShown, telling } from './building.ts';
import { claimExpectation } from './expectation.ts';
import { answerTo, CLAIM, OWNER, selling, subject, USDC } from './fixtures.ts';
import { saleTerms } from './terms.ts';

const expectation = claimExpectation({ ...CLAIM, paidIn: USDC, pays: 1n });
const judge = (transaction: string): Reviewed => ({
  built: builtOnce({ transaction }, expectation, null),
  review: transaction === 'shown' ? { verdict: 'as-shown' } : { verdict: 'refuse', message: 'worse' },
});

describe('what was built with others', () => {
  const one = (transaction: string | null) => async () => transaction;
  it('is taken where it is as shown, and each answer is judged by itself', async () => {
    const taken = await firstAsShown(one('shown'), async () => 'own', judge);
    expect([taken.built.transaction, taken.review.verdict]).toEqual(['shown', 'as-shown']);
    const own = await firstAsShown(one('worse'), async () => 'own', judge);
    expect([own.built.transaction, own.review.verdict]).toEqual(['own', 'refuse']);
    const none = await firstAsShown(one(null), async () => 'shown', judge);
    expect(none.built.transaction).toBe('shown');
  });
  it('is left where it is not what follows from the terms, however it is described', async () => {
    const derived = { payer: OWNER, instructions: [] };
    const own = await firstAsShown(
      one('shown'),
      async () => 'own',
      (transaction) => ({
        built: builtOnce({ transaction }, expectation, derived),
        review: { verdict: 'as-shown' },
      }),
    );
    expect(own.built.transaction).toBe('own');
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
    expect(() => builtOrder({ ...answer, txMeta: null }, expectation, null)).toThrow(/no transaction/);
    expect(builtOrder(answer, expectation, null)).not.toHaveProperty('context');
    expect(builtOrder({ ...answer, execution: { context: 5 } }, expectation, null)).toMatchObject({
      context: 5,
    });
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
