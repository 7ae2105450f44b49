import { describe, expect, it, vi } from 'vitest';
import { PROGRAMS } from '../ledger/addresses.ts';
import { USDC } from '../ledger/mints.ts';
import { toBase64 } from '../ledger/signers.ts';
import { createTestLedger } from '../ledger/testing/ledger.ts';
import { buyTerms, testOrder } from '../ledger/testing/terms.ts';
import { buildOwnerTransaction } from '../ledger/transactions/owner-transactions.ts';
import type { RpcDeps } from './ports.ts';
import { MOST_BYTES } from './read-accounts.ts';
import { createRpc } from './rpc.ts';

/** A hundred thousand bytes, which the VM brings along: nine of them may be asked for at once. */
const PROGRAM = PROGRAMS.associatedToken;
const AT_ONCE = 9;

type Answer = { result?: { value: unknown }; error?: { code: number; message: string } };

function opened() {
  const world = createTestLedger();
  const account = vi.spyOn(world.ledger, 'account');
  const deps = {
    ledger: world.ledger,
    memory: { load: async () => undefined },
    read: async <T>(look: () => T) => look(),
    isKnown: () => true,
  } as unknown as RpcDeps;
  let requests = 0;
  const charge = (many: number): void => {
    requests += many - 1;
  };
  const rpc = createRpc(deps);
  const call = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params });
  const ask = async (...body: Parameters<typeof call>) =>
    (await rpc(call(...body), undefined, charge)) as Answer;
  return { ...world, account, call, rpc, ask, charge, requests: () => requests };
}
const times = (count: number): string[] => Array.from({ length: count }, () => PROGRAM);
const BASE64 = { encoding: 'base64' };
const TOO_MUCH = { code: -32005, message: `These accounts hold more than ${MOST_BYTES} bytes` };

describe('what the accounts of one call hold', () => {
  it('counts by its bytes, from what the exchange never needs upwards', async () => {
    const { ledger, ask, requests } = opened();
    const bytes = ledger.account(PROGRAM)?.data.length ?? 0;
    expect(AT_ONCE * bytes).toBeLessThan(MOST_BYTES);
    expect((AT_ONCE + 1) * bytes).toBeGreaterThan(MOST_BYTES);
    const mints = Array.from({ length: 100 }, () => USDC.address);
    expect((await ask('getMultipleAccounts', mints, BASE64)).result?.value).toHaveLength(100);
    expect(requests()).toBe(0);
    expect((await ask('getMultipleAccounts', times(AT_ONCE), BASE64)).result?.value).toHaveLength(AT_ONCE);
    expect(requests()).toBe(2);
  });

  it('is bounded, and what is over that is not even read', async () => {
    const { account, ask } = opened();
    expect((await ask('getMultipleAccounts', times(100), BASE64)).error).toEqual(TOO_MUCH);
    // No part of them costs less: each is read whole.
    const none = { ...BASE64, dataSlice: { offset: 0, length: 0 } };
    expect((await ask('getMultipleAccounts', times(100), none)).error).toEqual(TOO_MUCH);
    expect(account).toHaveBeenCalledTimes(2 * (AT_ONCE + 1));
  });

  it('is bounded for a simulation too', async () => {
    const { ledger, keys, wallet, ask } = opened();
    const terms = buyTerms({ owner: wallet.address }, testOrder(keys, 1n), 5_000_000n);
    const tx = toBase64(buildOwnerTransaction(keys, terms, ledger.latestBlockhash().blockhash));
    const simulated = (count: number) =>
      ask('simulateTransaction', tx, { ...BASE64, accounts: { addresses: times(count) } });
    expect(await simulated(64)).toMatchObject({ error: TOO_MUCH });
    expect(await simulated(1)).toMatchObject({ result: { value: { accounts: [expect.anything()] } } });
  });

  it('ends a batch', async () => {
    const { call, rpc, charge } = opened();
    const calls = Array.from({ length: 13 }, () => call('getMultipleAccounts', times(AT_ONCE), BASE64));
    const answers = (await rpc(calls, undefined, charge)) as Answer[];
    expect(answers.map(({ error }) => error?.code)).toEqual([
      ...[undefined, undefined, undefined, undefined],
      ...Array(9).fill(-32005),
    ]);
  });
});
