import { formatUsd, parseUsd } from '@contract/money.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { Link } from '@tanstack/react-router';
import type { SlipState } from '@/domain/parlay.ts';
import { formatLocal, formatShortLocal, formatUtc } from '@/lib/time.ts';
import { ButtonClock, waitingTitle } from '@/tx/landing-clock.tsx';
import type { Waiting } from '@/tx/types.ts';
import { Button } from '@/ui/button.tsx';
import { CopyButton } from '@/ui/copy-button.tsx';
import { Pill } from '@/ui/pill.tsx';
import { Absent } from '@/ui/price.tsx';
import type { LiveLeg } from './live-legs.ts';
import { LEG_WORDS, SLIP_WORDS } from './parlay-labels.ts';

const Dollars = ({ text }: { text: string }) => {
  const value = parseUsd(text);
  return value === undefined ? <Absent reason={`The service says “${text}”`} /> : formatUsd(value);
};

function SlipLeg({ live }: { live: LiveLeg }) {
  const { leg, state } = live;
  const word = LEG_WORDS[state];
  return (
    <li className="flex items-center gap-3 py-1" data-testid="slip-leg" data-state={state}>
      <Link
        to="/event/$eventId"
        params={{ eventId: leg.eventId }}
        search={{ market: leg.marketId, side: 'yes' }}
        className="min-w-0 flex-1 truncate rounded-xs hover:underline"
        title={`${leg.eventTitle} · ${leg.label}`}
      >
        <span className="font-medium text-yes">Yes</span> {leg.label}
        {leg.eventTitle !== leg.label && <span className="text-muted"> · {leg.eventTitle}</span>}
      </Link>
      <Pill tone={word.tone}>{word.text}</Pill>
    </li>
  );
}

interface Props {
  slip: ParlaySlip;
  state: SlipState;
  legs: readonly LiveLeg[];
  claiming: boolean;
  /** It was sent and could still land: until then it stays under way. */
  waiting: Waiting | undefined;
  /** Why nothing can be signed now; null when it can. */
  blocked: string | null;
  onClaim: () => void;
}

/** A placed parlay: what it pays, where it stands, and each of its legs. */
export function SlipRow({ slip, state, legs, claiming, waiting, blocked, onClaim }: Props) {
  const word = SLIP_WORDS[state];
  const free = slip.mode === 'free';
  return (
    <li data-testid="slip" data-state={state} className="border-line border-b px-3 py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Pill tone={word.tone}>{word.text}</Pill>
        <span className="font-medium">
          {free ? 'Free' : <Dollars text={slip.stakeUsd} />} →{' '}
          <span className="num font-semibold">
            <Dollars text={slip.payoutUsd} />
          </span>
        </span>
        <span className="inline-flex items-center text-faint text-xs">
          <time
            dateTime={new Date(slip.placedAt).toISOString()}
            title={`${formatLocal(slip.placedAt)} · ${formatUtc(slip.placedAt)}`}
            className="num"
          >
            {formatShortLocal(slip.placedAt)}
          </time>
          <span className="num ml-2" title={slip.parlayId}>
            {slip.parlayId.slice(0, 9)}…
          </span>
          <CopyButton text={slip.parlayId} what="parlay id" />
        </span>
        {state === 'claimable' && slip.positionPubkey !== null && (
          <Button
            size="sm"
            variant="primary"
            className="ml-auto"
            busy={claiming}
            disabled={blocked !== null}
            title={waiting ? waitingTitle(waiting) : (blocked ?? undefined)}
            onClick={onClaim}
          >
            <ButtonClock waiting={waiting}>Claim</ButtonClock>
          </Button>
        )}
      </div>
      <ul className="mt-1 text-sm" aria-label="Legs">
        {legs.map((live) => (
          <SlipLeg key={live.leg.marketId} live={live} />
        ))}
      </ul>
    </li>
  );
}
