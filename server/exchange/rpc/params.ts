import bs58 from 'bs58';
import { parseKey } from '../ledger/addresses.ts';
import { invalidParams } from './rpc-error.ts';

export type Params = readonly unknown[];
export type Config = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The configuration object at a position; empty when it is left out. */
export function configAt(params: Params, index: number): Config {
  const value = params[index];
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw invalidParams(`parameter ${index + 1} must be an object`);
  return value;
}

export function textAt(params: Params, index: number, what: string): string {
  const value = params[index];
  if (typeof value !== 'string') throw invalidParams(`${what} must be a string`);
  return value;
}

export function integerAt(params: Params, index: number, what: string): number {
  return integer(params[index], what);
}

export function integer(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw invalidParams(`${what} must be a whole number, 0 or more`);
  }
  return value;
}

export function pubkey(value: unknown, what = 'public key'): string {
  const key = parseKey(value);
  if (key === null) throw invalidParams(`${what} is not a base58 public key`);
  return key.toBase58();
}
export const pubkeyAt = (params: Params, index: number): string => pubkey(params[index]);

export function signature(value: unknown): string {
  const refused = invalidParams('a signature must be 64 bytes in base58');
  if (typeof value !== 'string' || value.length < 64 || value.length > 88) throw refused;
  const bytes = bs58.decodeUnsafe(value);
  if (bytes?.length !== 64) throw refused;
  return value;
}

export function listAt(params: Params, index: number, what: string, max: number): readonly unknown[] {
  const value = params[index];
  if (!Array.isArray(value)) throw invalidParams(`${what} must be a list`);
  if (value.length > max) throw invalidParams(`too many ${what}: at most ${max}`);
  return value;
}

export function flag(config: Config, name: string): boolean {
  const value = config[name];
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw invalidParams(`${name} must be true or false`);
  return value;
}

/** Bytes given as text in base64 or, as is the default of this interface, in base58. */
export function encodedBytes(text: string, encoding: unknown, maxBytes: number): Uint8Array {
  if (encoding === 'base64') {
    if (text.length > Math.ceil(maxBytes / 3) * 4) throw invalidParams(`larger than ${maxBytes} bytes`);
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw invalidParams('not base64 text');
    return Buffer.from(text, 'base64');
  }
  if (encoding !== undefined && encoding !== 'base58')
    throw invalidParams('encoding must be base64 or base58');
  // Decoding base58 costs the square of its length, so the length is checked first.
  if (text.length > maxBytes * 1.4) throw invalidParams(`larger than ${maxBytes} bytes`);
  const bytes = bs58.decodeUnsafe(text);
  if (bytes === undefined) throw invalidParams('not base58 text');
  return bytes;
}
