import { expect, it, vi } from 'vitest';
import { ServiceError } from '../../common/errors.ts';
import { PROGRAMS } from '../ledger/addresses.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import type { RpcDeps } from './ports.ts';
import { createRpc } from './rpc.ts';

/** An owner with so many spent accounts, and what is read of them. */
function ownerOf(spent: number) {
  const at = vi.fn(async () => []);
  const deps = {
    ledger: { slot: () => 1, requireKnown: () => undefined, tokenAccountsOf: () => [] },
    memory: { load: async () => undefined },
    read: async <T>(look: () => T) => look(),
    accounts: { spentOf: async () => Array.from({ length: spent }, (_, nth) => `A${nth}`), at },
  } as unknown as RpcDeps;
  const report = vi.fn();
  const params = [createTestWallet().address, { programId: PROGRAMS.token2022 }];
  const call = { jsonrpc: '2.0', id: 1, method: 'getTokenAccountsByOwner', params };
  return { at, report, call, rpc: createRpc(deps, report) };
}
/** Requests that are counted beyond those that a body counts as by its words. */
function counting() {
  let requests = 0;
  const charge = (many: number): void => {
    requests += many - 1;
  };
  return { charge, requests: () => Number(requests.toFixed(6)) };
}

it.each([
  // Two for the call, ten to a request, fifty accounts each.
  [0, 0],
  [400, 0],
  [401, 0.1],
  [1_000, 1.2],
  [35_000, 69.2],
])('counts a list of %i accounts as %d requests more', async (spent, more) => {
  const { rpc, call } = ownerOf(spent);
  const { charge, requests } = counting();
  await rpc(call, undefined, charge);
  expect(requests()).toBe(more);
});

it('counts all lists of a batch', async () => {
  const { rpc, call } = ownerOf(1_000);
  const { charge, requests } = counting();
  await rpc([call, call], undefined, charge);
  expect(requests()).toBe(3.4);
});

it('reads nothing of a list that its client cannot be lent, and says so', async () => {
  const { rpc, call, at, report } = ownerOf(1_000);
  const charge = (): void => {
    throw new ServiceError('rate-limited', 'RATE_LIMITED', 'wait a moment', { retryAfter: 1 });
  };
  expect(await rpc(call, undefined, charge)).toMatchObject({
    id: 1,
    error: { code: -32_005, message: 'wait a moment' },
  });
  expect(at).not.toHaveBeenCalled();
  expect(report).not.toHaveBeenCalled();
});

it('has others take their turn while it makes a long list', async () => {
  const { rpc, call, at } = ownerOf(1_000);
  let turns = 0;
  const count = () => {
    turns += 1;
    again = setImmediate(count);
  };
  let again = setImmediate(count);
  await rpc(call);
  clearImmediate(again);
  expect(at).toHaveBeenCalledTimes(5);
  expect(turns).toBeGreaterThanOrEqual(5);
});
