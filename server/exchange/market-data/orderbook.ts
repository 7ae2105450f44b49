import { toDecimalText, toFixedText } from '@contract/money.ts';
import type { Book, Level } from '../simulation/model.ts';

const CENT = 10_000n;

/** Whole cents, levels below a cent apart joined: what the older arrays can say. */
function centLevels(levels: readonly Level[]): string {
  const joined = new Map<bigint, bigint>();
  for (const { price, size } of levels) {
    const cents = price / CENT;
    joined.set(cents, (joined.get(cents) ?? 0n) + size);
  }
  return [...joined].map(([cents, size]) => `[${cents},${toDecimalText(size)}]`).join(',');
}

const dollarLevels = (levels: readonly Level[]): string =>
  levels.map(({ price, size }) => `["${toFixedText(price, 6, 4)}",${toDecimalText(size)}]`).join(',');

/** An order book as JSON, written digit by digit: quantities are JSON numbers, and no float touches them. */
export const orderbookJson = ({ yes, no }: Book): string =>
  `{"yes":[${centLevels(yes)}],"no":[${centLevels(no)}],` +
  `"yes_dollars":[${dollarLevels(yes)}],"no_dollars":[${dollarLevels(no)}]}`;
