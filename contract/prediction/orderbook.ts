import * as z from 'zod/mini';
import { marketIdInput } from '../ids.ts';
import { type MicroContracts, type MicroUsd, parseDecimal } from '../money.ts';
import { sends } from '../sends.ts';

/** A resting bid: price in micro-USD, size in micro-contracts. */
export interface BookLevel {
  price: MicroUsd;
  size: MicroContracts;
}

const quantity = z.union([z.number(), z.string()]);

/** A double in decimal notation without exponent. */
const plainText = (value: number): string => {
  const text = String(value);
  return text.includes('e') ? value.toFixed(6) : text;
};

/** A decimal as JSON number or text, in millionths; digits past the sixth are cut. Undefined for anything else. */
const millionths = (value: number | string): bigint | undefined =>
  parseDecimal((typeof value === 'number' ? plainText(value) : value).replace(/(\.\d{6})\d+$/, '$1'), 6);

const dollarsLevel = sends(
  z.pipe(
    z.tuple([z.string(), quantity]),
    z.transform(([dollars, contracts], context): BookLevel => {
      const [price, size] = [millionths(dollars), millionths(contracts)];
      if (price === undefined) {
        context.issues.push({ code: 'custom', message: 'not a price in dollars', input: dollars });
      }
      // A level that is there and cannot be read is not one of nothing: the book would seem to have another best price.
      if (size === undefined) {
        context.issues.push({ code: 'custom', message: 'not a quantity', input: contracts });
      }
      return { price: (price ?? 0n) as MicroUsd, size: (size ?? 0n) as MicroContracts };
    }),
  ),
  () => z.tuple([z.string().check(z.regex(/^[01]\.\d{4}$/)), z.number()]),
);
const centsLevel = sends(z.tuple([z.number(), quantity]), () => z.tuple([z.int(), z.number()]));

/**
 * Both sides hold bids, ascending by price: the best is last. A YES ask at p is a NO bid at 1 − p. Only the
 * `*_dollars` arrays are for computing; whole cents lose sub-cent levels.
 */
export const orderbook = z.object({
  yes: z.array(centsLevel),
  no: z.array(centsLevel),
  yes_dollars: z.array(dollarsLevel),
  no_dollars: z.array(dollarsLevel),
});
export type Orderbook = z.output<typeof orderbook>;

export const marketParams = z.strictObject({ marketId: marketIdInput });
