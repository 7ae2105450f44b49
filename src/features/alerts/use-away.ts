import { useEffect, useState } from 'react';
import { type PricesSince, usePricesSince } from '@/api/whats-new.queries.ts';
import { hasHistory } from '@/config.ts';
import { watchedUntil } from '@/state/alert-changes.ts';

/** Nobody watches who has not for so long: a hidden tab is woken once a minute. */
const AWAY_MS = 3 * 60_000;
/** How often it is noted that alerts are watched. */
const NOTE_MS = 10_000;

/** When watching ended, local Unix ms; undefined while somebody watches, and where nobody ever has. */
function leftAt(): number | undefined {
  const until = watchedUntil.get();
  return until > 0 && Date.now() - until >= AWAY_MS ? until : undefined;
}

/** A time over which nobody watched. */
export interface Away {
  /** What the prices were in it; undefined while that is on its way. */
  prices: PricesSince | undefined;
}

/**
 * The time over which nobody watched alerts, with what the prices of their markets did in it: while it is asked for, and
 * until `done`. `undefined`: somebody has watched all along, or nobody knows what was.
 */
export function useAway(
  marketIds: readonly string[],
  madeAt: number,
): { away: Away | undefined; done: () => void } {
  const [since, setSince] = useState<number>();
  // An answer may be there before the first look, or come before the next: after a start, and after a sleep.
  const left = since === undefined ? leftAt() : undefined;
  if (left !== undefined) setSince(left);
  const from = since === undefined ? undefined : Math.max(since, madeAt);
  // The first step of a long time is minutes long: what was reached in it may have been just after everybody had left.
  const query = usePricesSince(marketIds, from, 'told');
  const isKnowable = hasHistory() && !query.isError && marketIds.length > 0;
  const isLookedAt = from !== undefined && isKnowable;
  useEffect(() => {
    const look = () => {
      const [now, until] = [Date.now(), watchedUntil.get()];
      if (since === undefined && leftAt() !== undefined) setSince(leftAt());
      // Until its history has been looked at a time away is not covered: who closes the tab before comes back to it.
      else if (!isLookedAt && (until === 0 || Math.abs(now - until) >= NOTE_MS)) watchedUntil.set(now);
    };
    look();
    const timer = setInterval(look, NOTE_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [since, isLookedAt]);
  return {
    away: isLookedAt ? { prices: query.data } : undefined,
    done: () => {
      watchedUntil.set(Date.now());
      setSince(undefined);
    },
  };
}
