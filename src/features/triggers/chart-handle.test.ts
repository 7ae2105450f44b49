import { type PicoUsd, picoUsd } from '@contract/triggers/price.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundPrice } from '@/domain/trigger-price.ts';
import { chartLabel, heightOf, isNear, keyMove, priceOf, unitOf } from './chart-handle.tsx';

const prices = fc.bigInt(1n, 10n ** 20n).map(picoUsd);
const ONE = 10n ** 12n;

describe('scale of the chart', () => {
  it('comes back from pixels to the very price, at the step a person would name, up to a million dollars', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 18n).map(picoUsd), (price) => {
        const named = roundPrice(price);
        const unit = unitOf(named);
        expect(priceOf(heightOf(named, unit), unit)).toBe(named);
      }),
    );
  });

  it('has no price at or below nothing', () => {
    expect(priceOf(0, 1n)).toBeNull();
    expect(priceOf(-3, 1n)).toBeNull();
    expect(priceOf(Number.NaN, 1n)).toBeNull();
  });

  it('moves by keys, always, and only by those that move', () => {
    fc.assert(
      fc.property(prices, fc.constantFrom('ArrowUp', 'ArrowRight', 'PageUp'), (price, key) => {
        expect((keyMove(key, price) ?? 0n) > price).toBe(true);
      }),
    );
    fc.assert(
      fc.property(prices, fc.constantFrom('ArrowDown', 'ArrowLeft', 'PageDown'), (price, key) => {
        const moved: PicoUsd | null = keyMove(key, price);
        expect(moved === null ? price === 1n : moved < price && moved > 0n).toBe(true);
      }),
    );
    expect(keyMove('Enter', picoUsd(ONE))).toBeNull();
    expect(keyMove('ArrowUp', picoUsd(100n * ONE))).toBe(picoUsd((1_001n * ONE) / 10n));
  });

  it('lets a line far away wait at the edge', () => {
    expect(isNear(100n, 80n)).toBe(true);
    expect(isNear(100n, 20n)).toBe(false);
    expect(isNear(20n, 100n)).toBe(false);
  });

  it('is told in words', () => {
    expect(chartLabel([76n, 70n, 80n].map((value) => value * ONE))).toBe(
      'Low $70.00, high $80.00, now $80.00',
    );
    expect(chartLabel([])).toBeNull();
  });
});
