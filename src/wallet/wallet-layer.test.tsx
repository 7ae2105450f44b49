// @vitest-environment happy-dom
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PAPER_WALLET, PaperWalletAdapter } from './paper-wallet.ts';
import { REMEMBERED_WALLET, useWalletStore } from './store.ts';
import { WalletLayer } from './wallet-layer.tsx';

vi.mock('@/config.ts', () => ({ getConfig: () => ({ mode: 'paper' }) }));
afterEach(() => void vi.restoreAllMocks());

const status = () => useWalletStore.getState().status;
const actions = () => {
  const { actions: known } = useWalletStore.getState();
  if (!known) throw new Error('the layer offers nothing');
  return known;
};

it.each([
  ['does so', undefined],
  ['never answers', () => new Promise<void>(() => undefined)],
])('leaves a wallet that is to disconnect and %s', async (_name, how) => {
  render(<WalletLayer connection={new Connection('http://127.0.0.1:1')} />);
  await act(() => actions().connect(PAPER_WALLET));
  await expect.poll(status).toBe('connected');
  if (how) vi.spyOn(PaperWalletAdapter.prototype, 'disconnect').mockImplementation(how);
  act(() => actions().disconnect());
  await expect.poll(status).toBe('disconnected');
  expect(useWalletStore.getState().pubkey).toBeNull();
  // The next load connects none.
  expect(localStorage.getItem(REMEMBERED_WALLET)).toBeNull();
});

it('puts nothing before the wallet that was for the account chosen in it before', async () => {
  render(<WalletLayer connection={new Connection('http://127.0.0.1:1')} />);
  await act(() => actions().connect(PAPER_WALLET));
  await expect.poll(status).toBe('connected');
  const { pubkey, actions: before } = useWalletStore.getState();
  const another = Keypair.generate();
  const chosen = vi.spyOn(PaperWalletAdapter.prototype, 'publicKey', 'get');
  const asked = vi.spyOn(PaperWalletAdapter.prototype, 'signTransaction');
  const tx = new VersionedTransaction(
    new TransactionMessage({
      payerKey: new PublicKey(pubkey ?? ''),
      recentBlockhash: SystemProgram.programId.toBase58(),
      instructions: [],
    }).compileToV0Message(),
  );
  chosen.mockReturnValue(another.publicKey);
  const gone = { name: 'WalletNotConnectedError' };
  await expect(before?.signTransaction?.(tx)).rejects.toMatchObject(gone);
  await expect(before?.signMessage?.(new Uint8Array(1))).rejects.toMatchObject(gone);
  expect(asked).not.toHaveBeenCalled();
  chosen.mockRestore();
  await expect(before?.signTransaction?.(tx)).resolves.toBe(tx);
});
