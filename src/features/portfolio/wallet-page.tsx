import type { Pubkey } from '@contract/ids.ts';
import type { ReactNode } from 'react';
import { useConfig } from '@/config.ts';
import { useTitle } from '@/lib/use-title.ts';
import { openConnect, useOwner, useWalletStore } from '@/wallet/index.ts';
import { NotConnected } from './account/summary.view.tsx';

/** A remembered wallet is on its way: saying "connect" would flash. */
const useIsConnecting = (): boolean =>
  useWalletStore(
    ({ status, wanted, loaded, dialogOpen }) =>
      status === 'connecting' || (status === 'disconnected' && wanted && !loaded && !dialogOpen),
  );

interface Props {
  title: string;
  /** Stands there while a remembered wallet is on its way. */
  waiting: ReactNode;
  children: (owner: Pubkey) => ReactNode;
}

/** A page about a wallet: what it shows begins anew with another one. */
export function WalletPage({ title, waiting, children }: Props) {
  useTitle(title);
  const owner = useOwner();
  const connecting = useIsConnecting();
  const { mode, paper } = useConfig();
  return (
    <div className="flex min-h-[calc(100dvh-var(--shell-top)-var(--shell-bottom)-2rem)] flex-col gap-3">
      <h1 className="sr-only">{title}</h1>
      {owner ? (
        children(owner)
      ) : connecting ? (
        waiting
      ) : (
        <NotConnected paper={mode === 'paper'} faucet={paper?.faucet ?? false} onConnect={openConnect} />
      )}
    </div>
  );
}
