import { toDecimalText } from '@contract/money.ts';
import bs58 from 'bs58';
import { addressOf, isTokenProgram, PROGRAMS } from '../ledger/addresses.ts';
import type { Ledger, StoredAccount } from '../ledger/ledger.ts';
import {
  isMintData,
  isTokenAccountData,
  mintDetails,
  tokenAmountOf,
  tokenDetails,
  tokenMintBytes,
  tokenOwnerBytes,
} from '../ledger/token-layout.ts';
import type { Config } from './params.ts';
import { integer } from './params.ts';
import { invalidParams, RPC_CODES, RpcError } from './rpc-error.ts';

/** How the amounts of a mint read. */
type Decimals = Pick<Ledger, 'decimalsOf'>;

/** Base58 is refused for more, as its cost grows with the square of the length. */
const MAX_BASE58_BYTES = 128;

/** An amount of a token in the four spellings of the interface. */
export function uiAmount(amount: bigint, decimals: number) {
  const text = toDecimalText(amount, decimals);
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text };
}

const textOrNull = (bytes: Uint8Array | null): string | null => (bytes === null ? null : addressOf(bytes));

function parsedToken(ledger: Decimals, data: Uint8Array) {
  const mint = addressOf(tokenMintBytes(data));
  const decimals = ledger.decimalsOf(mint);
  if (decimals === null) return null;
  const { delegate, state, isNative, rentExemptReserve, delegatedAmount, closeAuthority } =
    tokenDetails(data);
  return {
    type: 'account',
    info: {
      isNative,
      mint,
      owner: addressOf(tokenOwnerBytes(data)),
      state,
      tokenAmount: uiAmount(tokenAmountOf(data), decimals),
      ...(isNative ? { rentExemptReserve: uiAmount(rentExemptReserve, decimals) } : {}),
      ...(delegate === null
        ? {}
        : { delegate: addressOf(delegate), delegatedAmount: uiAmount(delegatedAmount, decimals) }),
      ...(closeAuthority === null ? {} : { closeAuthority: addressOf(closeAuthority) }),
    },
  };
}

function parsedMint(data: Uint8Array) {
  const { mintAuthority, freezeAuthority, supply, decimals, isInitialized } = mintDetails(data);
  return {
    type: 'mint',
    info: {
      decimals,
      isInitialized,
      supply: supply.toString(),
      mintAuthority: textOrNull(mintAuthority),
      freezeAuthority: textOrNull(freezeAuthority),
    },
  };
}

/** Accounts of the token programs, read for people; null for any other account. */
function parsedData(ledger: Decimals, { owner, data }: StoredAccount) {
  if (!isTokenProgram(owner)) return null;
  const parsed = isTokenAccountData(data)
    ? parsedToken(ledger, data)
    : isMintData(data)
      ? parsedMint(data)
      : null;
  if (parsed === null) return null;
  return { program: owner === PROGRAMS.token ? 'spl-token' : 'spl-token-2022', parsed, space: data.length };
}

function sliced(data: Uint8Array, slice: unknown): Uint8Array {
  if (slice === undefined || slice === null) return data;
  if (typeof slice !== 'object') throw invalidParams('dataSlice must be an object');
  const { offset, length } = slice as Config;
  const start = integer(offset, 'dataSlice.offset');
  return data.subarray(start, start + integer(length, 'dataSlice.length'));
}

function encodedData(ledger: Decimals, account: StoredAccount, { encoding = 'base58', dataSlice }: Config) {
  const data = sliced(account.data, dataSlice);
  const base64 = () => [Buffer.from(data).toString('base64'), 'base64'];
  if (encoding === 'base64') return base64();
  if (encoding === 'jsonParsed') return parsedData(ledger, account) ?? base64();
  if (encoding !== 'base58') {
    throw invalidParams('encoding must be base64, jsonParsed or base58');
  }
  if (data.length > MAX_BASE58_BYTES) {
    throw new RpcError(
      RPC_CODES.invalidRequest,
      `Encoded binary (base 58) data should be less than ${MAX_BASE58_BYTES} bytes, please use Base64 encoding.`,
    );
  }
  return [bs58.encode(data), 'base58'];
}

/** Mints that say how the amounts of these accounts read. */
export const mintsOf = (accounts: readonly (StoredAccount | null)[]): string[] =>
  accounts.flatMap((account) =>
    account !== null && isTokenProgram(account.owner) && isTokenAccountData(account.data)
      ? [addressOf(tokenMintBytes(account.data))]
      : [],
  );

/** The accounts at these addresses. What is not in memory is asked for at once, and not one after the other. */
export function encodeAccountsAt(ledger: Ledger, addresses: readonly string[], config: Config) {
  ledger.requireKnown(addresses);
  return encodeAccounts(
    ledger,
    addresses.map((address) => ledger.account(address)),
    config,
  );
}

/** Accounts in the shape of the interface, in their order. */
export function encodeAccounts(ledger: Ledger, accounts: readonly (StoredAccount | null)[], config: Config) {
  if (config.encoding === 'jsonParsed') ledger.requireKnown(mintsOf(accounts));
  return accounts.map((account) => encodeAccount(ledger, account, config));
}

/** An account in the shape of the interface; null stays null. Throws an RpcError for an unknown encoding. */
export function encodeAccount(ledger: Decimals, account: StoredAccount | null, config: Config) {
  if (account === null) return null;
  return {
    data: encodedData(ledger, account, config),
    executable: account.executable,
    lamports: Number(account.lamports),
    owner: account.owner,
    rentEpoch: Number(account.rentEpoch),
    space: account.data.length,
  };
}
