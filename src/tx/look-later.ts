import { whenSignedIn } from '@/api/trigger-token.ts';
import { pause } from '@/lib/pause.ts';
import type { JournalEntry } from './journal.ts';
import { followLanded, type Watching } from './run-tx.ts';
import type { TxOutcome } from './types.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * A deposit that nobody has named an order for, known to have landed or not: the history is asked while its wallet is
 * signed in, less and less often, until it names the order. Reads only.
 */
export async function lookLater(entry: JournalEntry, ports: Watching): Promise<TxOutcome> {
  for (let wait = FIRST_MS; ; wait = Math.min(2 * wait, LONGEST_MS)) {
    await whenSignedIn(entry.owner);
    const outcome = await followLanded(entry, { ...ports, onState: () => undefined });
    if (outcome.result !== 'unknown') return outcome;
    await pause(wait);
  }
}
