import type { Pubkey } from '@contract/ids.ts';
import { useEffect } from 'react';
import { useIsQueueMine } from '@/tx/queue-store.ts';
import type { WalletSigner } from '@/wallet/index.ts';
import { QueueView } from './queue-panel.view.tsx';
import { usePortfolioQueue, watchQueues } from './use-portfolio-queue.ts';

/** The queue of the wallet, where it has one. */
export function QueuePanel({ owner, signer }: { owner: Pubkey; signer: WalletSigner | null }) {
  const { queue, resume, pause, stop, leaveWallet, skip, retry, dismiss } = usePortfolioQueue(owner, signer);
  const mine = useIsQueueMine(owner);
  useEffect(watchQueues, []);
  if (!queue) return null;
  return (
    <QueueView
      queue={queue}
      mine={mine}
      blocked={signer ? null : 'This wallet cannot sign'}
      onPause={pause}
      onContinue={resume}
      onStop={stop}
      onLeaveWallet={leaveWallet}
      onSkip={skip}
      onRetry={retry}
      onDismiss={dismiss}
    />
  );
}
