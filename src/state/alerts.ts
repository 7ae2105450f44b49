import * as z from 'zod/mini';
import { create } from 'zustand';
import { keptInstant, stored, useStored } from './stored.ts';

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
export const MAX_TOLD = 20;

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
const alerts: z.ZodMiniType<Alert[]> = z
  .array(
    z.object({
      id: z.string(),
      subject: z.nullable(subject),
      rule,
      madeAt: keptInstant,
      toldAt: z.nullable(keptInstant),
      fact: z.nullable(z.string()),
    }),
  )
  .check(z.maxLength(MAX_WAITING + MAX_TOLD));

/** Alerts of this browser, newest first; the same in every tab. */
export const alertList = stored<Alert[]>('evenline.alerts', alerts, []);

export const isWaiting = ({ toldAt }: Alert): boolean => toldAt === null;

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
