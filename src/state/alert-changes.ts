import * as z from 'zod/mini';
import { type Alert, alertList, type ClaimableRule, isWaiting, MAX_TOLD, MAX_WAITING } from './alerts.ts';
import { stored } from './stored.ts';

/** Until when alerts were watched by any tab of this browser, local Unix ms; 0 before the first time. */
export const watchedUntil = stored<number>('evenline.alerts-watched', z.number(), 0);

/** Whether the browser was asked for its permission to notify: it is asked once, with the first alert. */
export const permissionAsked = stored('evenline.alerts-asked', z.boolean(), false);

function bounded(list: readonly Alert[]): Alert[] {
  let waiting = 0;
  let told = 0;
  return list.filter((alert) => (isWaiting(alert) ? ++waiting <= MAX_WAITING : ++told <= MAX_TOLD));
}

/**
 * Adds the alert, or puts it in the place of the one with its id: an edited alert waits anew.
 * @returns false where the browser would not keep it: it waits until the tab closes
 */
export function keepAlert(alert: Alert): boolean {
  return alertList.update((list) =>
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
