import * as z from 'zod/mini';
import type { MicroContracts, MicroUsd, TokenAmount } from './money.ts';

/**
 * Codecs of the wire. Answers are read tolerantly: a number where numeric text is documented (or the reverse) is
 * accepted, unknown fields are ignored, unknown enum values come through as they are. The input type of every
 * schema is what travels; its output type is what the code works with.
 */
const INTEGER_TEXT = /^-?\d{1,40}$/;
const integerText = z.string().check(z.regex(INTEGER_TEXT));
const safeInteger = z.number().check(z.refine((n) => Number.isSafeInteger(n), 'not a safe integer'));
const integer = z.union([integerText, safeInteger]);
const toBigint = z.transform((value: string | number) => BigInt(value));

const bigintOf = <T extends bigint>() =>
  z.pipe(
    z.pipe(integer, toBigint),
    z.transform((value: bigint) => value as T),
  );

/** Integer micro-USD. */
export const usd = bigintOf<MicroUsd>();
/** Integer micro-contracts. */
export const contractsMicro = bigintOf<MicroContracts>();
/** Integer raw token units. */
export const rawAmount = bigintOf<TokenAmount>();
/** Any integer that may exceed 2^53 (slots, ids). */
export const bigInteger = bigintOf<bigint>();

/** A price in micro-USD; null, absent and 0 all mean "not quoted". */
export const quotedPrice = z.pipe(
  z.optional(z.nullable(integer)),
  z.transform((value): MicroUsd | null => {
    if (value === null || value === undefined) return null;
    const price = BigInt(value);
    return price === 0n ? null : (price as MicroUsd);
  }),
);

/** Field that may be null or missing on the wire; null in the domain. */
export const orNull = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value): z.output<T> | null => (value ?? null) as z.output<T> | null),
  );

/** Text that may be missing; empty in the domain. */
export const textOrEmpty = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((value) => value ?? ''),
);

/** A number given as number or numeric text. */
export const numeric = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?$/))]),
  z.transform((value) => Number(value)),
);

/** Whole number given as number or text, small enough for a number (seconds, counters). */
export const whole = z.pipe(
  integer,
  z.transform((value) => Number(value)),
);

/** An instant as Unix seconds (number or text) or ISO 8601; Unix seconds in the domain, null when unreadable. */
export const instant = z.pipe(
  z.optional(z.nullable(z.union([z.string(), z.number()]))),
  z.transform((value): number | null => {
    if (value === null || value === undefined || value === '') return null;
    if (typeof value === 'number') return value;
    if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
    const ms = Date.parse(value);
    return Number.isNaN(ms) ? null : ms / 1000;
  }),
);

/** Text with known values that stays open to new ones. */
export const openEnum = <const T extends string>(_known: readonly T[]) =>
  z.pipe(
    z.string(),
    z.transform((value) => value as T | (string & {})),
  );

/** List that may be null or missing; empty in the domain. */
export const listOrEmpty = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.optional(z.nullable(z.array(item))),
    z.transform((value) => (value ?? []) as z.output<T>[]),
  );

/** Identifier as text; some answers give a number. */
export const idText = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value)),
);
