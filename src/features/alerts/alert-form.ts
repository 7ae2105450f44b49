import { formatCents, type MicroUsd, ONE_USD, parseDecimal, toDecimalText } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import { chanceOf } from '@/domain/events.ts';
import type { AlertRule, ClaimableRule } from '@/state/alerts.ts';
import { CLOSING_CHOICES, type ClosingChoice } from './alerts-labels.ts';
import { isThere } from './evaluate.ts';

/** Of a cent, down to a micro-USD. */
const CENT_DECIMALS = 4;

/** What is filled in. `cents` is the text of the price. */
export interface AlertForm {
  kind: AlertRule['kind'];
  side: 'yes' | 'no';
  /** Chosen by hand; follows from the price until then. */
  to: 'rise' | 'fall' | null;
  cents: string;
  /** What the side cost when `cents` was typed, or as soon as that was known after; null before. */
  typedAt: MicroUsd | null;
  closing: ClosingChoice;
}

export const emptyForm = (kind: AlertRule['kind']): AlertForm => ({
  kind,
  side: 'yes',
  to: null,
  cents: '',
  typedAt: null,
  closing: '900',
});

/** The form of an alert that is to be changed. */
export function formOf(rule: AlertRule): AlertForm {
  const form = emptyForm(rule.kind);
  if (rule.kind === 'price') {
    return { ...form, side: rule.side, to: rule.to, cents: toDecimalText(BigInt(rule.price), CENT_DECIMALS) };
  }
  if (rule.kind === 'closing') {
    const choice = CLOSING_CHOICES.find(({ value }) => value === String(rule.seconds));
    return { ...form, closing: choice?.value ?? form.closing };
  }
  return form;
}

/** "62.5" cents as micro-USD; undefined unless it is a price. */
function parseCents(text: string): MicroUsd | undefined {
  const price = parseDecimal(text, CENT_DECIMALS);
  return price === undefined || price <= 0n || price >= ONE_USD ? undefined : (price as MicroUsd);
}

/** The form with the price that its target was typed at: which way that lies is settled then, wherever the price goes. */
export function settled(form: AlertForm, market: Market | undefined): AlertForm {
  if (form.cents === '' || form.typedAt !== null || !market) return form;
  const typedAt = chanceOf(market, form.side);
  return typedAt === null ? form : { ...form, typedAt };
}

/** Direction the price has to go: up to a target above it, down to one below; null where nobody knows which that is. */
export function wayOf(
  { to, cents, side, typedAt }: AlertForm,
  market: Market | undefined,
): 'rise' | 'fall' | null {
  if (to !== null) return to;
  const target = parseCents(cents);
  const price = typedAt ?? (market ? chanceOf(market, side) : null);
  if (price === null) return null;
  return target !== undefined && target < price ? 'fall' : 'rise';
}

/**
 * Why the form is no alert yet; null when it is one. `now`: the service's Unix seconds. `claims`: why there can be none of
 * payouts.
 */
export function problemOf(
  form: AlertForm,
  market: Market | undefined,
  now: number,
  claims: string | null,
): string | null {
  if (form.kind === 'claimable') return claims;
  if (market && market.status !== 'open') return 'This market no longer trades';
  if (form.kind === 'closing') {
    if (!market) return null;
    if (market.closeTime === null) return 'The service does not say when it closes';
    return market.closeTime - now <= Number(form.closing) ? 'It closes sooner than that' : null;
  }
  if (form.cents === '') return 'Enter a price';
  const target = parseCents(form.cents);
  if (target === undefined) return `A price is between ${formatCents(1_000n)} and ${formatCents(999_000n)}`;
  const to = wayOf(form, market);
  if (to === null) return 'Choose whether it rises or falls';
  const price = market ? chanceOf(market, form.side) : null;
  return price !== null && isThere({ to, price: String(target) }, price)
    ? 'The price is already there'
    : null;
}

/** The rule of a form without problems. `payout`: that of any payout. */
export function ruleOf(form: AlertForm, market: Market | undefined, payout: ClaimableRule): AlertRule {
  switch (form.kind) {
    case 'price':
      return {
        kind: 'price',
        side: form.side,
        to: wayOf(form, market) ?? 'rise',
        price: String(parseCents(form.cents) ?? 0n),
      };
    case 'closing':
      return { kind: 'closing', seconds: Number(form.closing) };
    case 'claimable':
      return payout;
  }
}
