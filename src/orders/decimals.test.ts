import { PROGRAMS } from '@contract/transactions/programs.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { toBase64 } from '@/lib/base64.ts';
import { decimalsOf } from './decimals.ts';
import { MINTS, ORDER, OWNER, paperConfig, STRANGER } from './fixtures.ts';

const CONFIG = paperConfig(() => OWNER);
const MINT = STRANGER;
const node = vi.fn<typeof fetch>();
/** A node that has this account where the mint is to be. */
const chain = (account: { data: Uint8Array; owner: string } | null) =>
  node.mockImplementation(async (_, init) => {
    const { id } = JSON.parse(String(init?.body)) as { id: string };
    const value = account && {
      data: [toBase64(account.data), 'base64'],
      executable: false,
      lamports: 1,
      owner: account.owner,
      rentEpoch: 0,
    };
    return Response.json({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value: [value] } });
  });
/** `kind`: what stands behind the length of a token account, where there are extensions. */
function mint(decimals: number, owner: string, length = 82, kind = 1) {
  const data = new Uint8Array(length);
  data[44] = decimals;
  if (length > 165) data[165] = kind;
  return { data, owner };
}

beforeEach(() => {
  node.mockReset();
  vi.stubGlobal('fetch', node);
  vi.stubGlobal('window', { location: { origin: 'https://desk.example' } });
  setConfig({ ...CONFIG, mode: 'live' });
});

it.each([mint(6, PROGRAMS.token), mint(6, PROGRAMS.token2022), mint(6, PROGRAMS.token2022, 300)])(
  'are read off the mint (%#)',
  async (account) => {
    chain(account);
    expect(await decimalsOf(MINT, null)).toBe(6);
  },
);

it.each([
  ['nothing', null],
  ['an account of another program', mint(6, ORDER)],
  ['a token account', mint(6, PROGRAMS.token, 165)],
  ['a token account with extensions', mint(6, PROGRAMS.token2022, 300, 2)],
  ['what is too short', mint(6, PROGRAMS.token, 40)],
])('are not known where the chain has %s', async (_, account) => {
  chain(account);
  expect(await decimalsOf(MINT, null)).toBeNull();
});

it('are not known where there is no chain to ask, or it does not answer', async () => {
  node.mockRejectedValue(new TypeError('network'));
  expect(await decimalsOf(MINT, null)).toBeNull();
  node.mockReset();
  setConfig({ ...CONFIG, mode: 'live', rpc: false });
  expect(await decimalsOf(MINT, null)).toBeNull();
  expect(node).not.toHaveBeenCalled();
});

it('are known of what is configured, whatever a transaction says, and of what the chain compares', async () => {
  expect(await decimalsOf(CONFIG.mints.sol, 6)).toBe(9);
  expect(await decimalsOf(MINTS.usdc, 9)).toBe(6);
  expect(await decimalsOf(MINTS.stablecoin, null)).toBe(6);
  expect(await decimalsOf(MINT, 7)).toBe(7);
  expect(node).not.toHaveBeenCalled();
});
