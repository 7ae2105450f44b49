import type { TransactionInstruction } from '@solana/web3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { addSignatures, toBase64 } from '../ledger/signers.ts';
import { guardOf, recompiled } from '../ledger/testing/guards.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { createRpc } from '../rpc/rpc.ts';
import { decoded, type Harness } from '../testing/exchange.ts';
import { buildParlay, itemOf, LEGS, openParlays, type ParlayUniverse } from './testing/parlays.ts';

let database: Database;
let h: Harness<ParlayUniverse>;
let wallet: PlatformSigner;
beforeAll(async () => {
  database = await freshDatabase();
  h = await openParlays(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  wallet = await h.wallet();
});

const FULL_SOL = 10_000_000_000n;
const ENTRY = 1_000_000n;
const FEE = 5_000n;
const request = () => ({ ownerPubkey: wallet.address, parlays: [{ legMarketIds: LEGS }] });
const prepare = async () => (await h.services.prepareFreeParlays({ body: request() })).paymentTransaction;
const submit = (signedTransaction: string) =>
  h.services.submitFreeParlays({ body: { ...request(), signedTransaction } });
const lamports = () => h.exchange.ledger.lamports(wallet.address);
const slips = async () => (await h.services.listSlips({ query: { walletAddress: wallet.address } })).slips;

type Change = (own: TransactionInstruction[]) => TransactionInstruction[];
const guarded =
  (count: number): Change =>
  (own) => [...own, ...Array.from({ length: count }, () => guardOf(wallet.address))];
/** The payment as the wallet changes and signs it. */
const changed = (payment: string, change: Change): string =>
  toBase64(addSignatures(recompiled(decoded(payment), change), [wallet]));
const rpc = async (method: string, ...params: unknown[]) =>
  (await createRpc(h.exchange.rpc, (cause) => {
    throw cause;
  })({ jsonrpc: '2.0', id: 1, method, params })) as {
    result?: { value?: { err: unknown } };
    error?: { message: string };
  };

describe('a payment that its owner alone signs', () => {
  it.each([1, 2])('lands with %i guards behind it, under the signature of what landed', async (count) => {
    const transaction = changed(await prepare(), guarded(count));
    const { txSignature, parlays } = await submit(transaction);
    expect(parlays).toMatchObject([{ status: 'ok', legMarketIds: LEGS }]);
    expect(lamports()).toBe(FULL_SOL - ENTRY - FEE);
    const landed = await rpc('getTransaction', txSignature, {
      encoding: 'base64',
      maxSupportedTransactionVersion: 0,
    });
    expect(landed.result).toMatchObject({ transaction: [transaction, 'base64'], meta: { err: null } });
    expect((await h.exchange.audit()).ok).toBe(true);
  });

  it('lands once, whichever form of it comes first, at once or after a restart', async () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
    ]) {
      wallet = await h.wallet();
      const payment = await prepare();
      const forms = order.map((count) => changed(payment, guarded(count)));
      const [first, ...others] = await Promise.all(forms.map(submit));
      for (const answer of others) expect(answer).toEqual(first);
      await h.start();
      for (const form of forms) expect(await submit(form)).toEqual(first);
      expect(await slips()).toHaveLength(1);
      expect(lamports()).toBe(FULL_SOL - ENTRY - FEE);
    }
  });

  it('goes by the JSON-RPC too', async () => {
    const transaction = changed(await prepare(), guarded(2));
    const config = { encoding: 'base64', sigVerify: true };
    expect((await rpc('simulateTransaction', transaction, config)).result?.value?.err).toBeNull();
    expect((await rpc('sendTransaction', transaction, config)).result).toMatch(
      /^[1-9A-HJ-NP-Za-km-z]{80,90}$/,
    );
    expect(await slips()).toHaveLength(1);
  });

  const stranger = createTestWallet().address;
  it.each<[string, Change]>([
    ['three guards', (own) => guarded(3)(own)],
    ['a memory write', (own) => [...own, guardOf(wallet.address, [0, 0, 0])]],
    ['a memory close', (own) => [...own, guardOf(wallet.address), guardOf(wallet.address, [1, 0, 0])]],
    ['a program that only looks like it', (own) => [...own, guardOf(wallet.address, [5, 0], stranger)]],
    ['a guard in front', (own) => [guardOf(wallet.address), ...own]],
    ['an entry less', (own) => [...own.slice(0, 2), ...own.slice(3), guardOf(wallet.address)]],
  ])('is refused with %s, and nothing moves', async (_, change) => {
    const transaction = changed(await prepare(), change);
    await expect(submit(transaction)).rejects.toMatchObject({ kind: 'invalid', param: 'signedTransaction' });
    const { status, error } = await h.execute(transaction);
    expect([status, error]).toEqual(['Failed', expect.stringMatching(/not built by this exchange/)]);
    expect((await rpc('simulateTransaction', transaction, { encoding: 'base64' })).error?.message).toMatch(
      /only transactions built by this exchange/,
    );
    expect(lamports()).toBe(FULL_SOL);
  });

  it('is refused with guards that nobody has signed', async () => {
    const payment = await prepare();
    const plain = addSignatures(decoded(payment), [wallet]);
    const tx = recompiled(decoded(payment), guarded(1));
    await expect(submit(toBase64(tx))).rejects.toMatchObject({ kind: 'invalid' });
    tx.signatures = plain.signatures;
    await expect(submit(toBase64(tx))).rejects.toMatchObject({ kind: 'invalid' });
    expect(lamports()).toBe(FULL_SOL);
    expect((await submit(changed(payment, guarded(1)))).parlays).toMatchObject([{ status: 'ok' }]);
  });
});

it('takes no guards where the exchange signs too', async () => {
  const built = await buildParlay(h, wallet);
  const item = { ...itemOf(built, wallet), signedTransaction: changed(built.transaction, guarded(1)) };
  const { parlays } = await h.services.executeParlays({ body: { parlays: [item] } });
  expect(parlays).toMatchObject([{ status: 'error', code: 'UNKNOWN_TRANSACTION' }]);
  expect(
    (await h.services.executeParlays({ body: { parlays: [itemOf(built, wallet)] } })).parlays,
  ).toMatchObject([{ status: 'ok' }]);
});
