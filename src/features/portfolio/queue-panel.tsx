import type { Pubkey } from '@contract/ids.ts';
import { useEffect } from 'react';
import { useIsQueueMine } from '@/tx/queue-service.ts';
import type { WalletSigner } from '@/wallet/index.ts';
import { QueueView } from './queue-panel.view.tsx';
import { showQueues, usePortfolioQueue } from './use-portfolio-queue.ts';
import { useRowProblem } from './use-row-problem.ts';

/** The queue of the wallet, where it has one. */
export function QueuePanel({ owner, signer }: { owner: Pubkey; signer: WalletSigner | null }) {
  const { queue, waiting, resume, pause, stop, leaveWallet, skip, retry, dismiss } = usePortfolioQueue(
    owner,
    signer,
  );
  const mine = useIsQueueMine(owner);
  const blocked = useRowProblem(signer);
  useEffect(showQueues, []);
  if (!queue) return null;
  return (
    <QueueView
      queue={queue}
      mine={mine}
      waiting={waiting}
      blocked={blocked}
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
