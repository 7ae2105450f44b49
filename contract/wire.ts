import * as z from 'zod/mini';
import { type MicroContracts, type MicroUsd, ONE_USD, type TokenAmount, ZERO_USD } from './money.ts';
import { sends, sendsHere } from './sends.ts';

/**
 * Codecs of the wire. Answers are read tolerantly: a number where numeric text is documented (or the reverse) is
 * accepted, unknown fields are ignored, unknown enum values come through as they are. The input type of every
 * schema is what travels; its output type is what the code works with. Beside each stands what this service sends.
 */
const INTEGER_TEXT = /^-?\d{1,40}$/;
const integerText = z.string().check(z.regex(INTEGER_TEXT));
const safeInteger = z.number().check(z.refine((n) => Number.isSafeInteger(n), 'not a safe integer'));
const integer = z.union([integerText, safeInteger]);
const toBigint = z.transform((value: string | number) => BigInt(value));

const bigintOf = <T extends bigint>() =>
  sends(
    z.pipe(
      z.pipe(integer, toBigint),
      z.transform((value: bigint) => value as T),
    ),
    () => integerText,
  );

/** Integer micro-USD. */
export const usd = bigintOf<MicroUsd>();
/** Integer micro-contracts. */
export const contractsMicro = bigintOf<MicroContracts>();
/** Integer raw token units. */
export const rawAmount = bigintOf<TokenAmount>();
/** Any integer that may exceed 2^53 (slots, ids). */
export const bigInteger = bigintOf<bigint>();

/** A price in micro-USD; null, absent and what no contract can cost, which pays $1 at most, all mean "not known". */
const contractPrice = (least: MicroUsd) =>
  z.pipe(
    z.optional(z.nullable(integer)),
    z.transform((value): MicroUsd | null => {
      if (value === null || value === undefined) return null;
      const price = BigInt(value);
      return price >= least && price <= ONE_USD ? (price as MicroUsd) : null;
    }),
  );
/** A price at which a contract is bought or sold: 0 is none either. */
export const quotedPrice = sends(contractPrice(1n as MicroUsd), () => z.nullable(z.int()));
/** A price by which a position is valued, which may be nothing. It is sent as digits. */
export const markPrice = sends(contractPrice(ZERO_USD), () => z.nullable(integerText));

/** Field that may be null or missing on the wire; null in the domain. It is sent, if only as null. */
export const orNull = <T extends z.ZodMiniType>(schema: T) =>
  sends(
    z.pipe(
      z.optional(z.nullable(schema)),
      z.transform((value): z.output<T> | null => (value ?? null) as z.output<T> | null),
    ),
    (sent) => z.nullable(sent(schema)),
  );

/** The same, of which null is never sent. */
export const orUnknown = <T extends z.ZodMiniType>(schema: T) =>
  sends(orNull(schema), (sent) => sent(schema));

/** A field that need not be sent. */
export const mayLack = <T extends z.ZodMiniType>(schema: T): T =>
  sendsHere(schema, (sent) => z.optional(sent(schema)));

/**
 * A field by which nothing is decided, such as a picture: in a form that cannot be read it is `absent`, and the rest of
 * the answer is read all the same. Who cannot see a position for a picture's sake cannot sell it.
 */
export const detail = <T extends z.ZodMiniType>(schema: T, absent: z.output<T>) =>
  sends(
    z.catch(schema, () => absent),
    (sent) => sent(schema),
  );

/** Text that may be missing; empty in the domain. */
export const textOrEmpty = sends(
  z.pipe(
    z.optional(z.nullable(z.string())),
    z.transform((value) => value ?? ''),
  ),
  () => z.string(),
);
/** The same, where it need not be sent. */
export const textIfAny = mayLack(textOrEmpty);

/** A number given as number or numeric text, of no more digits than an integer may have. */
export const numeric = sends(
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^-?\d{1,40}(\.\d+)?$/))]),
    z.transform((value) => Number(value)),
  ),
  () => z.number(),
);

const wholeWithin = (most: number) =>
  sends(
    z.pipe(
      integer,
      z.transform((value, context): number => {
        const number = Number(value);
        if (Math.abs(number) > most) {
          context.issues.push({ code: 'custom', message: `not within ${most}`, input: value });
        }
        return number;
      }),
    ),
    () => z.int(),
  );

/** Whole number given as number or text, small enough for a number (counters). */
export const whole = wholeWithin(Number.MAX_SAFE_INTEGER);

/** Unix seconds of which there is a date, with some days to spare for zones: what is later cannot be written as one. */
const LAST_SECOND = 8_639_000_000_000;
/** A moment as a whole number of Unix seconds, or of milliseconds, given as number or text. */
export const unixSeconds = wholeWithin(LAST_SECOND);
export const unixMs = wholeWithin(LAST_SECOND * 1_000);

/** Unix seconds that a text says, as digits or ISO 8601; NaN where it says none. */
const secondsOf = (text: string): number =>
  /^\d+(\.\d+)?$/.test(text) ? Number(text) : Date.parse(text) / 1_000;

/** An instant as Unix seconds (number or text) or ISO 8601; Unix seconds in the domain, null when unreadable. */
const anyInstant = () =>
  z.pipe(
    z.optional(z.nullable(z.union([z.string(), z.number()]))),
    z.transform((value): number | null => {
      if (value === null || value === undefined || value === '') return null;
      const seconds = typeof value === 'number' ? value : secondsOf(value);
      return Math.abs(seconds) <= LAST_SECOND ? seconds : null;
    }),
  );
const isoText = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/));
/** All are read alike. Sent as Unix seconds: a whole number, or null; as Unix seconds in a text, or null. */
export const instant = sends(anyInstant(), () => z.int());
export const instantOrNull = sends(anyInstant(), () => z.nullable(z.int()));
export const instantText = sends(anyInstant(), () => z.nullable(z.string().check(z.regex(/^\d+$/))));
/** Sent as ISO 8601; or as that or null. */
export const isoInstant = sends(anyInstant(), () => isoText);
export const isoInstantOrNull = sends(anyInstant(), () => z.nullable(isoText));

/** Text with known values that stays open to new ones; none but these is sent. */
export const openEnum = <const T extends string>(known: readonly T[]) =>
  sends(
    z.pipe(
      z.string(),
      z.transform((value) => value as T | (string & {})),
    ),
    () => z.enum(known as readonly string[]),
  );

/** List that may be null or missing; empty in the domain. */
export const listOrEmpty = <T extends z.ZodMiniType>(item: T) =>
  sends(
    z.pipe(
      z.optional(z.nullable(z.array(item))),
      z.transform((value) => (value ?? []) as z.output<T>[]),
    ),
    (sent) => z.array(sent(item)),
  );
/** The same, of which null is sent where there is nothing. */
export const listOrNull = <T extends z.ZodMiniType>(item: T) =>
  sends(listOrEmpty(item), (sent) => z.nullable(z.array(sent(item))));

/** Identifier as text; some answers give a number. */
export const idText = sends(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value) => String(value)),
  ),
  () => z.string(),
);
/** The same, of which a whole number is sent. */
export const idNumber = sendsHere(idText, () => z.int());
