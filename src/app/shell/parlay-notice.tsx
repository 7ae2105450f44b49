import { PARLAY_LEGS } from '@contract/prediction/parlay-limits.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type SlipChange, useSlipChange } from '@/state/parlay-slip.ts';

const SHOWN_MS = 5_000;

/** What a pick did: "Spain took the place of France". */
function changeText(change: SlipChange): string {
  switch (change.did) {
    case 'added':
      return `${change.leg.label} is on your parlay.`;
    case 'removed':
      return `${change.leg.label} is off your parlay.`;
    case 'replaced':
      return `One leg per event: ${change.leg.label} took the place of ${change.old.label}.`;
    case 'full':
      return 'Your parlay has five legs. Remove one to add another.';
  }
}

/** Says for a few seconds what a pick did to the parlay, wherever it was made. */
export function ParlayNotice() {
  const change = useSlipChange((state) => state.change);
  const path = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    if (!change) return;
    const timer = setTimeout(() => useSlipChange.setState({ change: null }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [change]);
  return (
    change && (
      <p className="pointer-events-auto flex animate-fade-in items-center gap-3 rounded-md border border-line-strong bg-raised px-3 py-2 shadow-float lg:flex-col lg:items-start lg:gap-1 wrap-anywhere">
        <span className="min-w-0">{changeText(change)}</span>
        {path !== '/parlay' && (
          <Link to="/parlay" className="num shrink-0 rounded-xs font-semibold text-accent hover:underline">
            Parlay {change.count}/{PARLAY_LEGS}
          </Link>
        )}
      </p>
    )
  );
}
