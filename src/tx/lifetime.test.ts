import type { Connection } from '@solana/web3.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lastHeightOf, stillValid } from './lifetime.ts';

const deployment = vi.hoisted(() => ({ rpc: true }));
vi.mock('@/config.ts', async (original) => ({
  ...(await original<typeof import('@/config.ts')>()),
  hasRpc: () => deployment.rpc,
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  deployment.rpc = true;
  vi.useRealTimers();
});

/** A node whose confirmed chain ends at height 50, in slot 100. */
function nodeThat(validAt: number | null) {
  const isBlockhashValid = vi.fn(async () => ({
    context: { slot: validAt ?? 100 },
    value: validAt !== null,
  }));
  const getLatestBlockhashAndContext = vi.fn(async () => ({
    context: { slot: 100 },
    value: { blockhash: '', lastValidBlockHeight: 200 },
  }));
  const connection = { isBlockhashValid, getLatestBlockhashAndContext } as unknown as Connection;
  return { connection, isBlockhashValid, getLatestBlockhashAndContext };
}
const ended = async <T>(what: Promise<T>): Promise<T> => {
  await vi.advanceTimersByTimeAsync(10_000);
  return what;
};

it.each([
  ['of the same slot', 100, 200],
  ['of an earlier slot, so that as many blocks may lie between', 110, 210],
  ['of a later slot, which counts for nothing', 90, 200],
])('a transaction can land for 150 more blocks than the height %s', async (_name, slot, last) => {
  expect(await ended(lastHeightOf(nodeThat(slot).connection, 'hash'))).toBe(last);
});

it('is over where four answers in a row say so, and one of four is enough for the other', async () => {
  const { connection, isBlockhashValid } = nodeThat(null);
  expect(await ended(lastHeightOf(connection, 'hash'))).toBe('over');
  expect(isBlockhashValid).toHaveBeenCalledTimes(4);
  expect(await ended(stillValid(connection, { blockhash: 'hash' }))).toBe(false);
  const late = nodeThat(100);
  const no = { context: { slot: 100 }, value: false };
  for (let times = 0; times < 3; times++) late.isBlockhashValid.mockResolvedValueOnce(no);
  expect(await ended(stillValid(late.connection, { blockhash: 'hash' }))).toBe(true);
});

it('is not known where a node does not answer, which is no reason not to send', async () => {
  const { connection, isBlockhashValid, getLatestBlockhashAndContext } = nodeThat(100);
  getLatestBlockhashAndContext.mockRejectedValueOnce(new Error('no answer'));
  expect(await ended(lastHeightOf(connection, 'hash'))).toBeNull();
  isBlockhashValid.mockRejectedValue(new Error('no answer'));
  expect(await ended(lastHeightOf(connection, 'hash'))).toBeNull();
  expect(await ended(stillValid(connection, { blockhash: 'hash' }))).toBe(true);
});

it('is asked of nobody where there is nobody to ask', async () => {
  deployment.rpc = false;
  const { connection, isBlockhashValid, getLatestBlockhashAndContext } = nodeThat(null);
  expect(await ended(lastHeightOf(connection, 'hash'))).toBeNull();
  expect(await ended(stillValid(connection, { blockhash: 'hash' }))).toBe(true);
  expect([isBlockhashValid, getLatestBlockhashAndContext].flatMap(({ mock }) => mock.calls)).toEqual([]);
});
