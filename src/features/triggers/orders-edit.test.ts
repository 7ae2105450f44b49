import { updatePriceOrderBody } from '@contract/triggers/order.ts';
import { parsePicoUsd } from '@contract/triggers/price.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderWith } from './orders.fixtures.ts';
import { draftText, type EditDraft, fieldsOf, judgeEdit, newDraft } from './orders-edit.ts';
import { triggerPoints } from './orders-rows.ts';

const NOW = 1_785_000_000_000;
const price = (text: string) => parsePicoUsd(text) ?? null;

const NOT_KNOWN = 'The price is not known now: it may trigger at once.';
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
const changed = (values: EditDraft['values']): EditDraft => ({ ...newDraft, values });

describe('changing an open order', () => {
  it('offers what the kind of order has', () => {
    expect(fieldsOf(single)).toEqual(['triggerPriceUsd', 'slippageBps']);
    expect(fieldsOf(pair)).toEqual(['tpPriceUsd', 'tpSlippageBps', 'slPriceUsd', 'slSlippageBps']);
    const texts = fieldsOf(single).map((field) => draftText(single, newDraft, field));
    expect(texts).toEqual(['76.37', '20']);
  });

  it('sends only what differs', () => {
    expect(judge(single, newDraft)).toMatchObject({ change: null, missing: 'Nothing is changed' });
    expect(judge(single, changed({ triggerPriceUsd: '76.370' })).change).toBeNull();
    expect(judge(single, changed({ triggerPriceUsd: '75.5' })).change).toEqual({
      orderType: 'single',
      triggerPriceUsd: '75.5',
    });
    expect(judge(single, { ...newDraft, livesFor: 3_600 }).change).toEqual({
      orderType: 'single',
      expiresAt: NOW + 3_600_000,
    });
  });

  it('leaves alone what was changed elsewhere since the change was begun', () => {
    const draft = changed({ slippageBps: '3' });
    const since = orderWith({ triggerPriceUsd: 60 });
    expect(draftText(since, draft, 'triggerPriceUsd')).toBe('60');
    expect(judge(since, draft).change).toEqual({ orderType: 'single', slippageBps: 300 });
  });

  it('names what is wrong', () => {
    expect(judge(single, changed({ triggerPriceUsd: '0' })).missing).toBe('Trigger price: A price above 0');
    expect(judge(single, changed({ slippageBps: '101' })).errors.slippageBps).toBe('0 to 100 %');
    expect(judge(pair, changed({ slPriceUsd: '95' })).missing).toBe('Stop loss at: Below the take profit');
    const trails = orderWith({ triggerPriceUsd: null, trailingBps: 300, highWatermark: 80 });
    expect(judge(trails, changed({ trailingBps: '0.4' })).missing).toBe('Trails by: 0.5 to 90 %');
    expect(judge(trails, changed({ trailingBps: '2.5' })).change).toMatchObject({ trailingBps: 250 });
  });

  it('takes what lies on a bound, and nothing beyond it', () => {
    const trails = orderWith({ triggerPriceUsd: null, trailingBps: 300, highWatermark: 80 });
    const trailed = (text: string) => judge(trails, changed({ trailingBps: text })).change;
    expect(['0.49', '0.5', '90', '90.01'].map((text) => trailed(text)?.trailingBps)).toEqual([
      undefined,
      50,
      9_000,
      undefined,
    ]);
    const slipped = (text: string) => judge(single, changed({ slippageBps: text }));
    expect(slipped('100').change?.slippageBps).toBe(10_000);
    expect(slipped('100.01').change).toBeNull();
    expect(slipped('5').warnings).toEqual([]);
    expect(slipped('5.01').warnings).toHaveLength(1);
    const stopped = (text: string) => judge(pair, changed({ slPriceUsd: text })).missing;
    expect(stopped('90'), 'a pair at one price').toBe('Stop loss at: Below the take profit');
    expect(stopped('89.99')).toBeNull();
    const dear = (text: string) => judge(single, changed({ triggerPriceUsd: text })).missing;
    expect(dear('64210.1234567890')).toBeNull();
    expect(dear('64210.12345678901')).toBe('Trigger price: At most 15 digits');
  });

  it('warns of a price that is there already, and of much slippage', () => {
    const verdict = judge(single, changed({ triggerPriceUsd: '85', slippageBps: '30' }));
    expect(verdict.warnings).toEqual([
      'Trigger: the price is there already, so it would trigger at once.',
      'Slippage over 5 %: you may get that much less than the price shows.',
    ]);
    expect(verdict.change).not.toBeNull();
    expect(verdict.save, 'the button says the gravest').toBe('Save: triggers at once');
    expect(judge(single, changed({ slippageBps: '30' })).save).toBe('Save with 30 % slippage');
    expect(judge(single, changed({ triggerPriceUsd: '75' })).save).toBe('Save changes');
    const unseen = judge(single, changed({ triggerPriceUsd: '85' }), null);
    expect(unseen).toMatchObject({ warnings: [NOT_KNOWN], save: 'Save: may trigger at once' });
    expect(judge(single, { values: { slippageBps: '1' }, livesFor: null }, null).warnings).toEqual([]);
    // What stands as it is does not warn of itself.
    expect(judge(single, newDraft, '70').warnings).toEqual([]);
  });

  it('warns of a distance that ends beyond the price now: the best price it has seen stays', () => {
    const trails = orderWith({ triggerPriceUsd: null, trailingBps: 1_000, highWatermark: 100 });
    const warnings = (trailingBps: string, now: string | null) =>
      judge(trails, changed({ trailingBps }), now).warnings;
    expect(warnings('5', '93')).toEqual([
      'Trails at $95.00: the price is there already, so it would trigger at once.',
    ]);
    expect(warnings('5', '96')).toEqual([]);
    expect(warnings('5', null)).toEqual([NOT_KNOWN]);
    expect(warnings('10', '89'), 'as it stands').toEqual([]);
    const buys = orderWith({
      triggerCondition: 'above',
      triggerPriceUsd: null,
      trailingBps: 1_000,
      lowWatermark: 100,
    });
    expect(judge(buys, changed({ trailingBps: '5' }), '107').warnings).toEqual([
      'Trails at $105.00: the price is there already, so it would trigger at once.',
    ]);
    const fresh = orderWith({ triggerPriceUsd: null, trailingBps: 1_000 });
    expect(judge(fresh, changed({ trailingBps: '5' }), '93').warnings, 'none seen').toEqual([]);
  });

  it('warns of a pair on the wrong side of its entry, whichever of them is changed', () => {
    const entryWire = {
      orderType: 'otoco',
      triggerPriceUsd: 70,
      tpPriceUsd: 90,
      slPriceUsd: 60,
      tpSlippageBps: 500,
      slSlippageBps: 2_000,
    };
    const entry = orderWith(entryWire);
    const warnings = (values: EditDraft['values'], now: string | null = '80') =>
      judge(entry, changed(values), now).warnings;
    const wrong = (label: string) =>
      `${label}: on the wrong side of the entry, so it would sell as soon as the entry has filled.`;
    expect(warnings({ tpPriceUsd: '65' })).toEqual([wrong('Take profit')]);
    expect(warnings({ slPriceUsd: '75' }, null), 'needs no price of now').toEqual([wrong('Stop loss')]);
    expect(warnings({ triggerPriceUsd: '55' })).toEqual([wrong('Stop loss')]);
    expect(judge(entry, changed({ triggerPriceUsd: '55' })).save).toBe(
      'Save: sells once the entry has filled',
    );
    // The pair is not watched yet: the price now does not count for it.
    expect(warnings({ tpPriceUsd: '75' })).toEqual([]);
    expect(warnings({ triggerPriceUsd: '75', tpPriceUsd: '100' })).toEqual([]);
    const crossed = orderWith({ ...entryWire, tpPriceUsd: 65 });
    expect(judge(crossed, changed({ slippageBps: '3' })).warnings, 'as it stands').toEqual([]);
    const trails = orderWith({ ...entryWire, triggerPriceUsd: null, trailingBps: 500, highWatermark: 70 });
    expect(judge(trails, changed({ tpPriceUsd: '62' })).warnings, 'an entry not known').toEqual([]);
  });

  it('never makes a change that the contract refuses', () => {
    const text = fc.oneof(
      fc.constantFrom('', '0', '.', '1.', '0.000000000001', '999999999999999'),
      fc.nat(200).map(String),
      fc.double({ min: 0, max: 1_000, noNaN: true }).map((value) => value.toFixed(4)),
    );
    fc.assert(
      fc.property(text, text, text, text, (tpPriceUsd, slPriceUsd, tpSlippageBps, slSlippageBps) => {
        const { change } = judge(pair, changed({ tpPriceUsd, slPriceUsd, tpSlippageBps, slSlippageBps }));
        if (change) expect(updatePriceOrderBody.safeParse(change).success).toBe(true);
      }),
    );
  });
});
