import type { Pubkey, Signature } from '@contract/ids.ts';
import { AppError } from '@/api/app-error.ts';
import type { QuotedTerms } from '@/domain/receipt.ts';
import { records } from './database.ts';
import { canLandUntil, isWaitedFor } from './lifetime.ts';
import type { SubmitVia } from './submit.ts';
import type { TxIntent } from './types.ts';

/**
 * What a transaction has gone through, written to disk before each step, so that a reload at any instant knows
 * whether something may land. Holds transactions, never keys.
 */
export type JournalStep =
  | 'built'
  | 'signed'
  | 'sent'
  | 'landed'
  | 'done'
  | 'failed'
  | 'expired'
  | 'discarded'
  /** Sent, and no longer asked about, as the user wants it: what became of it is not known. */
  | 'left';

/** The item of a queue that a transaction was built for, and the how many-eth try it is. */
export interface QueueRef {
  queue: string;
  key: string;
  attempt: number;
}

export interface JournalEntry {
  id: string;
  kind: TxIntent['kind'];
  title: string;
  owner: Pubkey;
  /** As in the intent, until it has been waited for in vain; entries of older versions have none. */
  about?: string;
  step: JournalStep;
  createdAt: number;
  updatedAt: number;
  /** Last block height it can land at: the desk's own reckoning, from what a node has said. Null: none has said. */
  lastValidBlockHeight: number | null;
  /** What that height was reckoned for. Entries of older versions have none: theirs is a height the service named. */
  blockhash?: string;
  orderPubkey: Pubkey | null;
  /** Base64 and signature, known from `signed` on. */
  signedTransaction: string | null;
  signature: Signature | null;
  context: unknown;
  /** What the service has said against it after it was sent. */
  refusal?: Pick<AppError, 'kind' | 'message'>;
  /** Where it is handed in; at `execute` when absent. */
  via?: SubmitVia;
  /** Terms of a trade as the user saw them. */
  quoted?: QuotedTerms;
  /** Set where it belongs to a queue, which then looks after it. */
  ref?: QueueRef;
}

/** A trade that has landed, with the terms that were agreed to. */
export type QuotedEntry = JournalEntry & { quoted: QuotedTerms };

const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 7 * DAY_MS;
/** What a trade was quoted at is known nowhere else: receipts stay for a year. */
const RECEIPTS_KEPT_MS = 365 * DAY_MS;
/** So many of the newest stay whatever the clock says: one that is far ahead would make all of them old at once. */
const KEPT_AT_LEAST = 200;
const FINAL: readonly JournalStep[] = ['done', 'failed', 'expired', 'discarded', 'left'];
const stored = records<JournalEntry>('transactions');

const keptFor = ({ step, quoted }: JournalEntry): number =>
  quoted && step === 'done' ? RECEIPTS_KEPT_MS : KEPT_MS;
const hasQuote = (entry: JournalEntry): entry is QuotedEntry => entry.quoted !== undefined;

/** What this page knows to be past `sent`, and the disk did not take. */
const pastSent = new Set<string>();

/** What a transaction is about, before it has an entry or with one. */
type About = Pick<JournalEntry, 'owner' | 'about' | 'ref'> & { id?: string };

/**
 * Whether something else may land that its wallet has sent for the same. A queue has more than one item a market, and
 * its own order: what belongs to the same queue is not in the way.
 */
const isInTheWayOf =
  ({ id, owner, about, ref }: About) =>
  (other: JournalEntry): boolean =>
    about !== undefined &&
    other.step === 'sent' &&
    other.id !== id &&
    !pastSent.has(other.id) &&
    other.owner === owner &&
    other.about === about &&
    (ref === undefined || other.ref?.queue !== ref.queue) &&
    isWaitedFor(other.id);

function stillOpen({ id, title }: JournalEntry): AppError {
  const seconds = Math.ceil((canLandUntil(id) - performance.now()) / 1_000);
  const long = seconds > 0 ? `, for about ${seconds} s` : '';
  return new AppError(
    'refused',
    `Not sent: “${title}” was sent before and may still go through${long}. For this one, no funds moved.`,
  );
}

export const journal = {
  /** Writes the entry as it is now; resolves once it is on disk. */
  async put(entry: JournalEntry): Promise<JournalEntry> {
    const written = { ...entry, updatedAt: Date.now() };
    await stored.put(written);
    return written;
  },
  /**
   * The same for what is only told: what has happened does not become otherwise where the disk fails to take it. The
   * step before stays there, from which the next load finds out anew.
   */
  note: (entry: JournalEntry): Promise<JournalEntry> =>
    journal.put(entry).catch(() => {
      if (entry.step !== 'sent') pastSent.add(entry.id);
      return entry;
    }),
  /** The entry as it stands on disk, perhaps written by another tab. */
  get: (id: string): Promise<JournalEntry | undefined> => stored.get(id),
  /**
   * The step to `sent`, after which it may land; resolves once it is on disk.
   * @throws AppError while something else may land that the wallet has sent for the same
   */
  async putSent(entry: JournalEntry): Promise<JournalEntry> {
    const written: JournalEntry = { ...entry, step: 'sent', updatedAt: Date.now() };
    const other = await stored.putUnless(written, isInTheWayOf(entry));
    if (other) throw stillOpen(other);
    return written;
  },
  /** @throws AppError in the same case, before anything is built or signed */
  async assertNoneSent(of: About): Promise<void> {
    const other = (await stored.all()).find(isInTheWayOf(of));
    if (other) throw stillOpen(other);
  },
  /** It was waited for as long as anything is held for it: a load looks again, and holds nothing for it any more. */
  async release(id: string): Promise<void> {
    const entry = await stored.get(id).catch(() => undefined);
    if (entry?.about === undefined) return;
    const { about: _, ...rest } = entry;
    await journal.note(rest);
  },
  /** Trades of a wallet that carry what they were quoted at, newest first. */
  async quoted(owner: Pubkey): Promise<QuotedEntry[]> {
    const all = (await stored.all()).filter(hasQuote);
    return all.filter((entry) => entry.owner === owner).sort((a, b) => b.createdAt - a.createdAt);
  },
  /** Entries whose end is not known yet, oldest first; long finished ones are dropped on the way. */
  async unfinished(now = Date.now()): Promise<JournalEntry[]> {
    const all = await stored.all();
    const ended = all.filter(({ step }) => FINAL.includes(step)).sort((a, b) => b.updatedAt - a.updatedAt);
    const old = ended.slice(KEPT_AT_LEAST).filter((entry) => now - entry.updatedAt > keptFor(entry));
    // Where the disk fails, the next time drops them.
    if (old.length > 0) void stored.remove(old.map(({ id }) => id)).catch(() => undefined);
    return all.filter((entry) => !FINAL.includes(entry.step)).sort((a, b) => a.createdAt - b.createdAt);
  },
  /** Everything ever written for a queue, oldest first. */
  async ofQueue(queue: string): Promise<JournalEntry[]> {
    const all = await stored.all();
    return all.filter((entry) => entry.ref?.queue === queue).sort((a, b) => a.createdAt - b.createdAt);
  },
};
