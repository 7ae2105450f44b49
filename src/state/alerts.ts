import * as z from 'zod/mini';
import { create } from 'zustand';
import { stored, useStored } from './stored.ts';

/** The market an alert is about, with its names, so that a list reads without a request. */
export interface AlertSubject {
  readonly eventId: string;
  readonly marketId: string;
  /** "France". */
  readonly label: string;
  readonly eventTitle: string;
}

/** What has to happen. `price` is micro-USD of one contract of `side`, as digits. */
export type AlertRule =
  | {
      readonly kind: 'price';
      readonly side: 'yes' | 'no';
      readonly to: 'rise' | 'fall';
      readonly price: string;
    }
  | { readonly kind: 'closing'; readonly seconds: number }
  | ClaimableRule;

export interface ClaimableRule {
  readonly kind: 'claimable';
  /** Positions that could be claimed already when the alert was made, or when it first saw their wallet. */
  readonly known: readonly string[];
  /** Wallets it has seen; absent in alerts of before, whose `known` is taken for that of any wallet. */
  readonly owners?: readonly string[] | undefined;
}

export interface Alert {
  readonly id: string;
  /** Null: any position of the connected wallet (claimable alone). */
  readonly subject: AlertSubject | null;
  readonly rule: AlertRule;
  /** Unix ms. */
  readonly madeAt: number;
  /** Unix ms of the moment it was told; null while it waits. */
  readonly toldAt: number | null;
  /** What was told. */
  readonly fact: string | null;
}

/** Alerts that wait, and those that were told: beyond these the oldest go. */
export const MAX_WAITING = 40;
const MAX_TOLD = 20;

const subject: z.ZodMiniType<AlertSubject> = z.object({
  eventId: z.string(),
  marketId: z.string(),
  label: z.string(),
  eventTitle: z.string(),
});
const rule: z.ZodMiniType<AlertRule> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('price'),
    side: z.enum(['yes', 'no']),
    to: z.enum(['rise', 'fall']),
    price: z.string().check(z.regex(/^\d{1,7}$/)),
  }),
  z.object({ kind: z.literal('closing'), seconds: z.number().check(z.gt(0)) }),
  z.object({
    kind: z.literal('claimable'),
    known: z.array(z.string()),
    owners: z.optional(z.array(z.string())),
  }),
]);
const instant = z.number().check(z.gte(0), z.lte(Date.UTC(9999, 0)));
const alerts: z.ZodMiniType<Alert[]> = z
  .array(
    z.object({
      id: z.string(),
      subject: z.nullable(subject),
      rule,
      madeAt: instant,
      toldAt: z.nullable(instant),
      fact: z.nullable(z.string()),
    }),
  )
  .check(z.maxLength(MAX_WAITING + MAX_TOLD));

/** Alerts of this browser, newest first; the same in every tab. */
export const alertList = stored<Alert[]>('evenline.alerts', alerts, []);

/** Until when alerts were watched by any tab of this browser, local Unix ms; 0 before the first time. */
export const watchedUntil = stored<number>('evenline.alerts-watched', z.number(), 0);

/** Whether the browser was asked for its permission to notify: it is asked once, with the first alert. */
export const permissionAsked = stored('evenline.alerts-asked', z.boolean(), false);

export const isWaiting = ({ toldAt }: Alert): boolean => toldAt === null;

function bounded(list: readonly Alert[]): Alert[] {
  let waiting = 0;
  let told = 0;
  return list.filter((alert) => (isWaiting(alert) ? ++waiting <= MAX_WAITING : ++told <= MAX_TOLD));
}

/** Adds the alert, or puts it in the place of the one with its id: an edited alert waits anew. */
export function keepAlert(alert: Alert): void {
  alertList.update((list) =>
    bounded(
      list.some(({ id }) => id === alert.id)
        ? list.map((old) => (old.id === alert.id ? alert : old))
        : [alert, ...list],
    ),
  );
}

export function dropAlert(id: string): void {
  alertList.update((list) => list.filter((alert) => alert.id !== id));
}

/** Marks the alert as told; false when it was told or dropped before, so that nobody tells it again. */
export function markTold(id: string, fact: string, at: number): boolean {
  const list = alertList.get();
  if (!list.some((alert) => alert.id === id && isWaiting(alert))) return false;
  alertList.set(bounded(list.map((alert) => (alert.id === id ? { ...alert, toldAt: at, fact } : alert))));
  return true;
}

/** Whether it is known what this wallet could claim before. */
export const hasSeen = ({ owners }: ClaimableRule, owner: string): boolean => owners?.includes(owner) ?? true;

/** To alerts that see a wallet for the first time, what it can claim already is no news. */
export function seeWallet(owner: string, claimable: readonly string[]): void {
  const seen = (alert: Alert): Alert => {
    const { rule } = alert;
    if (rule.kind !== 'claimable' || hasSeen(rule, owner)) return alert;
    const { known, owners = [] } = rule;
    return { ...alert, rule: { ...rule, known: [...known, ...claimable], owners: [...owners, owner] } };
  };
  const list = alertList.get();
  const next = list.map(seen);
  if (next.some((alert, index) => alert !== list[index])) alertList.set(next);
}

export const useAlerts = (): Alert[] => useStored(alertList);
export const useAnyWaiting = (): boolean => useAlerts().some(isWaiting);

interface AlertsLayer {
  open: boolean;
  /** The market a new alert would be about. */
  subject: AlertSubject | null;
}

/** The dialog of alerts: opened from anywhere, drawn by the app. */
export const useAlertsLayer = create<AlertsLayer>(() => ({ open: false, subject: null }));
export const openAlerts = (about: AlertSubject | null): void =>
  useAlertsLayer.setState({ open: true, subject: about });
export const closeAlerts = (): void => useAlertsLayer.setState({ open: false });
