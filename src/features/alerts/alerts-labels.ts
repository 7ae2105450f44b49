import { absBig, formatCents } from '@contract/money.ts';
import { sideName } from '@/domain/held-name.ts';
import type { Alert, AlertRule } from '@/state/alerts.ts';

type PriceRule = Extract<AlertRule, { kind: 'price' }>;

/** What an alert can wait for. */
export const KINDS = [
  { value: 'price', label: 'Price' },
  { value: 'closing', label: 'Closing soon' },
  { value: 'claimable', label: 'Payout' },
] as const;
/** Where a price has to go. */
export const WAYS = [
  { value: 'rise', label: 'rises to' },
  { value: 'fall', label: 'falls to' },
] as const;
/** The same until one of them is chosen. */
export const NO_WAY = { value: '', label: 'gets to' } as const;

/** How long before trading closes, in seconds. */
export const CLOSING_CHOICES = [
  { value: '300', label: '5 minutes before' },
  { value: '900', label: '15 minutes before' },
  { value: '3600', label: '1 hour before' },
  { value: '86400', label: '1 day before' },
] as const;
export type ClosingChoice = (typeof CLOSING_CHOICES)[number]['value'];

/** "Yes", "No", or the name of a side that has one of its own: "Down". */
export const sideOf = ({ side }: Pick<PriceRule, 'side'>, subject: Alert['subject']): string =>
  sideName(subject?.label ?? '', side === 'yes');

/** "12 min", "1 h 5 min": whole minutes, rounded up. */
export function spanText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** "now 62¢, 8¢ to go": where a price stands that is waited for. */
export function nowText({ price }: Pick<PriceRule, 'price'>, now: bigint): string {
  return `now ${formatCents(now)}, ${formatCents(absBig(BigInt(price) - now))} to go`;
}

/** An alert in words: "Yes rises to 70¢", "Trading closes within 15 min", "A payout can be claimed". */
export function ruleText({ rule, subject }: Pick<Alert, 'rule' | 'subject'>): string {
  switch (rule.kind) {
    case 'price':
      return `${sideOf(rule, subject)} ${rule.to === 'rise' ? 'rises' : 'falls'} to ${formatCents(BigInt(rule.price))}`;
    case 'closing':
      return `Trading closes within ${spanText(rule.seconds)}`;
    case 'claimable':
      return 'A payout can be claimed';
  }
}
