import type { EventId, MarketId } from '@contract/ids.ts';
import { type ReactNode, useState } from 'react';
import { useEvent, useEventsById } from '@/api/events.queries.ts';
import { LIST_POLL_MS } from '@/api/poll.ts';
import { usePositions } from '@/api/positions.queries.ts';
import { chanceOf, isOneSided } from '@/domain/events.ts';
import { outcomeText } from '@/domain/held-name.ts';
import { useNow, useServerNow } from '@/lib/clock.ts';
import { freshnessOf, useFreshness } from '@/lib/freshness.ts';
import { newId } from '@/lib/id.ts';
import { dropAlert, keepAlert } from '@/state/alert-changes.ts';
import {
  type Alert,
  type AlertSubject,
  type ClaimableRule,
  closeAlerts,
  isWaiting,
  MAX_WAITING,
  useAlerts,
  useAlertsLayer,
} from '@/state/alerts.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { useOwner } from '@/wallet/index.ts';
import { type AlertForm, emptyForm, formOf, problemOf, ruleOf, settled } from './alert-form.ts';
import { AlertFormView } from './alert-form.view.tsx';
import { AlertList } from './alert-list.view.tsx';
import { AlertMove } from './alert-move.tsx';
import { askOnce } from './notify.ts';

/** Alerts of this browser, and the form of a new one when a market is at hand. */
export function AlertsDialog() {
  const { open, subject } = useAlertsLayer();
  const alerts = useAlerts();
  const [editing, setEditing] = useState<Alert | null>(null);
  const [said, setSaid] = useState('');
  const about = editing?.subject ?? subject;
  const prices = usePrices(open ? alerts : []);
  const close = () => {
    setEditing(null);
    setSaid('');
    closeAlerts();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Alerts"
      description={
        about ? outcomeText(about.eventTitle, about.label) : 'Alerts arrive while a tab of Evenline is open.'
      }
    >
      {about ? (
        <Editor
          key={editing?.id ?? about.marketId}
          about={about}
          editing={editing}
          onDone={(what) => {
            setEditing(null);
            setSaid(what);
          }}
        />
      ) : (
        <AnyPayout alerts={alerts} onDone={setSaid} />
      )}
      <p role="status" className="mt-1.5 text-muted text-xs empty:sr-only">
        {said}
      </p>
      <AlertList
        alerts={alerts}
        prices={prices}
        moveOf={moveOf}
        editing={editing?.id ?? null}
        onEdit={setEditing}
        onDelete={({ id }) => {
          if (id === editing?.id) setEditing(null);
          dropAlert(id);
        }}
      />
    </Dialog>
  );
}

/** Of an alert that waits for a price. */
const moveOf = ({ subject, rule }: Alert): ReactNode =>
  subject &&
  rule.kind === 'price' && (
    <AlertMove marketId={subject.marketId as MarketId} side={rule.side} label={subject.label} />
  );

/**
 * Prices of the sides that alerts wait for, by the ids of the alerts; those that are not known yet are absent, and those that
 * have been left behind.
 */
function usePrices(alerts: readonly Alert[]): ReadonlyMap<string, bigint | null> {
  const waiting = alerts.filter((alert) => isWaiting(alert) && alert.rule.kind === 'price');
  const ids = [...new Set(waiting.flatMap(({ subject }) => subject?.eventId ?? []))];
  const events = useEventsById(ids, LIST_POLL_MS);
  const now = useNow(LIST_POLL_MS);
  const known = new Map<string, bigint | null>();
  for (const { id, rule, subject } of waiting) {
    const asked = events[ids.indexOf(subject?.eventId ?? '')];
    const isOld = asked && freshnessOf(asked.dataUpdatedAt, LIST_POLL_MS, now) === 'stale';
    const event = isOld || asked?.error?.kind === 'not-found' ? undefined : asked?.data;
    const market = event?.markets.find(({ marketId }) => marketId === subject?.marketId);
    if (market && rule.kind === 'price') known.set(id, chanceOf(market, rule.side));
  }
  return known;
}

const newAlert = (subject: AlertSubject | null, rule: Alert['rule'], id: string = newId()): Alert => ({
  id,
  subject,
  rule,
  madeAt: Date.now(),
  toldAt: null,
  fact: null,
});

/** Keeps the alert and says so, also where it does not last. */
function keep(alert: Alert, done: string): string {
  return keepAlert(alert) ? done : `${done} Not kept by this browser: it is gone once this tab closes.`;
}

/** The rule of an alert of payouts, or why there can be none: what is not known yet is not nothing. */
function usePayoutRule(): { problem: string | null; payout: ClaimableRule } {
  const owner = useOwner();
  const { data, isError } = usePositions(owner ?? undefined);
  const known = (data ?? []).filter((one) => one.claimable).map(({ pubkey }) => pubkey);
  return {
    problem:
      owner === null
        ? 'Connect a wallet first'
        : data
          ? null
          : isError
            ? 'Couldn’t load your positions'
            : 'Loading your positions',
    payout: { kind: 'claimable', known, owners: owner === null ? [] : [owner] },
  };
}

/** Why no other alert can be made: one more would push the oldest out, which nobody would be told. */
const useFull = (): string | null =>
  useAlerts().filter(isWaiting).length < MAX_WAITING
    ? null
    : `${MAX_WAITING} alerts are waiting: delete one first`;

interface EditorProps {
  about: AlertSubject;
  editing: Alert | null;
  /** `what`: what was done, in words; empty when nothing was. */
  onDone: (what: string) => void;
}

function Editor({ about, editing, onDone }: EditorProps) {
  const { problem, payout } = usePayoutRule();
  const full = useFull();
  const event = useEvent(about.eventId as EventId, LIST_POLL_MS);
  const now = useServerNow(1_000) / 1_000;
  const [filled, setForm] = useState<AlertForm>(() => (editing ? formOf(editing.rule) : emptyForm('price')));
  const isOld = useFreshness(event.dataUpdatedAt, LIST_POLL_MS) === 'stale';
  const listed = event.data?.markets.find(({ marketId }) => marketId === about.marketId);
  // What it was once does not tell which way a target lies, nor that the price is there already.
  const market = listed && isOld ? { ...listed, pricing: null } : listed;
  const form = settled(filled, market);
  if (form !== filled) setForm(form);
  const save = () => {
    const alert = newAlert(about, ruleOf(form, market, payout), editing?.id);
    const said = keep(alert, editing ? 'Alert saved.' : 'Alert created.');
    askOnce();
    setForm(emptyForm(form.kind));
    onDone(said);
  };
  return (
    <AlertFormView
      form={form}
      onForm={setForm}
      market={market}
      oneSided={listed !== undefined && isOneSided(listed)}
      problem={(editing ? null : full) ?? problemOf(form, market, now, problem)}
      editing={editing !== null}
      onSubmit={save}
      onCancel={() => onDone('')}
    />
  );
}

/** Without a market at hand there is one thing to wait for: money. */
function AnyPayout({ alerts, onDone }: { alerts: readonly Alert[]; onDone: (what: string) => void }) {
  const { problem: unknown, payout } = usePayoutRule();
  const problem = useFull() ?? unknown;
  const set = alerts.some(({ subject, toldAt }) => subject === null && toldAt === null);
  if (set) return null;
  return (
    <div>
      <Button
        disabled={problem !== null}
        onClick={() => {
          const said = keep(newAlert(null, payout), 'Alert created.');
          askOnce();
          onDone(said);
        }}
      >
        Alert me when any payout can be claimed
      </Button>
      {problem !== null && <p className="mt-1 text-faint text-xs">{problem}</p>}
    </div>
  );
}
