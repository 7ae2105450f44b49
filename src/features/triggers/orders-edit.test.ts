import { updatePriceOrderBody } from '@contract/triggers/order.ts';
import { parsePicoUsd } from '@contract/triggers/price.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderWith } from './orders.fixtures.ts';
import { draftOf, type EditDraft, fieldsOf, judgeEdit } from './orders-edit.ts';
import { triggerPoints } from './orders-rows.ts';

const NOW = 1_785_000_000_000;
const price = (text: string) => parsePicoUsd(text) ?? null;

const judge = (order: ReturnType<typeof orderWith>, draft: EditDraft, now: string | null = '80') =>
  judgeEdit(order, draft, triggerPoints(order), now === null ? null : price(now), NOW);

const single = orderWith();
const pair = orderWith({
  orderType: 'oco',
  triggerCondition: null,
  triggerPriceUsd: null,
  slippageBps: null,
  tpPriceUsd: 90,
  slPriceUsd: 70,
  tpSlippageBps: 500,
  slSlippageBps: 2_000,
});
const changed = (order: ReturnType<typeof orderWith>, values: EditDraft['values']): EditDraft => {
  const draft = draftOf(order);
  return { ...draft, values: { ...draft.values, ...values } };
};

describe('changing an open order', () => {
  it('offers what the kind of order has', () => {
    expect(fieldsOf(single)).toEqual(['triggerPriceUsd', 'slippageBps']);
    expect(fieldsOf(pair)).toEqual(['tpPriceUsd', 'tpSlippageBps', 'slPriceUsd', 'slSlippageBps']);
    expect(draftOf(single).values).toEqual({ triggerPriceUsd: '76.37', slippageBps: '20' });
  });

  it('sends only what differs', () => {
    expect(judge(single, draftOf(single))).toMatchObject({ change: null, missing: 'Nothing is changed' });
    expect(judge(single, changed(single, { triggerPriceUsd: '76.370' })).change).toBeNull();
    expect(judge(single, changed(single, { triggerPriceUsd: '75.5' })).change).toEqual({
      orderType: 'single',
      triggerPriceUsd: '75.5',
    });
    expect(judge(single, { ...draftOf(single), livesFor: 3_600 }).change).toEqual({
      orderType: 'single',
      expiresAt: NOW + 3_600_000,
    });
  });

  it('names what is wrong', () => {
    expect(judge(single, changed(single, { triggerPriceUsd: '0' })).missing).toBe(
      'Trigger price: A price above 0',
    );
    expect(judge(single, changed(single, { slippageBps: '101' })).errors.slippageBps).toBe('0 to 100 %');
    expect(judge(pair, changed(pair, { slPriceUsd: '95' })).missing).toBe(
      'Stop loss at: Below the take profit',
    );
    const trails = orderWith({ triggerPriceUsd: null, trailingBps: 300, highWatermark: 80 });
    expect(judge(trails, changed(trails, { trailingBps: '0.4' })).missing).toBe('Trails by: 0.5 to 90 %');
    expect(judge(trails, changed(trails, { trailingBps: '2.5' })).change).toMatchObject({ trailingBps: 250 });
  });

  it('warns of a price that is there already, and of much slippage', () => {
    const verdict = judge(single, changed(single, { triggerPriceUsd: '85', slippageBps: '30' }));
    expect(verdict.warnings).toEqual([
      'Trigger: the price is there already, so it would trigger at once.',
      'Slippage over 5 %: you may get that much less than the price shows.',
    ]);
    expect(verdict.change).not.toBeNull();
    expect(judge(single, changed(single, { triggerPriceUsd: '85' }), null).warnings).toEqual([]);
    // What stands as it is does not warn of itself.
    expect(judge(single, draftOf(single), '70').warnings).toEqual([]);
  });

  it('never makes a change that the contract refuses', () => {
    const text = fc.oneof(
      fc.constantFrom('', '0', '.', '1.', '0.000000000001', '999999999999999'),
      fc.nat(200).map(String),
      fc.double({ min: 0, max: 1_000, noNaN: true }).map((value) => value.toFixed(4)),
    );
    fc.assert(
      fc.property(text, text, text, text, (tpPriceUsd, slPriceUsd, tpSlippageBps, slSlippageBps) => {
        const { change } = judge(
          pair,
          changed(pair, { tpPriceUsd, slPriceUsd, tpSlippageBps, slSlippageBps }),
        );
        if (change) expect(updatePriceOrderBody.safeParse(change).success).toBe(true);
      }),
    );
  });
});
