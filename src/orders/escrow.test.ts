import type { AccountInfo, Connection, PublicKey } from '@solana/web3.js';
import { beforeEach, expect, it, vi } from 'vitest';
import { getConnection } from '@/api/rpc.ts';
import { setConfig } from '@/config.ts';
import { readEscrow } from './escrow.ts';
import { ESCROW, OWNER, paperConfig } from './fixtures.ts';

vi.mock('@/api/rpc.ts');

const CONFIG = paperConfig(() => OWNER);
const asked: string[] = [];
/** A node that answers about accounts by the data they hold. */
const chain = (...accounts: (Uint8Array | null)[]) => {
  const getMultipleAccountsInfo = async (keys: PublicKey[]) => {
    asked.push(...keys.map((key) => key.toBase58()));
    return accounts.map((data) => data && ({ data } as AccountInfo<Buffer>));
  };
  vi.mocked(getConnection).mockResolvedValue({ getMultipleAccountsInfo } as unknown as Connection);
};
/** A token account, in the middle of a larger buffer as a library may cut it out of an answer. */
function account(amount: bigint, length = 165): Uint8Array {
  const whole = new Uint8Array(length + 7).fill(255);
  const data = whole.subarray(7);
  if (length >= 72) new DataView(whole.buffer).setBigUint64(7 + 64, amount, true);
  return data;
}

beforeEach(() => {
  asked.length = 0;
  vi.mocked(getConnection).mockReset();
  setConfig(CONFIG);
});

it.each([0n, 1n, 6_500_000n, 2n ** 64n - 1n])('reads that an escrow holds %s', async (amount) => {
  chain(account(amount));
  expect(await readEscrow(ESCROW)).toBe(amount);
  expect(asked).toEqual([ESCROW]);
});

it('reads nothing where there is no account, or one without data', async () => {
  for (const data of [null, account(0n, 0)]) {
    chain(data);
    expect(await readEscrow(ESCROW)).toBe(0n);
  }
  chain(account(7n, 72));
  expect(await readEscrow(ESCROW)).toBe(7n);
});

it('does not take for an empty escrow what is no token account, nor an answer without it', async () => {
  chain(account(0n, 71));
  await expect(readEscrow(ESCROW)).rejects.toThrow(RangeError);
  chain();
  await expect(readEscrow(ESCROW)).rejects.toThrow('too few accounts');
});

it('knows nothing where there is no chain to ask, and asks none', async () => {
  setConfig({ ...CONFIG, rpc: false });
  expect(await readEscrow(ESCROW)).toBeNull();
  expect(getConnection).not.toHaveBeenCalled();
});

it('does not take a node that fails for an empty escrow', async () => {
  vi.mocked(getConnection).mockRejectedValue(new TypeError('network'));
  await expect(readEscrow(ESCROW)).rejects.toThrow('network');
});
