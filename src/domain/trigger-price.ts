import {
  absBig,
  divHalfEven,
  formatUsd,
  showDecimal,
  toDecimalText,
  toFixedText,
  withDecimalSign,
} from '@contract/money.ts';
import { PICO_DECIMALS, type PicoUsd, picoUsd } from '@contract/triggers/price.ts';

/** Prices of trigger orders: units of 10^-12 USD, and changes in basis points. No float takes part. */
const ONE = 10n ** BigInt(PICO_DECIMALS);
const MICROS = 1_000_000n;
export const BPS = 10_000n;
const SMALL_DIGITS = 5;
const MINUS = '\u2212';

/** What a computed price is rounded to: cents from $10, hundredths of a cent from $1, five digits below. */
function stepOf(price: bigint): bigint {
  const size = absBig(price);
  if (size >= 10n * ONE) return ONE / 100n;
  if (size >= ONE) return ONE / 10_000n;
  const digits = size.toString().length;
  return digits > SMALL_DIGITS ? 10n ** BigInt(digits - SMALL_DIGITS) : 1n;
}

/** To the nearest step a person would name. */
export function roundPrice(price: bigint): PicoUsd {
  const step = stepOf(price);
  return picoUsd(divHalfEven(price, step) * step);
}

/** Exact decimal text of a price, as an input field holds it. */
export const priceText = (price: bigint): string => toDecimalText(price, PICO_DECIMALS);

/** "$76.37", "$64,210.00", "$1.0532", "$0.000012346"; `exact`: every digit there is, at least the cents. */
export function formatPrice(price: bigint, exact = false): string {
  return dollars(exact ? price : roundPrice(price), 2);
}

function dollars(price: bigint, leastDecimals: number): string {
  if (leastDecimals === 2 && price % (ONE / 100n) === 0n) return formatUsd(price / MICROS);
  const [whole = '0', fraction = ''] = toDecimalText(absBig(price), PICO_DECIMALS).split('.');
  return `${price < 0n ? MINUS : ''}$${showDecimal(`${whole}.${fraction.padEnd(leastDecimals, '0')}`)}`;
}

/** A part of a price at the precision of the whole, so that a column of them has one: "$9.64" beside "$76.37".
 * One that would be nothing there keeps its own digits. */
export function formatPartOf(whole: bigint, part: bigint): string {
  const step = stepOf(whole);
  const decimals = PICO_DECIMALS - (step.toString().length - 1);
  const rounded = divHalfEven(part, step) * step;
  return rounded === 0n ? formatPrice(part) : dollars(rounded, decimals);
}

/** Change from one price to another in basis points, half-even; undefined from nothing. */
export const changeBps = (from: bigint, to: bigint): bigint | undefined =>
  from > 0n ? divHalfEven((to - from) * BPS, from) : undefined;

/** The price so many basis points away, rounded to a step; undefined where none is left. */
export function priceAtChange(from: bigint, bps: bigint): PicoUsd | undefined {
  const price = divHalfEven(from * (BPS + bps), BPS);
  return price > 0n ? roundPrice(price) : undefined;
}

/**
 * The price at which a token is worth `cap` in all (micro-USD), its supply being what makes it worth `mcap` at
 * `price`; undefined where that is not known.
 */
export function priceAtMarketCap(cap: bigint, mcap: bigint, price: bigint): PicoUsd | undefined {
  if (mcap <= 0n || price <= 0n || cap <= 0n) return undefined;
  const at = divHalfEven(cap * price, mcap);
  return at > 0n ? picoUsd(at) : undefined;
}

/** What the token is worth in all (micro-USD) at another price. */
export const marketCapAt = (at: bigint, mcap: bigint, price: bigint): bigint | undefined =>
  price > 0n ? divHalfEven(at * mcap, price) : undefined;

/** "−10.0 %", "+0.25 %": one decimal, a second only where the value has one. */
export function formatChange(bps: bigint): string {
  const text = formatPercent(absBig(bps));
  if (bps === 0n) return text;
  return (bps < 0n ? MINUS : '+') + text;
}

/** "−10.00 %", "+0.25 %": two decimals, for columns. */
export const formatChangeFixed = (bps: bigint): string =>
  `${bps < 0n ? MINUS : bps > 0n ? '+' : ''}${withDecimalSign(toFixedText(absBig(bps), 2, 2))} %`;

/** "5.0 %", "0.25 %" of basis points. */
export const formatPercent = (bps: bigint): string =>
  `${withDecimalSign(bps % 10n === 0n ? toFixedText(bps / 10n, 1, 1) : toFixedText(bps, 2, 2))} %`;

/** "−10.0 % from now"; empty while the price is unknown. */
export function distanceWords(now: bigint | null | undefined, at: bigint): string {
  const bps = now === null || now === undefined ? undefined : changeBps(now, at);
  return bps === undefined ? '' : `${formatChange(bps)} from now`;
}

/** Micro-USD that an amount of raw units is worth, rounded down. */
export const worthOf = (amount: bigint, decimals: number, price: bigint): bigint =>
  (amount * price) / 10n ** BigInt(decimals) / MICROS;
