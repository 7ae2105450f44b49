import 'fake-indexeddb/auto';
import { VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { execute } from '@/api/orders.writes.ts';
import { checkTransaction } from './check.ts';
import { records } from './database.ts';
import type { JournalEntry } from './journal.ts';

/* The service that a run sends to, and what the run leaves on the disk. A test that uses it mocks './check.ts'. */

export const service = vi.fn<typeof globalThis.fetch>();
export const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
/** The requests that carried a signed transaction. */
export const sent = () =>
  service.mock.calls.filter(([url, init]) => init?.method === 'POST' && String(url).endsWith('/execute'));

/** Signature of what was handed in last; null where nothing was. */
function signatureSent(): string | null {
  const [, init] = sent().at(-1) ?? [];
  if (!init) return null;
  const { signedTransaction } = JSON.parse(String(init.body)) as { signedTransaction: string };
  const { signatures } = VersionedTransaction.deserialize(Buffer.from(signedTransaction, 'base64'));
  return bs58.encode(signatures[0] ?? new Uint8Array());
}
export const success = (signature = signatureSent()) => answer({ status: 'Success', signature });
export const disk = records<JournalEntry>('transactions');
export const stepsOnDisk = async (): Promise<string[]> => (await disk.all()).map(({ step }) => step);

/** Before and after each test of a file: a clock of its own, a service to be scripted, an empty disk; every check passes. */
export function withScriptedService(): void {
  beforeAll(async () => {
    // What reads answers is loaded with the first of them, which takes time that no clock here counts.
    vi.stubGlobal('fetch', async () => success());
    await execute({ signedTransaction: '', requestId: 'warm' }).catch(() => undefined);
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    service.mockReset();
    vi.stubGlobal('fetch', service);
    vi.mocked(checkTransaction).mockImplementation(async (_connection, built) => ({
      verdict: 'matches',
      tx: VersionedTransaction.deserialize(Buffer.from(built.transaction, 'base64')),
    }));
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    await disk.remove((await disk.all()).map(({ id }) => id));
  });
}
