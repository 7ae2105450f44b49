import { toDecimalText, toFixedText } from '@contract/money.ts';
import type { Book, Level } from '../simulation/model.ts';

const CENT = 10_000n;

/** Whole cents, one entry a level: several levels within a cent read alike, and those below a cent read 0. */
const centLevels = (levels: readonly Level[]): string =>
  levels.map(({ price, size }) => `[${price / CENT},${toDecimalText(size)}]`).join(',');

const dollarLevels = (levels: readonly Level[]): string =>
  levels.map(({ price, size }) => `["${toFixedText(price, 6, 4)}",${toDecimalText(size)}]`).join(',');

/** An order book as JSON, written digit by digit: quantities are JSON numbers, and no float touches them. */
export const orderbookJson = ({ yes, no }: Book): string =>
  `{"yes":[${centLevels(yes)}],"no":[${centLevels(no)}],` +
  `"yes_dollars":[${dollarLevels(yes)}],"no_dollars":[${dollarLevels(no)}]}`;
