import { formatCents, formatUsd } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Position } from '@contract/prediction/position.ts';
import { chanceOf } from '@/domain/events.ts';
import { type PriceSteps, reachedAt, stepsOnSide } from '@/domain/price-steps.ts';
import { serverTime } from '@/lib/clock.ts';
import { formatShortLocal } from '@/lib/time.ts';
import { hasSeen } from '@/state/alert-changes.ts';
import type { Alert, AlertRule } from '@/state/alerts.ts';
import { sideOf, spanText } from './alerts-labels.ts';

/** What is known when an alert is evaluated; undefined is not known (yet). */
export interface Facts {
  /** Null: the service has it no more. */
  event: PredictionEvent | null | undefined;
  /** The connected wallet, and its positions. */
  owner: string | null;
  positions: readonly Position[] | undefined;
  /** The service's clock, Unix seconds. */
  now: number;
}

/** `moot`: it can no longer happen, which is noted and not called out. */
export interface Finding {
  happened: boolean;
  fact: string;
}

type Rule<Kind extends AlertRule['kind']> = Extract<AlertRule, { kind: Kind }>;

/** Whether a price stands where the rule waits for it. */
export const isThere = ({ to, price }: Pick<Rule<'price'>, 'to' | 'price'>, now: bigint): boolean =>
  to === 'rise' ? now >= BigInt(price) : now <= BigInt(price);

function priceFinding(rule: Rule<'price'>, subject: Alert['subject'], market: Market): Finding | null {
  if (market.status !== 'open') return { happened: false, fact: 'Trading ended before the price got there.' };
  const price = chanceOf(market, rule.side);
  if (price === null || !isThere(rule, price)) return null;
  const way = rule.to === 'rise' ? 'rose' : 'fell';
  return {
    happened: true,
    fact: `${sideOf(rule, subject)} ${way} to ${formatCents(price)} (you asked for ${formatCents(BigInt(rule.price))}).`,
  };
}

/** What a price did while nobody watched, also where it has left again; null where it did not get there. */
export function awayFinding({ rule, subject, madeAt }: Alert, then: PriceSteps | undefined): Finding | null {
  if (rule.kind !== 'price' || !then) return null;
  const made = serverTime(madeAt) / 1_000;
  const at = reachedAt(stepsOnSide(then, rule.side), rule.to, BigInt(rule.price), made);
  if (at === undefined) return null;
  const way = rule.to === 'rise' ? 'rose' : 'fell';
  return {
    happened: true,
    fact: `${sideOf(rule, subject)} ${way} to ${formatCents(BigInt(rule.price))} while you were away, at ${formatShortLocal(at * 1_000)}.`,
  };
}

function closingFinding({ seconds }: Rule<'closing'>, market: Market, now: number): Finding | null {
  const left = market.closeTime === null ? null : market.closeTime - now;
  if (market.status !== 'open' || (left !== null && left <= 0)) {
    return { happened: false, fact: 'Trading ended before this browser could tell.' };
  }
  if (left === null || left > seconds) return null;
  return { happened: true, fact: `Trading closes in ${spanText(left)}.` };
}

function claimableFinding(
  { known }: Rule<'claimable'>,
  subject: Alert['subject'],
  positions: readonly Position[],
): Finding | null {
  const found = positions.filter(
    (position) =>
      position.claimable &&
      !known.includes(position.pubkey) &&
      (subject === null || position.marketId === subject.marketId),
  );
  if (found.length === 0) return null;
  const sum = found.reduce((total, { payoutUsd }) => total + payoutUsd, 0n);
  return { happened: true, fact: `${formatUsd(sum)} can be claimed.` };
}

/** What an alert has come to; null while it waits, or while too little is known. */
export function evaluate({ rule, subject }: Alert, { event, owner, positions, now }: Facts): Finding | null {
  if (rule.kind === 'claimable')
    return positions && owner !== null && hasSeen(rule, owner)
      ? claimableFinding(rule, subject, positions)
      : null;
  if (event === undefined || !subject) return null;
  const market = event?.markets.find(({ marketId }) => marketId === subject.marketId);
  if (!market) return { happened: false, fact: 'The market is no longer listed.' };
  return rule.kind === 'price' ? priceFinding(rule, subject, market) : closingFinding(rule, market, now);
}
