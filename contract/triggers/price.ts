import * as z from 'zod/mini';
import { parseDecimal, toDecimalText } from '../money.ts';
import { sends } from '../sends.ts';

declare const unit: unique symbol;
/** A price in units of 10^-12 USD: fine enough for a token that costs a billionth of a dollar. */
export type PicoUsd = bigint & { readonly [unit]: 'PicoUsd' };

export const PICO_DECIMALS = 12;
export const picoUsd = (value: bigint): PicoUsd => value as PicoUsd;

/** As a number is written, whose exponent has three digits at most: what is padded with zeros is no longer than that. */
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d{1,3}))?$/;

/** The plain digits of a number's own text, which writes small and large ones with an exponent. */
export function plainText(value: string | number): string {
  const text = String(value);
  const [, sign = '', whole = '', fraction = '', exponent] = NUMBER.exec(text) ?? [];
  if (exponent === undefined) return text;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return (
    sign +
    (digits.slice(0, point).padEnd(point, '0') || '0') +
    (point < digits.length ? `.${digits.slice(point)}` : '')
  );
}

/** A decimal price in USD, as number or text; undefined unless exact in units of 10^-12. */
export function parsePicoUsd(value: string | number): PicoUsd | undefined {
  return parseDecimal(plainText(value), PICO_DECIMALS) as PicoUsd | undefined;
}

/** The price as the trigger interface writes it: a JSON number of decimal USD. */
export const picoNumber = (price: bigint): number => Number(toDecimalText(price, PICO_DECIMALS));

/** Prices of answers: tolerant of numbers and text; digits beyond 10^-12 are cut. */
export const picoPrice = sends(
  z.pipe(
    z.union([z.number(), z.string()]),
    z.transform((value, context): PicoUsd => {
      const text = plainText(value).replace(/(\.\d{12})\d+$/, '$1');
      const price = parseDecimal(text, PICO_DECIMALS);
      if (price !== undefined) return price as PicoUsd;
      context.issues.push({ code: 'custom', message: 'not a decimal price', input: value });
      return 0n as PicoUsd;
    }),
  ),
  () => z.number(),
);

const WHY = 'must be a price in USD: above 0, at most 15 digits and 12 decimals';
const MAX_DIGITS = 15;
/** Whether decimal text has more digits than the price of a request may have. */
export const hasTooManyDigits = (text: string): boolean =>
  text.replace('.', '').replace(/^0+/, '').length > MAX_DIGITS;
const isPrice = (value: string | number): boolean => {
  const text = plainText(value);
  const price = /^\d/.test(text) ? parseDecimal(text, PICO_DECIMALS) : undefined;
  if (price === undefined || price <= 0n) return false;
  return !hasTooManyDigits(text);
};

/** Prices of requests: decimal USD as a number or text, exact. */
export const picoPriceInput = z.pipe(
  z.union([z.number(), z.string().check(z.maxLength(40, WHY))]).check(z.refine(isPrice, WHY)),
  z.transform((value): PicoUsd => parsePicoUsd(value) ?? (0n as PicoUsd)),
);
