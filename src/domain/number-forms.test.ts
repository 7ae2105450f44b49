import { POINT_AND_COMMA, showNumbers } from '@contract/money.ts';
import { parsePicoUsd } from '@contract/triggers/price.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exactPrice } from './token-figures.ts';
import { formatShare, formatChange as formatTokenChange, formatTokenPrice } from './token-text.ts';
import { formatChange, formatChangeFixed, formatPartOf, formatPrice, priceText } from './trigger-price.ts';

const pico = (text: string): bigint => parsePicoUsd(text) ?? 0n;

describe('figures of tokens with a decimal comma', () => {
  beforeEach(() => showNumbers({ decimal: ',', group: '.' }));
  afterEach(() => showNumbers(POINT_AND_COMMA));

  it.each([
    ['64210', '$64.210,00'],
    ['145.5', '$145,50'],
    ['0.1136', '$0,1136'],
    ['0.000006566', '$0,0₅6566'],
    ['0.99999999', '$1,0000'],
    ['0', '$0'],
  ])('a price of %s is %s', (price, text) => expect(formatTokenPrice(pico(price))).toBe(text));

  it('are exact where they are told to the last digit', () => {
    expect(exactPrice(pico('0.000067634'))).toBe('$0,000067634');
    expect(exactPrice(pico('12'))).toBe('$12');
    expect(formatPrice(pico('64210.5'))).toBe('$64.210,50');
    expect(formatPrice(pico('1234.5678'), true)).toBe('$1.234,5678');
    expect(formatPartOf(pico('76.37'), pico('9.64'))).toBe('$9,64');
  });

  it('have it in changes and shares', () => {
    expect([formatTokenChange(12.34), formatTokenChange(-1240)]).toEqual(['+12,3%', '−1.240%']);
    expect(formatShare(21.5)).toBe('21,5%');
    expect([formatChange(-1_000n), formatChangeFixed(25n)]).toEqual(['−10,0 %', '+0,25 %']);
  });

  it('are held in a field with a point', () => expect(priceText(pico('1234.5'))).toBe('1234.5'));
});
