import * as z from 'zod/mini';
import { type SentForm, sends } from './sends.ts';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type EventId = Branded<'EventId'>;
export type MarketId = Branded<'MarketId'>;
/** Base58 public key of a wallet, order, position, mint or account. */
export type Pubkey = Branded<'Pubkey'>;
/** Base58 transaction signature. */
export type Signature = Branded<'Signature'>;

const as = <T extends string>(form: SentForm) =>
  sends(
    z.pipe(
      z.string(),
      z.transform((value) => value as T),
    ),
    form,
  );
const named: SentForm = () => z.string().check(z.minLength(1));

export const eventId = as<EventId>(named);
export const marketId = as<MarketId>(named);
export const pubkey = as<Pubkey>(() => z.string().check(z.regex(BASE58)));
export const signature = as<Signature>(named);

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const KEY_BYTES = 32;

/** Bytes that base58 text stands for: one a leading `1`, and those of the number that follows. */
function base58Length(text: string): number {
  let value = 0n;
  for (const digit of text) value = value * 58n + BigInt(ALPHABET.indexOf(digit));
  const zeros = text.length - text.replace(/^1+/, '').length;
  return zeros + (value === 0n ? 0 : Math.ceil(value.toString(16).length / 2));
}

/** Strict request forms. A key is 32 bytes; whether they are a point of the curve is not asked. */
export const pubkeyInput = z.string().check(
  z.regex(BASE58, { error: 'must be a base58 public key', abort: true }),
  z.refine((text) => base58Length(text) === KEY_BYTES, 'must be a base58 public key'),
);

const ID_LENGTH = 120;
/** Neither blank, nor control or formatting characters, nor halves of one: an id can be shown, logged and stored. */
const PRINTABLE = /^[^\s\p{C}]+$/u;
const idInput = z
  .string()
  .check(
    z.regex(PRINTABLE, 'must be an id: printable characters without spaces'),
    z.maxLength(ID_LENGTH, `must be at most ${ID_LENGTH} characters`),
  );
export const marketIdInput = idInput;
export const eventIdInput = idInput;

/** The two sides of a market. */
export type Side = 'yes' | 'no';
export const sideOf = (isYes: boolean): Side => (isYes ? 'yes' : 'no');
export const opposite = (side: Side): Side => (side === 'yes' ? 'no' : 'yes');

/** "7f3K…9aQd". */
export const shortKey = (key: string): string =>
  key.length <= 10 ? key : `${key.slice(0, 4)}…${key.slice(-4)}`;
