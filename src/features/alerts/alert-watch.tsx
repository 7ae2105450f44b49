import type { EventId, MarketId } from '@contract/ids.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { eventQuery } from '@/api/events.queries.ts';
import { pollAfter } from '@/api/poll.ts';
import { positionsQuery } from '@/api/positions.queries.ts';
import { serverNow } from '@/lib/clock.ts';
import { type Alert, isWaiting, useAlerts } from '@/state/alerts.ts';
import { useOwner } from '@/wallet/index.ts';
import { judge } from './judge.ts';
import { tell } from './tell.ts';
import { useLead } from './use-lead.ts';

/** Prices are asked for at this pace, closing times and payouts more slowly; all rarely while the tab is hidden. */
const PRICE_POLL_MS = 10_000;
const QUIET_POLL_MS = 30_000;
const JUDGE_MS = 5_000;

type Polled = Parameters<typeof pollAfter>[1];
/** A hidden tab goes on, slowly: that is when an alert is of use. */
const pace = (intervalMs: number) => ({
  refetchInterval: ({ state }: { state: Polled }) =>
    pollAfter(document.visibilityState === 'hidden' ? QUIET_POLL_MS : intervalMs, state),
  refetchIntervalInBackground: true,
});

/** Watches the alerts of this browser, in one tab of it. Draws nothing. */
export function AlertWatch() {
  const leads = useLead('evenline.alerts');
  const waiting = useAlerts().filter(isWaiting);
  return leads && waiting.length > 0 ? <Watching waiting={waiting} /> : null;
}

function Watching({ waiting }: { waiting: readonly Alert[] }) {
  const owner = useOwner();
  const navigate = useNavigate();
  const paces = new Map<string, number>();
  for (const { subject, rule } of waiting) {
    if (!subject || rule.kind === 'claimable') continue;
    const own = rule.kind === 'price' ? PRICE_POLL_MS : QUIET_POLL_MS;
    paces.set(subject.eventId, Math.min(own, paces.get(subject.eventId) ?? own));
  }
  const events = useQueries({
    queries: [...paces].map(([id, interval]) => ({
      ...eventQuery(id as EventId, interval),
      ...pace(interval),
    })),
  });
  const claims = waiting.some(({ rule }) => rule.kind === 'claimable');
  const positions = useQuery({
    ...positionsQuery(claims ? (owner ?? undefined) : undefined),
    ...pace(QUIET_POLL_MS / 2),
  });

  const byId = new Map<string, PredictionEvent>();
  for (const { data } of events) if (data) byId.set(data.eventId, data);
  const check = () => {
    for (const alert of waiting) {
      const event = alert.subject ? byId.get(alert.subject.eventId) : undefined;
      const finding = judge(alert, { event, positions: positions.data, now: serverNow() / 1_000 });
      if (!finding) continue;
      void tell(alert, finding, ({ subject, rule }) => {
        if (!subject || rule.kind === 'claimable') void navigate({ to: '/portfolio', search: {} });
        else {
          void navigate({
            to: '/event/$eventId',
            params: { eventId: subject.eventId },
            search: { market: subject.marketId as MarketId },
          });
        }
      });
    }
  };
  const latest = useRef(check);
  // Every answer renders, and is judged; between answers only time passes.
  useEffect(() => {
    latest.current = check;
    check();
  });
  useEffect(() => {
    const timer = setInterval(() => latest.current(), JUDGE_MS);
    return () => clearInterval(timer);
  }, []);
  return null;
}
