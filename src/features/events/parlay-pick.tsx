import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { ReactNode } from 'react';
import { type Outcome, titleOf } from '@/domain/events.ts';
import { toggleLeg, useIsLeg } from '@/state/parlay-slip.ts';
import { ParlayButton } from '@/ui/parlay-button.tsx';

interface Props {
  eventId: string;
  eventTitle: string;
  outcome: Outcome;
}

/** Whether the YES side of an outcome can be a leg: it is offered, and the line is not of the other side. */
export const canBeLeg = ({ quotes, verdict }: Outcome): boolean =>
  verdict === null && quotes.some(({ side, buy }) => side === 'yes' && buy !== null);

/** What puts an outcome of an event on the parlay; null for one that cannot be a leg. */
export const pickOf =
  (event: PredictionEvent) =>
  (outcome: Outcome): ReactNode =>
    canBeLeg(outcome) ? (
      <ParlayPick eventId={event.eventId} eventTitle={titleOf(event)} outcome={outcome} />
    ) : null;

/** Puts an outcome of a card or a row on the parlay. */
export function ParlayPick({ eventId, eventTitle, outcome }: Props) {
  const { marketId, label } = outcome;
  return (
    <ParlayButton
      label={label}
      picked={useIsLeg(marketId)}
      onToggle={() => toggleLeg({ eventId, marketId, label, eventTitle })}
    />
  );
}
