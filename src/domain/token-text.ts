import {
  divHalfEven,
  formatCompact,
  formatCompactUsd,
  groupDigits,
  showDecimal,
  toFixedText,
  withDecimalSign,
} from '@contract/money.ts';

const MINUS = '\u2212';
const PICO = 12;
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const DIGITS = 4;
const MILLION = 1_000_000;

const subscript = (count: number): string => [...String(count)].map((d) => SUBSCRIPTS[Number(d)]).join('');

/**
 * A price in 10^-12 USD for reading, four digits that count: "$145.50", "$0.1136", and with the zeros counted where
 * there are many: "$0.0₅6566". Of a million and more it is compacted: "$12.3M".
 */
export function formatTokenPrice(price: bigint): string {
  const whole = price / 10n ** 12n;
  if (whole >= MILLION) return formatCompactUsd(price / 10n ** 6n);
  if (whole >= 1n) {
    const shown = whole >= 100n ? 2 : 4;
    const cut = divHalfEven(price, 10n ** BigInt(PICO - shown));
    return `$${showDecimal(toFixedText(cut, shown, shown))}`;
  }
  const digits = price.toString().padStart(PICO, '0');
  const zeros = digits.length - digits.replace(/^0+/, '').length;
  if (zeros === PICO) return '$0';
  const left = PICO - zeros;
  const kept = left > DIGITS ? divHalfEven(price, 10n ** BigInt(left - DIGITS)) : price;
  const text = kept.toString();
  // Rounding up may have carried into the next place.
  const lead = text.length > Math.min(left, DIGITS) ? zeros - 1 : zeros;
  const shown = text.slice(0, DIGITS);
  if (lead < 0) return withDecimalSign('$1.0000');
  return withDecimalSign(lead < 4 ? `$0.${'0'.repeat(lead)}${shown}` : `$0.0${subscript(lead)}${shown}`);
}

const ROOM = 9_999.5;
const TOO_MUCH = 1e15 - 0.5;

/** Digits of a change. */
function changeText(size: number): string {
  if (size >= TOO_MUCH) return '999T';
  if (size >= ROOM) return formatCompact(BigInt(Math.round(size)));
  if (size >= 999.5) return groupDigits(String(Math.round(size)));
  return withDecimalSign(size.toFixed(size >= 100 ? 0 : 1));
}

/**
 * A change in percent: "+12.3 %" without its space, "−4.5%", "+1,240%", and "+12.3K%" of what has more digits than its
 * column has room for; zero is unsigned.
 */
export function formatChange(percent: number): string {
  const size = Math.abs(percent);
  const text = changeText(size);
  if (!/[1-9]/.test(text)) return `${text}%`;
  return `${size >= TOO_MUCH ? '>' : ''}${percent < 0 ? MINUS : '+'}${text}%`;
}

/** The same with all its digits: "+12,346%". */
export function exactChange(percent: number): string {
  const size = Math.abs(percent);
  if (size < ROOM || size >= TOO_MUCH) return formatChange(percent);
  return `${percent < 0 ? MINUS : '+'}${formatCount(size)}%`;
}

/** A plain share: "21.5%". */
export const formatShare = (percent: number): string => `${withDecimalSign(percent.toFixed(1))}%`;

/** Age of a pool in the least letters: "34s", "5m", "2h", "3d". Never below zero. */
export function formatPoolAge(seconds: number): string {
  const age = Math.max(0, Math.floor(seconds));
  if (age < 60) return `${age}s`;
  if (age < 3_600) return `${Math.floor(age / 60)}m`;
  if (age < 172_800) return `${Math.floor(age / 3_600)}h`;
  return `${Math.floor(age / 86_400)}d`;
}

/** "1,284". */
export function formatCount(count: number): string {
  const whole = BigInt(Math.round(count));
  return whole < 0n ? `${MINUS}${groupDigits((-whole).toString())}` : groupDigits(whole.toString());
}

/** The same where a column has room for six digits: "1.28M" of more. */
export function formatCompactCount(count: number): string {
  const size = Math.round(Math.abs(count));
  if (size < MILLION) return formatCount(count);
  return `${count < 0 ? MINUS : ''}${formatCompact(BigInt(size))}`;
}
