import type { EventId, MarketId } from '@contract/ids.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useWatched } from '@/api/alerts.queries.ts';
import { serverNow } from '@/lib/clock.ts';
import { freshnessOf } from '@/lib/freshness.ts';
import { seeWallet } from '@/state/alert-changes.ts';
import { type Alert, isWaiting, useAlerts } from '@/state/alerts.ts';
import { useOwner } from '@/wallet/index.ts';
import { awayFinding, evaluate } from './evaluate.ts';
import { notify } from './notify.ts';
import { useAway } from './use-away.ts';
import { useLead } from './use-lead.ts';

/** Prices are asked for this often, closing times and payouts more slowly; all rarely while the tab is hidden. */
const PRICE_POLL_MS = 10_000;
const QUIET_POLL_MS = 30_000;
const EVALUATE_MS = 5_000;

/** Watches the alerts of this browser, in one tab of it. Draws nothing. */
export function AlertWatch() {
  const leads = useLead('evenline.alerts');
  const waiting = useAlerts().filter(isWaiting);
  return leads && waiting.length > 0 ? <Watching waiting={waiting} /> : null;
}

function Watching({ waiting }: { waiting: readonly Alert[] }) {
  const owner = useOwner();
  const navigate = useNavigate();
  const intervals = new Map<EventId, number>();
  for (const { subject, rule } of waiting) {
    if (!subject || rule.kind === 'claimable') continue;
    const own = rule.kind === 'price' ? PRICE_POLL_MS : QUIET_POLL_MS;
    const id = subject.eventId as EventId;
    intervals.set(id, Math.min(own, intervals.get(id) ?? own));
  }
  const prices = waiting.filter(({ rule }) => rule.kind === 'price');
  const { away, done } = useAway(
    prices.flatMap(({ subject }) => subject?.marketId ?? []),
    Math.min(...prices.map(({ madeAt }) => madeAt)),
  );
  const claims = waiting.some(({ rule }) => rule.kind === 'claimable');
  const { events, positions } = useWatched({
    events: intervals,
    positions: { owner: claims ? (owner ?? undefined) : undefined, intervalMs: QUIET_POLL_MS / 2 },
    hiddenMs: QUIET_POLL_MS,
  });

  const check = () => {
    if (owner !== null && positions)
      seeWallet(
        owner,
        positions.filter(({ claimable }) => claimable).map(({ pubkey }) => pubkey),
      );
    for (const alert of waiting) {
      const isPrice = alert.rule.kind === 'price';
      // What a price has done comes before what it does, or what became of its market.
      if (away && isPrice && away.prices === undefined) continue;
      const seen = alert.subject ? events.get(alert.subject.eventId as EventId) : undefined;
      // A closing time may have been put off since, as during a sleep: an old one tells neither that it comes nor that it has.
      const isOld = seen && freshnessOf(seen.asOf, QUIET_POLL_MS, Date.now()) === 'stale';
      if (isOld && alert.rule.kind === 'closing') continue;
      const past = alert.subject && away?.prices?.get(alert.subject.marketId);
      const finding =
        awayFinding(alert, past ?? undefined) ??
        evaluate(alert, { event: seen?.event, owner, positions, now: serverNow() / 1_000 });
      if (!finding) continue;
      void notify(alert, finding, ({ subject, rule }) => {
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
  const isTold = away?.prices !== undefined;
  useEffect(() => {
    if (isTold) done();
  });
  const latest = useRef(check);
  // Every answer renders, and is evaluated; between answers only time passes.
  useEffect(() => {
    latest.current = check;
    check();
  });
  useEffect(() => {
    const timer = setInterval(() => latest.current(), EVALUATE_MS);
    return () => clearInterval(timer);
  }, []);
  return null;
}
