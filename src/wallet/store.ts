import type { Pubkey } from '@contract/ids.ts';
import type { VersionedTransaction } from '@solana/web3.js';
import { create } from 'zustand';
import { betweenTabs } from '@/lib/between-tabs.ts';

export interface WalletChoice {
  name: string;
  icon: string;
  isPaper: boolean;
}

interface Actions {
  connect: (name: string) => Promise<void>;
  disconnect: () => void;
  /** Waits no longer for a wallet that is to connect. */
  leave: () => void;
  signTransaction: ((tx: VersionedTransaction) => Promise<VersionedTransaction>) | null;
  signAllTransactions: ((txs: VersionedTransaction[]) => Promise<VersionedTransaction[]>) | null;
  /** Null where the wallet cannot sign text, as hardware wallets. */
  signMessage: ((message: Uint8Array) => Promise<Uint8Array>) | null;
}

export interface WalletState {
  /** The wallet code is to be loaded: a wallet is remembered, or the user asked for one. */
  wanted: boolean;
  /** The wallet code is there and knows its wallets. */
  loaded: boolean;
  dialogOpen: boolean;
  status: 'disconnected' | 'connecting' | 'connected';
  pubkey: Pubkey | null;
  walletName: string | null;
  choices: readonly WalletChoice[];
  /** Why the last attempt to connect ended, for a person; null when it did not fail. */
  problem: string | null;
  actions: Actions | null;
}

/** Key under which wallet-adapter remembers the chosen wallet. */
export const REMEMBERED_WALLET = 'evenline.wallet';

/**
 * Whether the page may deal with wallets. Over a connection that others can read and change browsers withhold what
 * keeps a transaction from being sent twice (locks between tabs), and nobody can say what would be signed.
 */
export const mayHoldWallet = globalThis.isSecureContext !== false;

const remembered = (): boolean => {
  try {
    return localStorage.getItem(REMEMBERED_WALLET) !== null;
  } catch {
    return false;
  }
};

/** The next load connects no wallet by itself. */
export function forgetWallet(): void {
  try {
    localStorage.removeItem(REMEMBERED_WALLET);
  } catch {
    // A browser that keeps nothing has remembered none.
  }
}

const DISCONNECTED = 'disconnected';
const listeners = new Set<() => void>();
const say = betweenTabs(REMEMBERED_WALLET, (message) => {
  if (message === DISCONNECTED) for (const listener of listeners) listener();
});

/** Has every other tab disconnect too: a wallet that one has put away must not stay open behind another tab. */
export const tellDisconnected = (): void => say(DISCONNECTED);

/** @returns ends it */
export function onDisconnectedElsewhere(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Mirror of the wallet layer: the page reads it without loading any wallet code. */
export const useWalletStore = create<WalletState>(() => ({
  wanted: mayHoldWallet && remembered(),
  loaded: false,
  dialogOpen: false,
  status: 'disconnected',
  pubkey: null,
  walletName: null,
  choices: [],
  problem: null,
  actions: null,
}));

/** Opens the choice of wallets, loading their code when it is not there yet. */
export const openConnect = (): void =>
  useWalletStore.setState({ wanted: mayHoldWallet, dialogOpen: true, problem: null });
export const closeConnect = (): void => useWalletStore.setState({ dialogOpen: false });
