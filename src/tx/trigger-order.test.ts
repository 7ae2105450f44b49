import 'fake-indexeddb/auto';
import type { Pubkey, Signature } from '@contract/ids.ts';
import { tokenAmount } from '@contract/money.ts';
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
} from '@solana/spl-token';
import {
  type Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { triggerToken } from '@/api/trigger-token.ts';
import { checkDecoded } from './check-decoded.ts';
import { associatedTokenAddress, decodeTx } from './decode.ts';
import { depositExpectation } from './expectations.ts';
import { type JournalEntry, journal } from './journal.ts';
import { lookLater } from './look-later.ts';
import { confirmSent, sendSigned } from './run-tx.ts';
import type { SubmitVia } from './submit.ts';
import type { TxState } from './types.ts';

const owner = Keypair.generate().publicKey;
const vault = Keypair.generate().publicKey;
const stranger = Keypair.generate().publicKey;
const mint = Keypair.generate().publicKey;
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const key = (value: PublicKey) => value.toBase58() as Pubkey;
const ata = (who: PublicKey) => new PublicKey(associatedTokenAddress(key(who), key(mint)));
const AMOUNT = 2_000_000_000n;

const memo = (text: string) =>
  new TransactionInstruction({
    programId: MEMO,
    keys: [{ pubkey: owner, isSigner: true, isWritable: false }],
    data: Buffer.from(text),
  });
const lamports = (amount: bigint, to = vault) =>
  SystemProgram.transfer({ fromPubkey: owner, toPubkey: to, lamports: amount });
const tokens = (amount: bigint, to = vault) =>
  createTransferCheckedInstruction(ata(owner), mint, ata(to), owner, amount, 6);
const open = createAssociatedTokenAccountIdempotentInstruction(owner, ata(vault), vault, mint);

function differences(instructions: TransactionInstruction[], isNative: boolean, amount = AMOUNT): string {
  const message = new TransactionMessage({
    payerKey: owner,
    recentBlockhash: key(stranger),
    instructions,
  }).compileToV0Message();
  const destination = isNative ? key(vault) : key(ata(vault));
  const deposit = { mint: key(mint), amount: tokenAmount(amount), destination, isNative };
  const expected = depositExpectation(key(owner), deposit, 'request-1');
  const found = checkDecoded(decodeTx(new VersionedTransaction(message)), expected, [key(owner)]);
  return found.differences.map(({ text }) => text).join('; ');
}

describe('a deposit', () => {
  it('is exactly the amount to the vault, in SOL or in tokens', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 15n), (amount) => {
        expect(differences([lamports(amount), memo('deposit:request-1')], true, amount)).toBe('');
        expect(differences([open, tokens(amount), memo('deposit:request-1')], false, amount)).toBe('');
      }),
    );
  });
  const named = memo('request-1');
  it.each<[string, TransactionInstruction[], boolean, RegExp]>([
    ['of more SOL', [lamports(AMOUNT + 1n), named], true, /does not pay 1 times/],
    ['of SOL to somebody else', [lamports(AMOUNT, stranger), named], true, /go to/],
    ['of SOL twice', [lamports(AMOUNT), lamports(AMOUNT), named], true, /does not pay 1 times/],
    ['of SOL with tokens beside it', [lamports(AMOUNT), tokens(5n), named], true, /sends 5 units|unknown/],
    ['of nothing', [named], true, /but nothing/],
    ['of more tokens', [tokens(AMOUNT + 1n), named], false, /sends/],
    ['of tokens to somebody else', [tokens(AMOUNT, stranger), named], false, /sends/],
    ['of tokens with SOL beside it', [tokens(AMOUNT), lamports(3_000_000n), named], false, /lamports of SOL/],
    ['for another request', [lamports(AMOUNT), memo('request-2')], true, /memo/],
  ])('%s is never signed', (_name, instructions, isNative, reason) => {
    expect(differences(instructions, isNative)).toMatch(reason);
  });
});

const signature = 'signature' as Signature;
const via: SubmitVia = {
  to: 'trigger-order',
  order: {
    orderType: 'single',
    depositRequestId: 'request-1',
    userPubkey: key(owner),
    inputMint: key(mint),
    inputAmount: '5',
    outputMint: key(mint),
    triggerMint: key(mint),
    expiresAt: 1,
    triggerCondition: 'below',
    triggerPriceUsd: '1',
  },
};
const entry = (id: string): JournalEntry => ({
  id,
  kind: 'trigger',
  title: 'Sell 2 SOL',
  owner: key(owner),
  step: 'signed',
  createdAt: 1,
  updatedAt: 1,
  lastValidBlockHeight: 100,
  orderPubkey: null,
  signedTransaction: 'c2lnbmVk',
  signature,
  context: undefined,
  via,
});

const service = vi.fn<typeof globalThis.fetch>();
const creations = () => service.mock.calls.filter(([url]) => String(url).endsWith('/orders/price')).length;
const history = (id: string) => ({
  orders: [
    {
      id,
      orderType: 'single',
      orderState: 'open',
      userPubkey: key(owner),
      vaultPubkey: key(vault),
      inputMint: key(mint),
      initialInputAmount: '5',
      remainingInputAmount: '5',
      outputMint: key(mint),
      triggerMint: key(mint),
      expiresAt: 1,
      createdAt: 1,
      updatedAt: 1,
      events: [{ type: 'deposit', timestamp: 1, txSignature: signature }],
    },
  ],
  pagination: { total: 1, limit: 100, offset: 0 },
});
function answers(create: { status: number; body: unknown }) {
  service.mockImplementation(async (url) =>
    String(url).endsWith('/orders/price')
      ? new Response(JSON.stringify(create.body), { status: create.status })
      : new Response(JSON.stringify(history('order-1'))),
  );
}
function watching(landed: boolean) {
  const states: TxState['step'][] = [];
  const done = vi.fn();
  return {
    states,
    done,
    ports: {
      connection: {
        getBlockHeight: async () => 101,
        getSignatureStatuses: async () => ({ value: [landed ? { err: null } : null] }),
      } as unknown as Connection,
      signal: new AbortController().signal,
      onState: ({ step }: TxState) => states.push(step),
      onDone: done,
    },
  };
}

describe('creating a trigger order', () => {
  beforeEach(() => {
    service.mockReset();
    vi.stubGlobal('fetch', service);
    triggerToken.hold({ owner: key(owner), token: 'secret-token', expiresAt: 1 });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('hands the deposit in with its terms, once, and keeps no token on disk', async () => {
    answers({ status: 200, body: { id: 'order-1', txSignature: signature, depositConfirmed: true } });
    const { ports, done } = watching(true);
    expect(await sendSigned(entry('a'), ports)).toMatchObject({
      result: 'done',
      items: [{ ok: true, id: 'order-1' }],
    });
    expect(creations()).toBe(1);
    expect(done).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(await journal.get('a'))).not.toContain('secret-token');
  });

  it.each([
    ['no clear answer', { status: 500, body: { error: 'Failed to create the order' } }],
    [
      'a deposit that is used already',
      { status: 400, body: { error: 'Duplicate deposit: an order was created' } },
    ],
  ])('is looked up after %s, never repeated', async (_name, create) => {
    answers(create);
    const { ports, states } = watching(true);
    expect(await sendSigned(entry('b'), ports)).toMatchObject({
      result: 'done',
      items: [{ ok: true, id: 'order-1' }],
    });
    expect(states).toContain('unknown');
    expect(creations()).toBe(1);
  });

  it('is over when its deposit can no longer land, and when the service refused it', async () => {
    answers({ status: 500, body: { error: 'Failed' } });
    const lost = watching(false);
    expect(await sendSigned(entry('c'), lost.ports)).toMatchObject({ result: 'failed' });
    expect(lost.states.at(-1)).toBe('expired');
    answers({
      status: 400,
      body: { error: 'Request validation failed', details: { expiresAt: 'has passed' } },
    });
    const refused = watching(false);
    expect(await sendSigned(entry('d'), refused.ports)).toMatchObject({ result: 'failed' });
    expect(refused.states.at(-1)).toBe('failed');
  });

  it('is not known after a reload until its wallet has signed in, and then looked up', async () => {
    triggerToken.drop();
    answers({ status: 500, body: { error: 'never asked' } });
    const { ports, done } = watching(true);
    const sent: JournalEntry = { ...entry('e'), step: 'sent' };
    expect(await confirmSent(sent, ports)).toMatchObject({ result: 'unknown', items: [] });
    expect(await journal.get('e')).toMatchObject({ step: 'landed' });
    expect(service).not.toHaveBeenCalled();
    const looking = lookLater(sent, ports);
    triggerToken.hold({ owner: key(stranger), token: 'of another wallet', expiresAt: 1 });
    expect(service).not.toHaveBeenCalled();
    triggerToken.hold({ owner: key(owner), token: 'secret-token', expiresAt: 1 });
    expect(await looking).toMatchObject({ result: 'done', items: [{ ok: true, id: 'order-1' }] });
    expect(done).toHaveBeenCalledTimes(1);
    expect(creations()).toBe(0);
    expect(await journal.get('e')).toMatchObject({ step: 'done' });
  });
});
