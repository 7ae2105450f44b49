/**
 * Money and quantities are bigints in integer units, branded so that dollars, contracts and token amounts
 * cannot be mixed. Text is parsed by its digits; nothing here passes through a float.
 */
declare const unit: unique symbol;
type Unit<Name extends string> = bigint & { readonly [unit]: Name };

/** Micro-USD: 1_000_000n = 1.00 USD. Prices of one contract are also MicroUsd (0 < p < 1_000_000n). */
export type MicroUsd = Unit<'MicroUsd'>;
/** Micro-contracts: 1_000_000n = 1 contract. */
export type MicroContracts = Unit<'MicroContracts'>;
/** Raw units of a token, its decimals being known from the mint. */
export type TokenAmount = Unit<'TokenAmount'>;

export const MICRO = 1_000_000n;
/** What a winning contract pays, and the sum of a YES and a NO contract. */
export const ONE_USD = 1_000_000n as MicroUsd;
export const CENT = 10_000n as MicroUsd;
export const ZERO_USD = 0n as MicroUsd;
export const ZERO_CONTRACTS = 0n as MicroContracts;

export const microUsd = (value: bigint): MicroUsd => value as MicroUsd;
export const microContracts = (value: bigint): MicroContracts => value as MicroContracts;
export const tokenAmount = (value: bigint): TokenAmount => value as TokenAmount;

const DECIMAL = /^(-?)(\d{1,26})(?:\.(\d*))?$/;

/** Exact value of decimal text in units of 10^-decimals; undefined for anything else, also a digit too many. */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const [, sign = '', whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  return BigInt(sign + whole + fraction.padEnd(decimals, '0'));
}

/** Dollars as text ("12.5") to micro-USD; undefined unless exact: a seventh decimal is refused, not rounded. */
export function parseUsd(text: string): MicroUsd | undefined {
  return parseDecimal(text, 6) as MicroUsd | undefined;
}

/** Contracts as text ("12.5") to micro-contracts; undefined unless exact. */
export function parseContracts(text: string): MicroContracts | undefined {
  return parseDecimal(text, 6) as MicroContracts | undefined;
}

/** Exact decimal text without trailing zeros: 12500000n → "12.5". */
export function toDecimalText(value: bigint, decimals = 6): string {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return (negative ? '-' : '') + (fraction === '' ? whole : `${whole}.${fraction}`);
}

/** Exact decimal text with all its digits: 0.25 USD → "0.2500" at four decimals; undefined digits are cut. */
export function toFixedText(value: bigint, decimals: number, shown: number): string {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).slice(0, shown);
  return (negative ? '-' : '') + (shown === 0 ? whole : `${whole}.${fraction}`);
}

/** Division of bigints, b > 0. */
export const divFloor = (a: bigint, b: bigint): bigint => (a >= 0n ? a / b : -((-a + b - 1n) / b));
export const divCeil = (a: bigint, b: bigint): bigint => (a > 0n ? (a + b - 1n) / b : a / b);
export function divHalfEven(a: bigint, b: bigint): bigint {
  const floor = divFloor(a, b);
  const twice = (a - floor * b) * 2n;
  if (twice !== b) return twice > b ? floor + 1n : floor;
  return floor % 2n === 0n ? floor : floor + 1n;
}
export const minBig = <T extends bigint>(a: T, b: T): T => (a < b ? a : b);
export const maxBig = <T extends bigint>(a: T, b: T): T => (a > b ? a : b);
/** Order of two amounts for `sort`, ascending; their difference may be too large for a number. */
export const compareBig = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
export const absBig = (a: bigint): bigint => (a < 0n ? -a : a);

const MINUS = '\u2212';
/** How figures are written: what stands before decimals, and what between thousands. */
export interface NumberForm {
  readonly decimal: '.' | ',';
  readonly group: string;
}
export const POINT_AND_COMMA: NumberForm = { decimal: '.', group: ',' };
let form = POINT_AND_COMMA;
/** How figures that are shown are written from now on. What is sent, kept or exported has a point and no groups. */
export const showNumbers = (as: NumberForm): void => {
  form = as;
};
export const numberForm = (): NumberForm => form;

/** Words of our own with the decimal sign that is shown in their figures, which have no groups: "0.5 % to 90 %." */
export const withDecimalSign = (text: string): string =>
  form.decimal === '.' ? text : text.replace(/(?<=\d)\.(?=\d)/g, form.decimal);

/** "1204" → "1,204", of digits alone. By slices: a pattern that looks ahead costs several times as much. */
export function groupDigits(whole: string): string {
  let from = whole.length % 3 || 3;
  let text = whole.slice(0, from);
  for (; from < whole.length; from += 3) text += form.group + whole.slice(from, from + 3);
  return text;
}

/** Decimal text without a sign as it is shown: "1204.50" → "1,204.50". */
export function showDecimal(text: string): string {
  const [whole = '0', fraction] = text.split('.');
  return fraction === undefined ? groupDigits(whole) : groupDigits(whole) + form.decimal + fraction;
}

export type Rounding = 'down' | 'up' | 'half-even';
/** Rounds the magnitude, so that a loss and a gain of one size read alike. */
function roundTo(value: bigint, step: bigint, rounding: Rounding): bigint {
  const size = absBig(value);
  if (rounding === 'down') return size / step;
  return rounding === 'up' ? divCeil(size, step) : divHalfEven(size, step);
}

/** "$1,284.50", "−$3.00". Fees: rounding 'up'; proceeds: 'down' (the default). */
export function formatUsd(value: bigint, rounding: Rounding = 'down', decimals = 2): string {
  const step = 10n ** BigInt(6 - decimals);
  const units = roundTo(value, step, rounding);
  return `${value < 0n && units > 0n ? MINUS : ''}$${showDecimal(toFixedText(units, decimals, decimals))}`;
}

/** "+$9.18", "−$1.24", "$0.00" (zero is unsigned). Rounds against the user: a gain down, a loss up. */
export function formatSignedUsd(value: bigint): string {
  const text = formatUsd(value, value < 0n ? 'up' : 'down');
  return value > 0n && roundTo(value, CENT, 'down') > 0n ? `+${text}` : text;
}

/** "+12.9%", "−3.4%", from a ratio in parts of whole; undefined when the whole is zero. */
export function formatSignedRatio(part: bigint, whole: bigint, decimals = 1): string | undefined {
  if (whole === 0n) return undefined;
  const units = divHalfEven(absBig(part) * 10n ** BigInt(decimals + 2), absBig(whole));
  const text = `${withDecimalSign(toFixedText(units, decimals, decimals))}%`;
  if (units === 0n) return text;
  return (part < 0n !== whole < 0n ? MINUS : '+') + text;
}

/** Tenths with their decimal: 625n → "62.5". */
const tenthsText = (tenths: bigint): string => `${tenths / 10n}${form.decimal}${tenths % 10n}`;

/**
 * Price of a contract in cents: "62¢", "62.5¢" where the value or `fine` needs a decimal, "<0.1¢" and ">99.9¢"
 * at the edges. Rounds half-even.
 */
export function formatCents(price: bigint, fine = false): string {
  if (price > 0n && price < 1_000n) return `<${tenthsText(1n)}¢`;
  if (price > 999_000n && price < 1_000_000n) return `>${tenthsText(999n)}¢`;
  const tenths = divHalfEven(price, 1_000n);
  const decimals = fine || tenths % 10n !== 0n;
  return decimals ? `${tenthsText(tenths)}¢` : `${tenths / 10n}¢`;
}

/** Change of a price in points: "+9.5", "−0.5", "0.0". */
export function formatPoints(change: bigint): string {
  const tenths = divHalfEven(absBig(change), 1_000n);
  const text = tenthsText(tenths);
  if (tenths === 0n) return text;
  return (change < 0n ? MINUS : '+') + text;
}

/** A price read as a probability: "68%", "68.0%" when fine, "<1%" and ">99%" at the edges. */
export function formatProbability(price: bigint, fine = false): string {
  if (fine) {
    const tenths = divHalfEven(price, 1_000n);
    if (tenths === 0n && price > 0n) return `<${tenthsText(1n)}%`;
    if (tenths === 1_000n && price < ONE_USD) return `>${tenthsText(999n)}%`;
    return `${tenthsText(tenths)}%`;
  }
  if (price > 0n && price < 10_000n) return '<1%';
  if (price > 990_000n && price < ONE_USD) return '>99%';
  return `${divHalfEven(price, 10_000n)}%`;
}

/** "40.32", "1,204", two decimals at most, rounded down. */
export function formatContracts(value: bigint, alwaysDecimals = true): string {
  const units = roundTo(value, 10_000n, 'down');
  const sign = value < 0n && units > 0n ? MINUS : '';
  return sign + showDecimal(toFixedText(units, 2, !alwaysDecimals && units % 100n === 0n ? 0 : 2));
}

/** Whole contracts alone, rounded down: "1,204". For a value that is not negative. */
export const formatWholeContracts = (value: bigint): string => groupDigits((value / MICRO).toString());

const STEPS = [
  [1_000_000_000_000n, 'T'],
  [1_000_000_000n, 'B'],
  [1_000_000n, 'M'],
  [1_000n, 'K'],
] as const;

const TOO_MUCH = 10n ** 15n;

/** Whole units compacted: 4_821_000n → "4.82M", ">999T" beyond. Only for volumes; show the exact value on hover. */
export function formatCompact(units: bigint): string {
  if (units >= TOO_MUCH) return '>999T';
  for (const [size, letter] of STEPS) {
    if (units < size) continue;
    const hundredths = (units * 100n) / size;
    if (hundredths >= 10_000n) return `${hundredths / 100n}${letter}`;
    if (hundredths >= 1_000n) return `${withDecimalSign(toFixedText(hundredths / 10n, 1, 1))}${letter}`;
    return `${withDecimalSign(toFixedText(hundredths, 2, 2))}${letter}`;
  }
  return units.toString();
}

/** Micro-USD compacted: "$4.82M", "<$1" of what is there but no dollar, ">$999T" of more than that. */
export function formatCompactUsd(value: bigint): string {
  if (value > 0n && value < MICRO) return '<$1';
  return value / MICRO >= TOO_MUCH ? '>$999T' : `$${formatCompact(value / MICRO)}`;
}

/** A token amount for reading: at most `shown` decimals, rounded down, "1,284.50". */
export function formatToken(value: bigint, decimals: number, shown = 2): string {
  const cut = decimals > shown ? value / 10n ** BigInt(decimals - shown) : value;
  const places = decimals > shown ? shown : decimals;
  return (cut < 0n ? MINUS : '') + showDecimal(toFixedText(absBig(cut), places, places));
}

/** Floors to the smallest quantity the exchange executes: 0.01 contract. */
export const floorToLot = (value: bigint): MicroContracts => ((value / 10_000n) * 10_000n) as MicroContracts;
/** Rounds a fee up to the whole cent. */
export const ceilToCent = (value: bigint): MicroUsd => (divCeil(value, CENT) * CENT) as MicroUsd;
