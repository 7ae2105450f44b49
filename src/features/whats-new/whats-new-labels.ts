import type { Verdict } from '@/domain/events.ts';
import { resultText } from '@/domain/held-name.ts';
import { RESULT_TEXTS } from '@/domain/status-texts.ts';
import type { Change } from './changes.ts';
import type { WhatsNew } from './use-whats-new.ts';

const ENDS: Record<Exclude<Verdict, 'won' | 'lost'> | 'unlisted', string> = {
  draw: RESULT_TEXTS.draw,
  void: RESULT_TEXTS.void,
  closed: RESULT_TEXTS.closed,
  unlisted: 'No longer listed',
};
/** What became of a market: "Yes won", "Draw", "No longer listed". */
export const endText = ({ market: { label }, verdict }: Extract<Change, { kind: 'ended' }>): string =>
  verdict === 'won' || verdict === 'lost' ? resultText(label, verdict === 'won') : ENDS[verdict];
/** Why a market is noted. */
export const WHY = { held: 'you hold it', watched: 'you watch it', opened: 'you opened it' } as const;

/** "3 moved, 1 ended, 1 payout to claim"; empty when nothing changed. */
export function summaryOf(changes: readonly Change[]): string {
  const count = (kind: Change['kind']): number => changes.filter((change) => change.kind === kind).length;
  const claimable = count('claimable');
  return [
    [claimable, claimable === 1 ? 'payout to claim' : 'payouts to claim'] as const,
    [count('ended'), 'ended'] as const,
    [count('moved'), 'moved'] as const,
  ]
    .filter(([many]) => many > 0)
    .map(([many, what]) => `${many} ${what}`)
    .join(', ');
}

/** What the line of the notice says: where nothing is known to have changed, of how much that is not known either. */
export function noticeText({ changes, known, of, failed }: Omit<WhatsNew, 'retry'>): string {
  const summary = summaryOf(changes);
  if (summary !== '') return summary;
  if (known < of) return 'looking …';
  if (failed === 0) return 'nothing moved by 2¢ or ended';
  return failed === of
    ? 'couldn’t load what changed'
    : `couldn’t load ${failed} of ${of} events, none of the others moved by 2¢ or ended`;
}
