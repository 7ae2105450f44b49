import { create } from 'zustand';

/** A question the runner has to put to the user before it may go on. */
export interface TxPrompt {
  id: string;
  tone: 'decision' | 'danger' | 'blocked';
  title: string;
  /** What was found, before what has to be decided; the first line is its heading. */
  seen?: readonly string[];
  lines: readonly string[];
  /** Listed below the lines, which introduce them. */
  reasons?: readonly string[];
  /** Last words before the decision. */
  closing?: string;
  /** Undefined when there is nothing to agree to: the transaction is blocked. */
  accept?: string;
  dismiss: string;
}

interface PromptState {
  open: (TxPrompt & { answer: (accepted: boolean) => void }) | null;
}

export const usePrompt = create<PromptState>(() => ({ open: null }));

let queue: Promise<unknown> = Promise.resolve();

/** Asks, one question at a time; false when the user declines or closes the dialog. */
export function askUser(prompt: TxPrompt): Promise<boolean> {
  const asked = queue.then(
    () =>
      new Promise<boolean>((resolve) => {
        const answer = (accepted: boolean) => {
          usePrompt.setState({ open: null });
          resolve(accepted);
        };
        usePrompt.setState({ open: { ...prompt, answer } });
      }),
  );
  queue = asked;
  return asked;
}
