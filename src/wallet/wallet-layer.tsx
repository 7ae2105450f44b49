import type { Pubkey } from '@contract/ids.ts';
import {
  type WalletError,
  type WalletName,
  WalletNotConnectedError,
  WalletReadyState,
} from '@solana/wallet-adapter-base';
import { ConnectionContext, useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import type { Connection, VersionedTransaction } from '@solana/web3.js';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { getConfig } from '@/config.ts';
import { PAPER_WALLET, PaperWalletAdapter } from './paper-wallet.ts';
import {
  forgetWallet,
  onDisconnectedElsewhere,
  REMEMBERED_WALLET,
  tellDisconnected,
  useWalletStore,
} from './store.ts';

const OFFERED: readonly WalletReadyState[] = [WalletReadyState.Installed, WalletReadyState.Loadable];

/** Keeps the store in step with wallet-adapter, which is the one owner of the connection. */
function Mirror({ onLeave }: { onLeave: () => void }) {
  const { wallets, wallet, publicKey, connected, connecting, ...able } = useWallet();
  const { select, connect, disconnect, signTransaction, signAllTransactions, signMessage } = able;
  const wantsConnect = useRef<string | null>(null);

  useEffect(() => {
    useWalletStore.setState({
      loaded: true,
      choices: wallets
        .filter(({ readyState }) => OFFERED.includes(readyState))
        .map(({ adapter }) => ({
          name: adapter.name,
          icon: adapter.icon,
          isPaper: adapter.name === PAPER_WALLET,
        })),
    });
  }, [wallets]);

  useEffect(() => {
    useWalletStore.setState({
      status: connected && publicKey ? 'connected' : connecting ? 'connecting' : 'disconnected',
      pubkey: publicKey && connected ? (publicKey.toBase58() as Pubkey) : null,
      walletName: wallet?.adapter.name ?? null,
      ...(connected ? { dialogOpen: false, problem: null } : {}),
    });
  }, [connected, connecting, publicKey, wallet]);

  // `select` takes effect with the next render; only then can the chosen wallet be asked to connect.
  useEffect(() => {
    if (!wallet || wantsConnect.current !== wallet.adapter.name) return;
    wantsConnect.current = null;
    connect().catch(() => undefined);
  }, [wallet, connect]);

  // A wallet that does not answer is put away all the same.
  const leaveWallet = useCallback(() => {
    disconnect().catch(() => undefined);
    onLeave();
  }, [disconnect, onLeave]);
  useEffect(() => onDisconnectedElsewhere(leaveWallet), [leaveWallet]);

  useEffect(() => {
    // A wallet is asked as the account that is chosen in it by then: what is for another one is not put before it.
    const asThis =
      <Given, Signed>(sign: (given: Given) => Promise<Signed>) =>
      async (given: Given): Promise<Signed> => {
        const now = wallet?.adapter.publicKey;
        if (!publicKey || !now?.equals(publicKey)) {
          throw new WalletNotConnectedError('Its wallet is not connected any more.');
        }
        return sign(given);
      };
    useWalletStore.setState({
      actions: {
        connect: async (name) => {
          useWalletStore.setState({ problem: null });
          if (wallet?.adapter.name === name) return connect().catch(() => undefined);
          wantsConnect.current = name;
          select(name as WalletName);
        },
        disconnect: () => {
          tellDisconnected();
          leaveWallet();
        },
        leave: onLeave,
        signTransaction: signTransaction ? asThis((tx: VersionedTransaction) => signTransaction(tx)) : null,
        signAllTransactions: signAllTransactions
          ? asThis((txs: VersionedTransaction[]) => signAllTransactions(txs))
          : null,
        signMessage: signMessage ? asThis((message: Uint8Array) => signMessage(message)) : null,
      },
    });
  }, [
    wallet,
    publicKey,
    connect,
    leaveWallet,
    select,
    onLeave,
    signTransaction,
    signAllTransactions,
    signMessage,
  ]);

  return null;
}

function problemOf(error: WalletError): string {
  if (/reject|denied|declin/i.test(error.message)) return 'The wallet declined the connection.';
  if (error.name === 'WalletNotReadyError') return 'This wallet is not installed, or is locked.';
  return error.message || 'The wallet could not be connected.';
}

/** Everything that needs wallet code, in a chunk of its own. Renders nothing. */
export function WalletLayer({ connection }: { connection: Connection }) {
  const wallets = useMemo(() => (getConfig().mode === 'paper' ? [new PaperWalletAdapter()] : []), []);
  const context = useMemo(() => ({ connection }), [connection]);
  const [attempt, setAttempt] = useState(0);
  const leave = useCallback(() => {
    forgetWallet();
    setAttempt((count) => count + 1);
  }, []);
  return (
    <ConnectionContext.Provider value={context}>
      <WalletProvider
        // Made anew to leave a wallet that never answers: it connects no other while it waits for one.
        key={attempt}
        wallets={wallets}
        autoConnect
        localStorageKey={REMEMBERED_WALLET}
        onError={(error) => useWalletStore.setState({ problem: problemOf(error) })}
      >
        <Mirror onLeave={leave} />
      </WalletProvider>
    </ConnectionContext.Provider>
  );
}
