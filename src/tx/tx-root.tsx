import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fetchWithRetry, lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { usePrompt } from './prompt.ts';
import { onSentElsewhere } from './sent-elsewhere.ts';

const PromptDialog = lazyWithRetry(async () => (await import('./prompt-dialog.tsx')).PromptDialog);

/** Whether this browser has ever written a journal; spares the first visit the wallet code. */
async function hasJournal(): Promise<boolean> {
  if (!('databases' in indexedDB)) return true;
  return (await indexedDB.databases()).some(({ name }) => name === 'evenline');
}

/**
 * A disk that fails may have kept one: it is asked until it says. A browser without a database, or that keeps its own
 * from the page, has kept no transaction either.
 */
const mayHaveOne = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name !== 'SecurityError';

/** Mounted once by the shell: questions of the runner, and what a reload interrupted; that is told of in toasts. */
export function TxRoot({ onUnfinished }: { onUnfinished: () => void }) {
  const client = useQueryClient();
  const open = usePrompt((state) => state.open);
  const recovered = useRef(false);
  useEffect(() => {
    // Once a load, also when effects run twice: an interrupted transaction must not be taken up by two hands.
    if (recovered.current) return;
    recovered.current = true;
    const withRecovery = (act: (recover: typeof import('./recover.ts')) => Promise<void>) => {
      onUnfinished();
      fetchWithRetry(
        () => import('./recover.ts'),
        (recover) => void act(recover).catch(() => undefined),
      );
    };
    onSentElsewhere((entry) => withRecovery(({ followElsewhere }) => followElsewhere(entry, client)));
    void hasJournal()
      .catch(mayHaveOne)
      .then((exists) => {
        if (exists) withRecovery(({ recoverTransactions }) => recoverTransactions(client));
      });
  }, [client, onUnfinished]);
  return open && <PromptDialog prompt={open} />;
}
