import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { ReactNode } from 'react';
import { usePositions } from '@/api/positions.queries.ts';
import type { Outcome } from '@/domain/events.ts';
import { heldSides, toneFor } from '@/domain/held-sides.ts';
import { useOwner } from '@/wallet/index.ts';
import { VerdictText } from './outcome-row.view.tsx';

type Ended = Outcome & { verdict: NonNullable<Outcome['verdict']> };

/** What became of an outcome, in the colour of what that means for what is held of its market. */
function OutcomeVerdict({ event, outcome }: { event: PredictionEvent; outcome: Ended }) {
  const { data } = usePositions(useOwner() ?? undefined);
  const market = event.markets.find(({ marketId }) => marketId === outcome.marketId);
  const held = heldSides((data ?? []).filter(({ contractsMicro }) => contractsMicro > 0n));
  return (
    <VerdictText
      verdict={outcome.verdict}
      tone={market ? toneFor(market, held.get(outcome.marketId)) : 'neutral'}
    />
  );
}

/** Of an event, what stands in the place of the prices of an outcome that no longer trades; null while it does. */
export const verdictsOf =
  (event: PredictionEvent) =>
  (outcome: Outcome): ReactNode =>
    outcome.verdict && <OutcomeVerdict event={event} outcome={{ ...outcome, verdict: outcome.verdict }} />;
