// @vitest-environment happy-dom
import { type AppConfigWire, DEFAULT_BASES, GUARD_PROGRAM } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { signInMemo, signInText } from '@contract/triggers/sign-in.ts';
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchConfig } from '@/api/config.queries.ts';
import { triggerToken, useTriggerToken } from '@/api/trigger-token.ts';
import { useWalletStore } from '@/wallet/index.ts';
import { type SignInWallet, signIn, useSession } from './session.ts';

const keypair = Keypair.generate();
const OWNER = keypair.publicKey.toBase58() as Pubkey;
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

const NONCE = '0123456789abcdef0123456789abcdef';
const challenge = (host: string = window.location.host) =>
  signInText({
    host,
    wallet: OWNER,
    nonce: NONCE,
    issuedAt: '2026-10-03T12:00:00.000Z',
    expiresAt: '2026-10-03T12:05:00.000Z',
  });
const memo = (host: string = window.location.host) => signInMemo({ host, wallet: OWNER, nonce: NONCE });

function memoTransaction(text: string, more: TransactionInstruction[] = []): string {
  const memo = new TransactionInstruction({
    programId: MEMO,
    keys: [{ pubkey: keypair.publicKey, isSigner: true, isWritable: false }],
    data: Buffer.from(text),
  });
  const message = new TransactionMessage({
    payerKey: keypair.publicKey,
    recentBlockhash: Keypair.generate().publicKey.toBase58(),
    instructions: [memo, ...more],
  }).compileToV0Message();
  return Buffer.from(new VersionedTransaction(message).serialize()).toString('base64');
}

let asked: { path: string; body: Record<string, unknown> }[];
let answers: { message?: string; transaction?: string };
const signMessage = vi.fn(async () => new Uint8Array(64).fill(7));
const signTransaction = vi.fn(async (tx: VersionedTransaction) => {
  tx.sign([keypair]);
  return tx;
});
const wallet = (able = true): SignInWallet => ({
  pubkey: OWNER,
  signTransaction,
  signMessage: able ? signMessage : null,
});

async function serve(path: string, init: RequestInit): Promise<Response> {
  const body = JSON.parse(String(init.body)) as Record<string, unknown>;
  asked.push({ path, body });
  const answer = path.endsWith('/verify')
    ? { token: `x.${btoa(JSON.stringify({ iat: 0, exp: 3_600 }))}.y` }
    : body.type === 'message'
      ? { type: 'message', challenge: answers.message }
      : { type: 'transaction', transaction: answers.transaction };
  return new Response(JSON.stringify(answer));
}

const configOf = (mode: 'paper' | 'live', trigger: AppConfigWire['trigger']): AppConfigWire => ({
  mode,
  trigger,
  providers: [],
  mints: { usdc: OWNER, stablecoin: OWNER, sol: OWNER },
  explorer: null,
  bases: DEFAULT_BASES,
  paper: null,
  chain: null,
});

beforeEach(() => {
  asked = [];
  answers = { message: challenge(), transaction: memoTransaction(memo()) };
  triggerToken.drop();
  signMessage.mockClear();
  signTransaction.mockClear();
  useWalletStore.setState({ pubkey: OWNER });
  vi.stubGlobal('fetch', serve);
});
afterEach(() => vi.unstubAllGlobals());

describe('signing in', () => {
  it('asks the wallet once, however many want it', async () => {
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => signIn(wallet(), 'message')));
    expect(new Set(results.map(({ result }) => result))).toEqual(new Set(['signed-in']));
    expect(signMessage).toHaveBeenCalledTimes(1);
    expect(asked.map(({ path }) => path)).toEqual(['/trigger/v2/auth/challenge', '/trigger/v2/auth/verify']);
    await signIn(wallet(), 'message');
    expect(signMessage).toHaveBeenCalledTimes(1);
    expect(useTriggerToken.getState().held?.owner).toBe(OWNER);
  });

  it('uses a transaction where the wallet signs no text, and hands it only to the check', async () => {
    expect(await signIn(wallet(false), 'message')).toEqual({ result: 'signed-in' });
    expect(signTransaction).toHaveBeenCalledTimes(1);
    expect(asked[1]?.body).toMatchObject({ type: 'transaction', walletPubkey: OWNER });
    expect(asked).toHaveLength(2);
  });

  it('takes a transaction that the wallet has guarded, and one that it has changed otherwise not', async () => {
    const lighthouse = new PublicKey(GUARD_PROGRAM);
    const changing = (programId: PublicKey) => async (tx: VersionedTransaction) => {
      const message = TransactionMessage.decompile(tx.message);
      const keys = [{ pubkey: keypair.publicKey, isSigner: false, isWritable: false }];
      message.instructions.push(new TransactionInstruction({ programId, keys, data: Buffer.from([5, 0]) }));
      const changed = new VersionedTransaction(message.compileToV0Message());
      changed.sign([keypair]);
      return changed;
    };
    signTransaction.mockImplementationOnce(changing(Keypair.generate().publicKey));
    expect(await signIn(wallet(false), 'transaction')).toMatchObject({
      result: 'failed',
      reason: expect.stringContaining('the wallet changed the transaction'),
    });
    expect(asked).toHaveLength(1);
    signTransaction.mockImplementationOnce(changing(lighthouse));
    expect(await signIn(wallet(false), 'transaction')).toEqual({ result: 'signed-in' });
  });

  it('signs no challenge of anybody else', async () => {
    answers.message = challenge('evil.example');
    const outcome = await signIn(wallet(), 'message');
    expect(outcome).toEqual({
      result: 'failed',
      reason: `The text to sign was refused: it is for “evil.example”, and this page is “${window.location.host}”. Nothing was signed.`,
    });
    expect(signMessage).not.toHaveBeenCalled();
  });

  describe('on a live platform', () => {
    const configured = async (mode: 'paper' | 'live') => {
      const trigger = { enabled: true, signInDomains: ['platform.example'] };
      vi.stubGlobal('fetch', async () => new Response(JSON.stringify(configOf(mode, trigger))));
      await fetchConfig();
      vi.stubGlobal('fetch', serve);
    };
    afterEach(() => configured('paper'));

    it.each(['message', 'transaction'] as const)('signs by %s for the configured domain too', async (way) => {
      await configured('live');
      answers = {
        message: challenge('platform.example'),
        transaction: memoTransaction(memo('platform.example')),
      };
      expect(await signIn(wallet(), way)).toEqual({ result: 'signed-in' });
      triggerToken.drop();
      answers = { message: challenge('evil.example'), transaction: memoTransaction(memo('evil.example')) };
      expect(await signIn(wallet(), way)).toMatchObject({
        result: 'failed',
        reason: expect.stringContaining('“evil.example”'),
      });
    });

    it('and on paper for none', async () => {
      await configured('paper');
      answers.message = challenge('platform.example');
      expect(await signIn(wallet(), 'message')).toMatchObject({ result: 'failed' });
      expect(signMessage).not.toHaveBeenCalled();
    });
  });

  it.each([
    [
      'moves SOL',
      () =>
        memoTransaction(memo(), [
          SystemProgram.transfer({
            fromPubkey: keypair.publicKey,
            toPubkey: Keypair.generate().publicKey,
            lamports: 1,
          }),
        ]),
    ],
    [
      'pays a priority fee',
      () => memoTransaction(memo(), [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 })]),
    ],
    ['is for another host', () => memoTransaction(memo('evil.example'))],
    ['carries another memo', () => memoTransaction('hello')],
    ['cannot be read', () => 'AAAA'],
  ])('signs no transaction that %s', async (_name, transaction) => {
    answers.transaction = transaction();
    expect(await signIn(wallet(false), 'transaction')).toMatchObject({ result: 'failed' });
    expect(signTransaction).not.toHaveBeenCalled();
  });

  it('takes a refusal in the wallet quietly', async () => {
    signMessage.mockRejectedValueOnce(new Error('User rejected the request.'));
    expect(await signIn(wallet(), 'message')).toEqual({ result: 'rejected' });
    expect(triggerToken.read()).toBeUndefined();
  });

  it('holds no token for a wallet that has gone meanwhile, and drops it when the wallet changes', async () => {
    signMessage.mockImplementationOnce(async () => {
      useWalletStore.setState({ pubkey: null });
      return new Uint8Array(64);
    });
    expect(await signIn(wallet(), 'message')).toMatchObject({ result: 'failed' });
    expect(triggerToken.read()).toBeUndefined();
    useWalletStore.setState({ pubkey: OWNER });
    await signIn(wallet(), 'message');
    expect(triggerToken.read()).toBeDefined();
    useWalletStore.setState({ pubkey: Keypair.generate().publicKey.toBase58() as Pubkey });
    expect(triggerToken.read()).toBeUndefined();
  });

  it('is written nowhere', async () => {
    await signIn(wallet(), 'message');
    const token = triggerToken.read() ?? 'none';
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(token);
  });
});

it('lets another wallet sign in while the one before is still asked', async () => {
  answers = { message: challenge() };
  const connect = (pubkey: Pubkey | null, sign: NonNullable<SignInWallet['signMessage']>) =>
    act(() =>
      useWalletStore.setState({
        pubkey,
        actions: {
          connect: vi.fn(),
          disconnect: vi.fn(),
          leave: vi.fn(),
          signTransaction,
          signAllTransactions: null,
          signMessage: sign,
        },
      }),
    );
  connect(OWNER, () => new Promise(() => undefined));
  const { result } = renderHook(() => useSession());
  act(() => result.current.signIn());
  expect(result.current.busy).toBe(true);
  connect('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey, signMessage);
  expect(result.current.busy).toBe(false);
  connect(OWNER, signMessage);
  expect(result.current.busy, 'its window is still open').toBe(true);
  await act(async () => result.current.leave());
  await expect.poll(() => result.current.busy).toBe(false);
});
