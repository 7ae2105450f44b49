import Bell from 'lucide-react/icons/bell';
import { type AlertSubject, isWaiting, openAlerts, useAlerts } from '@/state/alerts.ts';
import { IconButton } from '@/ui/icon-button.tsx';

/** Opens the alerts with a market at hand; filled while one waits for it. */
export function AlertBell({ subject }: { subject: AlertSubject }) {
  const waiting = useAlerts().filter(
    (alert) => isWaiting(alert) && alert.subject?.marketId === subject.marketId,
  ).length;
  return (
    <IconButton
      size="sm"
      icon={Bell}
      label={waiting === 0 ? 'Create an alert' : `Alerts: ${waiting} waiting for this market`}
      fill
      pressed={waiting > 0}
      aria-haspopup="dialog"
      onClick={() => openAlerts(subject)}
    />
  );
}
