import { formatUsd, parseUsd } from '@contract/money.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import type { SlipState } from '@/domain/parlay.ts';
import { cx } from '@/lib/cx.ts';
import { formatLocal, formatShortLocal, formatUtc } from '@/lib/time.ts';
import { ButtonClock, waitingTitle } from '@/tx/landing-clock.tsx';
import type { Waiting } from '@/tx/types.ts';
import { CopyButton } from '@/ui/copy-button.tsx';
import { PassingButton } from '@/ui/passing-button.tsx';
import { PickBox } from '@/ui/pick-box.tsx';
import { Pill } from '@/ui/pill.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent } from '@/ui/price.tsx';
import { LegName } from './leg-name.view.tsx';
import type { LiveLeg } from './live-legs.ts';
import { LEG_WORDS, NO_LONGER, SLIP_WORDS } from './parlay-labels.ts';

const Dollars = ({ text }: { text: string }) => {
  const value = parseUsd(text);
  return value === undefined ? <Absent reason={`The service says “${text}”`} /> : formatUsd(value);
};

function SlipLeg({ live, over }: { live: LiveLeg; over: boolean }) {
  const { leg, state } = live;
  // Of a parlay that is lost, only the legs that have ended say anything.
  const waits = state === 'open' || state === 'unquoted' || state === 'closed';
  const word = over && waits ? NO_LONGER : LEG_WORDS[state];
  return (
    <li className="flex items-start gap-3 py-1" data-testid="slip-leg" data-state={state}>
      <LegName leg={leg} className="flex-1" />
      <Pill tone={word.tone}>{word.text}</Pill>
    </li>
  );
}

/** Every leg of a parlay with how it stands; `over`: it is lost already. */
export const SlipLegs = ({ legs, over }: { legs: readonly LiveLeg[]; over: boolean }) => (
  <ul className="mt-1 text-sm" aria-label="Legs">
    {legs.map((live) => (
      <SlipLeg key={live.leg.marketId} live={live} over={over} />
    ))}
  </ul>
);

/** What was staked and what it pays; of a lost one what was lost. */
function Amounts({ slip, state }: { slip: ParlaySlip; state: SlipState }) {
  const free = slip.mode === 'free';
  const pays = (
    <span className="num">
      <Dollars text={slip.payoutUsd} />
    </span>
  );
  if (state === 'lost') {
    const stake = free ? undefined : parseUsd(slip.stakeUsd);
    return (
      <span>
        {free ? (
          <span className="font-medium">Free</span>
        ) : (
          <Pnl value={stake === undefined ? undefined : -stake} className="font-semibold" />
        )}
        <span className="text-muted"> · would have paid {pays}</span>
      </span>
    );
  }
  return (
    <span className="font-medium">
      {free ? 'Free' : <Dollars text={slip.stakeUsd} />} →{' '}
      <span className={cx('font-semibold', isWon(state) && 'text-up')}>{pays}</span>
    </span>
  );
}

const IN_QUEUE = 'It is in the queue of claims';

const isWon = (state: SlipState): boolean =>
  state === 'settling' || state === 'claimable' || state === 'paid';

interface Props {
  slip: ParlaySlip;
  state: SlipState;
  legs: readonly LiveLeg[];
  claiming: boolean;
  /** A queue has it among its claims, and may claim it. */
  queued: boolean;
  /** It was sent and could still land: until then it stays under way. */
  waiting: Waiting | undefined;
  /** Why nothing can be signed now; null when it can. */
  blocked: string | null;
  onClaim: () => void;
  /** Whether it is selected, and what does so; absent where there is nothing to select. */
  pick?: { on: boolean; onChange: (on: boolean) => void } | undefined;
}

/** A placed parlay: what it pays, where it stands, and each of its legs. */
export function SlipRow({ slip, state, legs, claiming, queued, waiting, blocked, onClaim, pick }: Props) {
  const word = SLIP_WORDS[state];
  return (
    <li data-testid="slip" data-state={state} className="border-line border-r border-b px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {pick && (
          <PickBox label={`Select parlay ${slip.parlayId}`} checked={pick.on} onChange={pick.onChange} />
        )}
        <Pill tone={word.tone}>{word.text}</Pill>
        <Amounts slip={slip} state={state} />
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
          <PassingButton
            size="sm"
            variant="primary"
            className="ml-auto"
            busy={claiming || queued}
            disabled={blocked !== null}
            title={waiting ? waitingTitle(waiting) : queued ? IN_QUEUE : (blocked ?? undefined)}
            onClick={onClaim}
          >
            <ButtonClock waiting={waiting}>Claim</ButtonClock>
          </PassingButton>
        )}
      </div>
      <SlipLegs legs={legs} over={state === 'lost'} />
    </li>
  );
}
