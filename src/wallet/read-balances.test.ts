// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { STABLECOIN_MINT } from '@contract/mints.ts';
import { getAssociatedTokenAddressSync, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { setConfig } from '@/config.ts';
import { readBalances, readHolding } from './read-balances.ts';

const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
const SOL = 'So11111111111111111111111111111111111111112' as Pubkey;
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Pubkey;
const STABLECOIN = STABLECOIN_MINT as Pubkey;

/** The wallet's own account of a token, as the library of the token programs derives it. */
const accountOf = (mint: Pubkey, program = TOKEN_PROGRAM_ID): string =>
  getAssociatedTokenAddressSync(new PublicKey(mint), new PublicKey(OWNER), true, program).toBase58();

/** An account as a node tells it. */
const account = (data: Uint8Array, lamports = 2_039_280) => ({
  data: [btoa(String.fromCharCode(...data)), 'base64'],
  executable: false,
  lamports,
  owner: '11111111111111111111111111111111',
  rentEpoch: 0,
  space: data.length,
});
function tokens(amount: bigint, length = 165) {
  const data = new Uint8Array(length);
  new DataView(data.buffer).setBigUint64(64, amount, true);
  return account(data);
}

/** Answers the chain's calls with a value each; what was asked for, by method. */
function chain(value: unknown) {
  const asked: { method: string; params: unknown[] }[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { id, method, params } = JSON.parse(String(init.body));
    asked.push({ method, params });
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value } }));
  });
  return asked;
}

beforeEach(() => {
  setConfig({ mints: { usdc: USDC, stablecoin: STABLECOIN, sol: SOL } } as unknown as AppConfig);
});
afterEach(() => {
  vi.unstubAllGlobals();
  setConfig(null);
});

it('reads every balance to its last unit; what does not exist holds nothing', async () => {
  const asked = chain([account(new Uint8Array(), 1_234_567_890), tokens(2n ** 64n - 1n), null]);
  expect(await readBalances(OWNER)).toEqual({
    lamports: 1_234_567_890n,
    usdc: 2n ** 64n - 1n,
    stablecoin: 0n,
  });
  // The wallet, and its own accounts of both currencies.
  expect(asked[0]?.params[0]).toEqual([OWNER, accountOf(USDC), accountOf(STABLECOIN)]);
  chain([null, null, tokens(5_000_000n)]);
  expect(await readBalances(OWNER)).toEqual({ lamports: 0n, usdc: 0n, stablecoin: 5_000_000n });
});

it('counts a holding under both token programs, and SOL as lamports', async () => {
  const asked = chain([tokens(3n), tokens(4n, 170)]);
  expect(await readHolding(OWNER, USDC)).toBe(7n);
  expect(asked[0]?.params[0]).toEqual([accountOf(USDC), accountOf(USDC, TOKEN_2022_PROGRAM_ID)]);
  chain([null, tokens(4n, 170)]);
  expect(await readHolding(OWNER, USDC)).toBe(4n);
  chain(1_234_567_890);
  expect(await readHolding(OWNER, SOL)).toBe(1_234_567_890n);
});

it('takes an account without data for a token account that is still to be made', async () => {
  chain([null, account(new Uint8Array()), null]);
  expect((await readBalances(OWNER)).usdc).toBe(0n);
});

it.each([
  ['says nothing of an account', [null, tokens(1n)]],
  ['tells of what is no token account', [null, account(new Uint8Array(71)), null]],
  ['is none', 'broken'],
])('does not know a balance, rather than none, where an answer %s', async (_, value) => {
  chain(value);
  const failure = await readBalances(OWNER).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject({ kind: 'offline', message: 'Couldn’t read the balance.' });
});

it('asks nothing where there is no chain to ask', async () => {
  setConfig({ rpc: false } as unknown as AppConfig);
  const asked = chain([]);
  await expect(readBalances(OWNER)).rejects.toMatchObject({ kind: 'refused' });
  await expect(readHolding(OWNER, USDC)).rejects.toMatchObject({ kind: 'refused' });
  expect(asked).toEqual([]);
});
