import BellRing from 'lucide-react/icons/bell-ring';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import type { ReactNode } from 'react';
import { titleBeside } from '@/domain/held-name.ts';
import { useNow } from '@/lib/clock.ts';
import { formatLocal, formatRelative } from '@/lib/time.ts';
import type { Alert } from '@/state/alerts.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Pill } from '@/ui/pill.tsx';
import { nowText, ruleText } from './alerts-labels.ts';

const isWaiting = ({ toldAt }: Alert): boolean => toldAt === null;

interface RowProps {
  alert: Alert;
  /** Price of the side it waits for; null where nobody quotes it, undefined while it is not known. */
  now: bigint | null | undefined;
  /** What that price did of late; nothing where that is not known. */
  move: ReactNode;
  editing: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function Row({ alert, now: price, move, editing, onEdit, onDelete }: RowProps) {
  const now = useNow(10_000);
  const waiting = isWaiting(alert);
  const what = ruleText(alert);
  const whose = alert.subject?.label ?? 'Any position of mine';
  const event = alert.subject ? titleBeside(alert.subject.eventTitle, whose) : '';
  return (
    <li
      data-testid="alert"
      data-state={waiting ? 'waiting' : 'told'}
      className="flex items-start gap-2 border-line border-b py-2.5 last:border-b-0"
    >
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium">
          <span className="min-w-0">{what}</span>
          {waiting && alert.rule.kind === 'price' && price !== undefined && (
            <span className="num font-normal text-muted text-sm">
              {price === null ? 'not quoted now' : nowText(alert.rule, price)}
            </span>
          )}
          {move}
          {editing && <Pill tone="accent">being changed</Pill>}
        </p>
        {!what.startsWith(`${whose} `) && <p className="wrap-anywhere text-muted text-sm">{whose}</p>}
        {event !== '' && event !== whose && (
          <p className="truncate text-faint text-xs" title={event}>
            {event}
          </p>
        )}
        {alert.toldAt !== null && (
          <p className="text-faint text-xs">
            <span className="text-muted">{alert.fact}</span>{' '}
            <time dateTime={new Date(alert.toldAt).toISOString()} title={formatLocal(alert.toldAt)}>
              {formatRelative(alert.toldAt, now)}
            </time>
          </p>
        )}
      </div>
      {waiting && alert.rule.kind !== 'claimable' && (
        <IconButton icon={Pencil} label={`Change: ${what}, ${whose}`} onClick={onEdit} />
      )}
      <IconButton icon={Trash2} label={`Delete: ${what}, ${whose}`} onClick={onDelete} />
    </li>
  );
}

interface Props {
  alerts: readonly Alert[];
  /** Prices that waiting ones wait for, by their ids. */
  prices: ReadonlyMap<string, bigint | null>;
  /** What the price that one waits for did of late; nothing where that is not known. */
  moveOf: (alert: Alert) => ReactNode;
  /** Id of the alert in the form. */
  editing: string | null;
  onEdit: (alert: Alert) => void;
  onDelete: (alert: Alert) => void;
}

/** Alerts that wait, and those that were told. */
export function AlertList({ alerts, prices, moveOf, editing, onEdit, onDelete }: Props) {
  const groups = [
    { name: 'Waiting', list: alerts.filter(isWaiting) },
    { name: 'Done', list: alerts.filter((alert) => !isWaiting(alert)) },
  ].filter(({ list }) => list.length > 0);
  if (groups.length === 0)
    return (
      <EmptyState icon={BellRing} title="No alerts yet">
        The bell on an event's page makes one for the market that is open there.
      </EmptyState>
    );
  return groups.map(({ name, list }) => (
    <section key={name} aria-label={name}>
      <h3 className="mt-3 font-semibold text-2xs text-faint uppercase tracking-[.08em]">{name}</h3>
      <ul>
        {list.map((alert) => (
          <Row
            key={alert.id}
            alert={alert}
            now={prices.get(alert.id)}
            move={isWaiting(alert) && moveOf(alert)}
            editing={alert.id === editing}
            onEdit={() => onEdit(alert)}
            onDelete={() => onDelete(alert)}
          />
        ))}
      </ul>
    </section>
  ));
}
