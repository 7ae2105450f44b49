/**
 * Byte layouts of SPL Token mints and accounts (the base layout, which Token-2022 shares).
 * Source: https://github.com/solana-program/token, state.rs.
 */
const MINT_BYTES = 82;
export const TOKEN_ACCOUNT_BYTES = 165;
/** Where Token-2022 writes the kind of an account that carries extensions. */
const ACCOUNT_TYPE_OFFSET = 165;
const TYPE_TOKEN_ACCOUNT = 2;

const view = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength);

export function isMintData(data: Uint8Array): boolean {
  return data.length === MINT_BYTES || (data.length > ACCOUNT_TYPE_OFFSET && data[ACCOUNT_TYPE_OFFSET] === 1);
}
export function isTokenAccountData(data: Uint8Array): boolean {
  if (data.length === TOKEN_ACCOUNT_BYTES) return true;
  return data.length > ACCOUNT_TYPE_OFFSET && data[ACCOUNT_TYPE_OFFSET] === TYPE_TOKEN_ACCOUNT;
}

export const tokenMintBytes = (data: Uint8Array): Uint8Array => data.subarray(0, 32);
export const tokenOwnerBytes = (data: Uint8Array): Uint8Array => data.subarray(32, 64);
/** Raw units held. */
export const tokenAmountOf = (data: Uint8Array): bigint => view(data).getBigUint64(64, true);

export interface TokenDetails {
  delegate: Uint8Array | null;
  state: 'uninitialized' | 'initialized' | 'frozen';
  isNative: boolean;
  rentExemptReserve: bigint;
  delegatedAmount: bigint;
  closeAuthority: Uint8Array | null;
}
const STATES = ['uninitialized', 'initialized', 'frozen'] as const;
export function tokenDetails(data: Uint8Array): TokenDetails {
  const bytes = view(data);
  const optional = (at: number) => (bytes.getUint32(at, true) === 1 ? data.subarray(at + 4, at + 36) : null);
  return {
    delegate: optional(72),
    state: STATES[data[108] ?? 0] ?? 'uninitialized',
    isNative: bytes.getUint32(109, true) === 1,
    rentExemptReserve: bytes.getBigUint64(113, true),
    delegatedAmount: bytes.getBigUint64(121, true),
    closeAuthority: optional(129),
  };
}

export interface MintDetails {
  mintAuthority: Uint8Array | null;
  supply: bigint;
  decimals: number;
  isInitialized: boolean;
  freezeAuthority: Uint8Array | null;
}
export function mintDetails(data: Uint8Array): MintDetails {
  const bytes = view(data);
  const optional = (at: number) => (bytes.getUint32(at, true) === 1 ? data.subarray(at + 4, at + 36) : null);
  return {
    mintAuthority: optional(0),
    supply: bytes.getBigUint64(36, true),
    decimals: data[44] ?? 0,
    isInitialized: data[45] === 1,
    freezeAuthority: optional(46),
  };
}

/** A mint with nothing issued yet and nobody able to freeze. */
export function mintBytes(authority: Uint8Array, decimals: number): Uint8Array {
  const data = new Uint8Array(MINT_BYTES);
  view(data).setUint32(0, 1, true);
  data.set(authority, 4);
  data[44] = decimals;
  data[45] = 1;
  return data;
}
