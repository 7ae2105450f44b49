import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelTops } from './chart-handle.tsx';
import { orderLines } from './order-lines.ts';
import { OWNER, orderWith, SOL, tokenOf, USDC } from './orders.fixtures.ts';
import { type EditDraft, withPrice } from './orders-edit.ts';
import { dollars } from './testing.ts';

const NONE: ReadonlyMap<string, EditDraft> = new Map();
const lines = (orders: Parameters<typeof orderLines>[0], drafts = NONE) =>
  orderLines(orders, SOL, drafts, tokenOf).map(({ label, price, movable, placed }) => ({
    label,
    price,
    movable,
    placed,
  }));

describe('open orders on the chart', () => {
  it('are drawn at their prices, each named by what it does', () => {
    const entry = orderWith({
      id: 'b',
      orderType: 'otoco',
      inputMint: USDC,
      outputMint: SOL,
      remainingInputAmount: '20000000',
      triggerPriceUsd: 80,
      tpPriceUsd: 90,
      slPriceUsd: 70,
    });
    expect(lines([orderWith(), entry])).toEqual([
      { label: 'Sell 2 SOL', price: dollars(76.37), movable: true, placed: 'as placed' },
      { label: 'Buy with 20 USDC', price: dollars(80), movable: true, placed: 'as placed' },
      { label: 'Take profit after entry', price: dollars(90), movable: true, placed: 'as placed' },
      { label: 'Stop loss after entry', price: dollars(70), movable: true, placed: 'as placed' },
    ]);
  });

  it('stand still where they follow by themselves, and are absent once stopped or of another token', () => {
    const trails = orderWith({ triggerPriceUsd: null, trailingBps: 1_000, highWatermark: 100 });
    expect(lines([trails])).toMatchObject([{ price: dollars(90), movable: false }]);
    expect(lines([orderWith({ orderState: 'pending_withdraw' }), orderWith({ triggerMint: OWNER })])).toEqual(
      [],
    );
  });

  it('show the price of a change that is not saved, and say so', () => {
    const order = orderWith();
    const drafts = new Map([[order.id, withPrice(undefined, 'trigger', dollars(71.234))]]);
    expect(lines([order], drafts)).toEqual([
      { label: 'Not saved: Sell 2 SOL', price: dollars(71.23), movable: true, placed: 'moved' },
    ]);
    expect(drafts.get(order.id)?.values).toEqual({ triggerPriceUsd: '71.23' });
  });
});

it('labels of lines never cover each other while there is room, and keep the order of their lines', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 10 }), (tops) => {
      const placed = labelTops(tops, 24, 300);
      const sorted = [...placed].sort((a, b) => a - b);
      for (const [index, top] of sorted.entries()) {
        if (index > 0) expect(top - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(24);
        expect(top >= 0 && top <= 300).toBe(true);
      }
      for (const [a, top] of tops.entries()) {
        for (const [b, other] of tops.entries()) {
          if (top < other) expect((placed[a] ?? 0) < (placed[b] ?? 0)).toBe(true);
        }
      }
    }),
  );
});
