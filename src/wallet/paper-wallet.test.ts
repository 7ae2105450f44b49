// @vitest-environment happy-dom
import { ed25519 } from '@noble/curves/ed25519';
import { PublicKey, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { afterEach, expect, it, vi } from 'vitest';
import { PaperWalletAdapter } from './paper-wallet.ts';

const KEPT = 'evenline.paper-wallet';
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function connected() {
  const wallet = new PaperWalletAdapter();
  await wallet.connect();
  if (!wallet.publicKey) throw new Error('not connected');
  return { wallet, key: wallet.publicKey };
}

it('is the same wallet whenever it is connected in this browser', async () => {
  const { key } = await connected();
  expect((await connected()).key.equals(key)).toBe(true);
  localStorage.clear();
  expect((await connected()).key.equals(key)).toBe(false);
});

it('is a new one where what is kept is no key', async () => {
  for (const kept of ['no key', '1111']) {
    localStorage.setItem(KEPT, kept);
    const { key } = await connected();
    expect((await connected()).key.equals(key)).toBe(true);
  }
});

it('tells of its connection once, and of why there is none where nothing may be kept', async () => {
  const heard = vi.fn();
  const wallet = new PaperWalletAdapter();
  wallet.on('connect', heard);
  await wallet.connect();
  await wallet.connect();
  expect(heard.mock.calls).toEqual([[wallet.publicKey]]);

  const refused = new PaperWalletAdapter();
  const failed = vi.fn();
  refused.on('error', failed);
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  await expect(refused.connect()).rejects.toThrow('Its key cannot be kept');
  expect(failed).toHaveBeenCalledTimes(1);
  expect(refused.publicKey).toBeNull();
});

it('signs for its own key, and nothing once it is put away', async () => {
  const { wallet, key } = await connected();
  const transaction = () =>
    new VersionedTransaction(
      new TransactionMessage({
        payerKey: key,
        recentBlockhash: PublicKey.default.toBase58(),
        instructions: [],
      }).compileToV0Message(),
    );
  const signed = await wallet.signTransaction(transaction());
  const [signature = new Uint8Array()] = signed.signatures;
  expect(ed25519.verify(signature, signed.message.serialize(), key.toBytes())).toBe(true);
  const text = new TextEncoder().encode('sign in');
  expect(ed25519.verify(await wallet.signMessage(text), text, key.toBytes())).toBe(true);

  const left = vi.fn();
  wallet.on('disconnect', left);
  await wallet.disconnect();
  expect(left).toHaveBeenCalledTimes(1);
  await expect(wallet.signTransaction(transaction())).rejects.toThrow();
  await expect(wallet.signMessage(text)).rejects.toThrow();
});
