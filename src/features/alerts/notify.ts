import { toast } from 'sonner';
import { outcomeText } from '@/domain/held-name.ts';
import { chime } from '@/lib/sound.ts';
import { markTold, permissionAsked } from '@/state/alert-changes.ts';
import type { Alert } from '@/state/alerts.ts';
import { ruleText } from './alerts-labels.ts';
import type { Finding } from './evaluate.ts';

const LOCK = 'evenline.alerts.tell';

/** Asks for the permission to notify with the first alert of all; whatever comes of it, toasts stay. */
export function askOnce(): void {
  if (permissionAsked.get() || typeof Notification === 'undefined') return;
  permissionAsked.set(true);
  if (Notification.permission === 'default') void Notification.requestPermission().catch(() => undefined);
}

/** Runs alone among the tabs of the browser, where the browser can see to it: some have locks and deny them. */
async function alone<Value>(action: () => Value): Promise<Value> {
  if (typeof navigator === 'undefined' || !navigator.locks) return action();
  let isHeld = false;
  const run = async () => {
    isHeld = true;
    return action();
  };
  return navigator.locks.request(LOCK, run).catch((cause: unknown) => {
    if (isHeld) throw cause;
    return action();
  });
}

function notifySystem(alert: Alert, title: string, fact: string, onOpen: () => void): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  // Who looks at the desk sees the toast.
  if (document.visibilityState === 'visible' && document.hasFocus()) return;
  try {
    const shown = new Notification(title, { body: fact, tag: alert.id });
    shown.onclick = () => {
      window.focus();
      onOpen();
      shown.close();
    };
  } catch {
    // Phones let only service workers notify: the toast stays.
  }
}

/**
 * Tells an alert, once over all tabs: as a toast that stays until it is closed, and as a notification of the system
 * when that is allowed and nobody looks. What can no longer happen is only noted in the list.
 */
export async function notify(
  alert: Alert,
  { happened, fact }: Finding,
  onOpen: (alert: Alert) => void,
): Promise<void> {
  const first = await alone(() => markTold(alert.id, fact, Date.now()));
  if (!first || !happened) return;
  const title = alert.subject ? outcomeText(alert.subject.eventTitle, alert.subject.label) : ruleText(alert);
  const open = () => onOpen(alert);
  toast(title, {
    id: `alert-${alert.id}`,
    description: fact,
    duration: Number.POSITIVE_INFINITY,
    action: { label: 'Open', onClick: open },
  });
  chime('alert');
  notifySystem(alert, title, fact, open);
}
