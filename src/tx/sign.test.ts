import type { Pubkey } from '@contract/ids.ts';
import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { signAllChecked, signChecked } from './sign.ts';

const owner = Keypair.generate();
const service = Keypair.generate();
const blockhash = Keypair.generate().publicKey.toBase58();
const pubkey = owner.publicKey.toBase58() as Pubkey;

function built(lamports = 1): VersionedTransaction {
  const instructions = [
    SystemProgram.transfer({ fromPubkey: owner.publicKey, toPubkey: service.publicKey, lamports }),
    SystemProgram.transfer({ fromPubkey: service.publicKey, toPubkey: owner.publicKey, lamports: 1 }),
  ];
  const message = new TransactionMessage({
    payerKey: owner.publicKey,
    recentBlockhash: blockhash,
    instructions,
  });
  const tx = new VersionedTransaction(message.compileToV0Message());
  tx.sign([service]);
  return tx;
}

describe('signing', () => {
  it('knows the signature before anything is sent', async () => {
    const signed = await signChecked(built(), {
      pubkey,
      signTransaction: async (tx) => {
        tx.sign([owner]);
        return tx;
      },
    });
    if (signed.result !== 'signed') throw new Error(signed.result);
    const bytes = Uint8Array.from(atob(signed.base64), (char) => char.charCodeAt(0));
    const [first] = VersionedTransaction.deserialize(bytes).signatures;
    expect(signed.signature).toBe(bs58.encode(first ?? new Uint8Array()));
  });

  it('sends nothing when the wallet changed what was checked', async () => {
    const signed = await signChecked(built(), {
      pubkey,
      signTransaction: async () => {
        const other = built(2);
        other.sign([owner]);
        return other;
      },
    });
    expect(signed).toMatchObject({ result: 'refused', reason: expect.stringMatching(/changed/) });
  });

  it('is not waited for any longer than its reader wants, and what comes afterwards is dropped', async () => {
    const userCancelled = new AbortController();
    let asked = 0;
    let answer: (tx: VersionedTransaction) => void = () => undefined;
    const wallet = {
      pubkey,
      signTransaction: (tx: VersionedTransaction) => {
        asked += 1;
        tx.sign([owner]);
        return new Promise<VersionedTransaction>((resolve) => {
          answer = () => resolve(tx);
        });
      },
    };
    const several = signAllChecked([built(), built(2)], wallet, userCancelled.signal);
    userCancelled.abort();
    answer(built());
    expect(await several).toEqual([{ result: 'rejected' }, { result: 'rejected' }]);
    expect(asked, 'the second is not asked for').toBe(1);
  });

  it('sends nothing that carries more signatures than it asks for', async () => {
    const signed = await signChecked(built(), {
      pubkey,
      signTransaction: async (tx) => {
        tx.sign([owner]);
        tx.signatures.push(new Uint8Array(64));
        return tx;
      },
    });
    expect(signed).toEqual({ result: 'refused', reason: 'it has a signature that nobody asked for' });
  });

  it('sends nothing half-signed', async () => {
    const signed = await signChecked(built(), { pubkey, signTransaction: async (tx) => tx });
    expect(signed).toMatchObject({ result: 'refused', reason: expect.stringMatching(/missing/) });
  });

  it.each([
    { code: 4001 },
    new Error('User rejected the request.'),
    { error: { code: 4001 } },
    new Error('Request declined'),
  ])('takes %o for a quiet no', async (refusal) => {
    const signed = await signChecked(built(), {
      pubkey,
      signTransaction: () => Promise.reject(refusal),
    });
    expect(signed).toEqual({ result: 'rejected' });
  });

  const itself = new Error('Ledger disconnected');
  Object.assign(itself, { error: itself });
  it.each([
    [new Error('Ledger disconnected'), 'Ledger disconnected'],
    [itself, 'Ledger disconnected'],
    [Object.assign(new Error('Wallet failed'), { error: new Error('Ledger disconnected') }), 'Wallet failed'],
    [new Error(''), 'the wallet did not sign'],
    ['Ledger disconnected', 'the wallet did not sign'],
    [null, 'the wallet did not sign'],
  ])('tells a broken wallet from a refusal: %o', async (cause, reason) => {
    const signed = await signChecked(built(), { pubkey, signTransaction: () => Promise.reject(cause) });
    expect(signed).toEqual({ result: 'refused', reason });
  });

  it('tells a wallet that is not connected any more from one that is broken', async () => {
    const cause = Object.assign(new Error(''), { name: 'WalletNotConnectedError' });
    const signed = await signChecked(built(), { pubkey, signTransaction: () => Promise.reject(cause) });
    const reason = 'its wallet is not connected any more';
    expect(signed).toEqual({ result: 'refused', reason, isGone: true });
  });

  it('is no longer waited for once the reader stops, whether or not the wallet ever answers', async () => {
    const userCancelled = new AbortController();
    const silent = { pubkey, signTransaction: () => new Promise<never>(() => undefined) };
    const signing = signChecked(built(), silent, userCancelled.signal);
    userCancelled.abort();
    expect(await signing).toEqual({ result: 'rejected' });
    const several = { ...silent, signAllTransactions: () => new Promise<never>(() => undefined) };
    const again = new AbortController();
    const signingAll = signAllChecked([built(), built(2)], several, again.signal);
    again.abort();
    expect(await signingAll).toEqual([{ result: 'rejected' }, { result: 'rejected' }]);
  });

  it('is taken from a wallet that a reader waits for, each of several for itself', async () => {
    const wallet = {
      pubkey,
      signTransaction: () => Promise.reject(new Error('never')),
      signAllTransactions: async ([first]: VersionedTransaction[]) => {
        first?.sign([owner]);
        return first ? [first] : [];
      },
    };
    const [first, second] = await signAllChecked([built(), built(2)], wallet, new AbortController().signal);
    expect(first?.result).toBe('signed');
    expect(second).toEqual({ result: 'refused', reason: 'the wallet did not return it' });
  });

  it('is asked for one alone as for one', async () => {
    const wallet = {
      pubkey,
      signTransaction: async (tx: VersionedTransaction) => {
        tx.sign([owner]);
        return tx;
      },
      signAllTransactions: () => Promise.reject(new Error('never')),
    };
    expect(await signAllChecked([built()], wallet)).toMatchObject([{ result: 'signed' }]);
    expect(await signAllChecked([built(), built(2)], wallet)).toMatchObject([
      { reason: 'never' },
      { reason: 'never' },
    ]);
  });
});
