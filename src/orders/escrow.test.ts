import type { Pubkey } from '@contract/ids.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { toBase64 } from '@/lib/base64.ts';
import { readEscrow } from './escrow.ts';
import { ESCROW, OWNER, paperConfig } from './fixtures.ts';

const CONFIG = paperConfig(() => OWNER);
const node = vi.fn<typeof fetch>();
/** Accounts that the node was asked for. */
const asked = (): Pubkey[] =>
  node.mock.calls.flatMap(([, init]) => JSON.parse(String(init?.body)).params[0] as Pubkey[]);
/** A node that answers about accounts by the data they hold. */
const chain = (...accounts: (Uint8Array | null)[]) =>
  node.mockImplementation(async (_, init) => {
    const { id } = JSON.parse(String(init?.body)) as { id: string };
    const value = accounts.map(
      (data) =>
        data && {
          data: [toBase64(data), 'base64'],
          executable: false,
          lamports: 1,
          owner: OWNER,
          rentEpoch: 0,
        },
    );
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value } }));
  });
function account(amount: bigint, length = 165): Uint8Array {
  const data = new Uint8Array(length).fill(255);
  if (length >= 72) new DataView(data.buffer).setBigUint64(64, amount, true);
  return data;
}

beforeEach(() => {
  node.mockReset();
  vi.stubGlobal('fetch', node);
  vi.stubGlobal('window', { location: { origin: 'https://desk.example' } });
  setConfig(CONFIG);
});

it.each([0n, 1n, 6_500_000n, 2n ** 64n - 1n])('reads that an escrow holds %s', async (amount) => {
  chain(account(amount));
  expect(await readEscrow(ESCROW)).toBe(amount);
  expect(asked()).toEqual([ESCROW]);
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
  expect(node).not.toHaveBeenCalled();
});

it('does not take a node that fails for an empty escrow', async () => {
  node.mockRejectedValue(new TypeError('network'));
  await expect(readEscrow(ESCROW)).rejects.toThrow('network');
});
