import 'fake-indexeddb/auto';
import { GUARD_PROGRAM } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { type Connection, type PublicKey, SystemProgram, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messageOf } from './describe.ts';
import { append, FEE, guardOn, type Payment, paymentOf, recompiled } from './guard-testing.ts';
import { journal } from './journal.ts';
import { runTx } from './run-tx.ts';
import { submit } from './submit.ts';
import type { TxIntent, TxState } from './types.ts';

const FUNDS = 1_000_000_000n;
const NETWORK_FEE = 5_000n;

/** What the node says of a transaction with more instructions than these. */
interface Guarded {
  error?: { err: unknown; logs: string[] };
  cost?: bigint;
  /** It says so of the built one too. */
  always?: boolean;
  /** It does not simulate the second one. */
  silent?: boolean;
}
const STOPPED = {
  err: { InstructionError: [3, { Custom: 6001 }] },
  logs: [`Program ${GUARD_PROGRAM} failed: custom program error: 0x1771`],
};

/** A node that knows the owner and the receiver of the fees. `failure`: of what was sent. */
function node({ owner, fees }: Payment, guarded: Guarded, failure: unknown = null) {
  const system = SystemProgram.programId;
  const balance = (address: string) => (address === owner.publicKey.toBase58() ? FUNDS : FEE);
  const simulated: number[] = [];
  /** Signatures among what it was shown: none of them is a node's before what was signed is sent. */
  const leaked: Uint8Array[] = [];
  const connection = {
    getBlockHeight: async () => 900,
    getLatestBlockhashAndContext: async () => ({
      context: { slot: 900 },
      value: { blockhash: '', lastValidBlockHeight: 1_050 },
    }),
    isBlockhashValid: async () => ({ context: { slot: 900 }, value: true }),
    getSignatureStatuses: async () => ({
      context: { slot: 901 },
      value: [{ err: failure, confirmationStatus: 'confirmed', confirmations: 1, slot: 900 }],
    }),
    getMultipleAccountsInfoAndContext: async (keys: PublicKey[]) => ({
      context: { slot: 900 },
      value: keys.map((key) => ({
        lamports: Number(balance(key.toBase58())),
        owner: system,
        data: new Uint8Array(),
      })),
    }),
    simulateTransaction: async (
      tx: VersionedTransaction,
      { accounts: { addresses } }: { accounts: { addresses: string[] } },
    ) => {
      const count = tx.message.compiledInstructions.length;
      simulated.push(count);
      leaked.push(...tx.signatures.filter((one) => one.some((byte) => byte !== 0)));
      const isGuarded = count > 3;
      if (isGuarded && guarded.silent) throw new Error('node is away');
      const { err, logs } = (isGuarded ? guarded.error : undefined) ?? { err: null, logs: [] };
      const dear = isGuarded || guarded.always === true;
      const cost = (dear ? guarded.cost : undefined) ?? 2n * FEE + NETWORK_FEE;
      const after = (address: string) =>
        address === fees.toBase58() ? balance(address) + 2n * FEE : balance(address) - cost;
      const accounts = addresses.map((address) => ({
        lamports: Number(after(address)),
        owner: system.toBase58(),
        data: ['', 'base64'],
      }));
      return { context: { slot: 900 }, value: { err, logs, accounts: err === null ? accounts : null } };
    },
  };
  return { connection: connection as unknown as Connection, simulated, leaked };
}

const service = vi.fn<typeof globalThis.fetch>();
beforeEach(() => {
  service.mockReset();
  vi.stubGlobal('fetch', service);
});
afterEach(() => vi.unstubAllGlobals());
const answers = (answer: { status: 'Success' | 'Failed'; signature: string | null; error: string | null }) =>
  service.mockImplementation(async () => new Response(JSON.stringify(answer)));

/** Runs the payment with a wallet that puts two guards behind it. */
async function run(guarded: Guarded, failure: unknown = null) {
  const payment = paymentOf();
  const { owner, fees, built } = payment;
  const { connection, simulated, leaked } = node(payment, guarded, failure);
  const states: TxState[] = [];
  const asked: string[] = [];
  const put = vi.spyOn(journal, 'put');
  const intent: TxIntent = {
    kind: 'cancel',
    title: crypto.randomUUID(),
    owner: built.expectation.owner,
    build: async () => ({ built, review: { verdict: 'as-shown' } }),
    describe: () => 'Done',
    invalidates: [],
  };
  let signature = '';
  const outcome = await runTx(intent, {
    connection,
    ask: async ({ reasons }) => {
      asked.push(...(reasons ?? []));
      return true;
    },
    onState: (state) => states.push(state),
    onDone: () => undefined,
    signer: {
      pubkey: built.expectation.owner,
      signTransaction: async (tx) => {
        const changed = recompiled(tx, append(guardOn(owner.publicKey), guardOn(fees)));
        changed.sign([owner]);
        signature = bs58.encode(changed.signatures[0] ?? new Uint8Array());
        return changed;
      },
    },
  });
  expect(leaked).toEqual([]);
  const last = states.at(-1);
  if (!last) throw new Error('no state');
  const entry = put.mock.lastCall?.[0];
  return { outcome, signature, simulated, asked, entry, message: messageOf(last) };
}

describe('a payment that the wallet has guarded', () => {
  it('is simulated again as it was signed, and on disk under its new signature before it is sent', async () => {
    const onDisk: unknown[] = [];
    service.mockImplementation(async (_, init) => {
      const { signedTransaction } = JSON.parse(String(init?.body)) as { signedTransaction: string };
      const sent = VersionedTransaction.deserialize(Buffer.from(signedTransaction, 'base64'));
      const sentAs = bs58.encode(sent.signatures[0] ?? new Uint8Array());
      const known = (await journal.unfinished()).filter((one) => one.signature === sentAs);
      onDisk.push(...known.map((one) => [one.step, one.signedTransaction === signedTransaction]));
      return new Response(JSON.stringify({ status: 'Success', signature: sentAs, error: null }));
    });
    const { outcome, signature, simulated, entry } = await run({});
    expect(outcome).toMatchObject({ result: 'done', signature });
    expect(simulated).toEqual([3, 5]);
    expect(onDisk).toEqual([['sent', true]]);
    expect(entry).toMatchObject({ step: 'done', signature });
  });

  it.each<[string, Guarded, RegExp]>([
    ['could not be simulated again', { silent: true }, /it could not be simulated: “node is away”/],
    [
      'is stopped by a guard in the simulation',
      { error: STOPPED },
      /Not sent: your wallet’s protection blocked it\. No funds moved\./,
    ],
    [
      'is refused by the chain otherwise',
      { error: { err: 'x', logs: ['Program log: Error: insufficient lamports'] } },
      /the chain would refuse it as the wallet has changed it: .*insufficient/,
    ],
    [
      'costs more than the built one',
      { cost: 50_000_000n },
      /as the wallet has changed it, the node shows that it would cost 0\.05 SOL/,
    ],
  ])('is not sent where it %s', async (_, guarded, words) => {
    const { outcome, entry, message } = await run(guarded);
    expect(outcome.result).toBe('failed');
    expect(message.text).toMatch(words);
    expect(service).not.toHaveBeenCalled();
    expect(entry).toMatchObject({ step: 'discarded', signedTransaction: null });
  });

  it('needs no second yes for what its owner has agreed to', async () => {
    answers({ status: 'Success', signature: null, error: null });
    const { outcome, asked } = await run({ cost: 50_000_000n, always: true });
    expect(asked).toEqual([expect.stringMatching(/^the node shows that it would cost 0\.05 SOL/)]);
    expect(outcome.result).toBe('done');
  });

  it('says that the guard stopped it, when the service does', async () => {
    const { tx, owner } = paymentOf();
    const sent = Buffer.from(recompiled(tx, append(guardOn(owner.publicKey))).serialize()).toString('base64');
    const handIn = () =>
      submit(
        { id: 'one', owner: owner.publicKey.toBase58() as Pubkey, signature: null, context: undefined },
        sent,
      );
    const error = (index: number) =>
      `Transaction failed: error processing instruction ${index}: custom program error: 0x1771`;
    const stopped = 'Your wallet’s protection blocked it.';
    answers({ status: 'Failed', signature: null, error: error(3) });
    expect(await handIn()).toEqual({ accepted: false, message: stopped });
    answers({ status: 'Failed', signature: null, error: error(2) });
    expect(await handIn()).toEqual({ accepted: false, message: error(2) });
    service.mockImplementation(
      async () =>
        new Response(JSON.stringify({ type: 'invalid_request_error', message: error(3), request_id: 'r' }), {
          status: 400,
        }),
    );
    await expect(handIn()).rejects.toMatchObject({ kind: 'refused', message: stopped });
  });

  it('says that the guard stopped it, when it does so on the chain', async () => {
    answers({ status: 'Success', signature: null, error: null });
    const { message } = await run({}, STOPPED.err);
    expect(message).toMatchObject({ tone: 'bad', text: 'Your wallet’s protection blocked it' });
    const other = await run({}, { InstructionError: [1, { Custom: 1 }] });
    expect(other.message.text).toBe('The chain refused it');
  });
});
