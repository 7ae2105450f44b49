import { betweenTabs } from '@/lib/between-tabs.ts';
import type { JournalEntry } from './journal.ts';

let hear: (entry: JournalEntry) => void = () => undefined;
const say = betweenTabs<JournalEntry>('evenline.sent', (entry) => hear(entry));

/** @param heard what another tab is about to send, as it is on disk by then. */
export const onSentElsewhere = (heard: typeof hear): void => {
  hear = heard;
};

/** Tells all other tabs what this one is about to send. What a queue sends they know by the queue. */
export function tellSent(entry: JournalEntry): void {
  if (entry.about !== undefined && !entry.ref) say(entry);
}
