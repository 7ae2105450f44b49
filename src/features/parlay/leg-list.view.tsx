import { PARLAY_LEGS } from '@contract/prediction/parlay-limits.ts';
import X from 'lucide-react/icons/x';
import { settlesAt } from '@/domain/parlay.ts';
import { serverNow } from '@/lib/clock.ts';
import { cx } from '@/lib/cx.ts';
import { formatEnd, formatLocal, formatShortLocal, formatUtc } from '@/lib/time.ts';
import type { ParlayLeg } from '@/state/parlay-slip.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { Pill } from '@/ui/pill.tsx';
import { Absent, Price } from '@/ui/price.tsx';
import { useFocusAfterRemoval } from '@/ui/use-focus-after-removal.ts';
import { LegName, legText } from './leg-name.view.tsx';
import type { LiveLeg } from './live-legs.ts';
import { LEG_WORDS } from './parlay-labels.ts';

/** When a leg settles, in the reader's zone. `seconds`: Unix seconds. */
export function Settles({ seconds }: { seconds: number | null }) {
  if (seconds === null) return <Absent reason="The service does not say when it settles" />;
  const ms = seconds * 1_000;
  return (
    <time dateTime={new Date(ms).toISOString()} title={`${formatLocal(ms)} · ${formatUtc(ms)}`}>
      {formatEnd(ms, serverNow()) ?? formatShortLocal(ms)}
    </time>
  );
}

function LegRow({ live, disabled, onRemove }: { live: LiveLeg; disabled: boolean; onRemove: () => void }) {
  const { leg, market, state, price } = live;
  const word = LEG_WORDS[state];
  return (
    <li
      data-testid="leg"
      data-state={state}
      className="flex min-h-14 items-center gap-3 border-line border-b py-2 pr-2 pl-3"
    >
      <div className="min-w-0 flex-1">
        <LegName leg={leg} />
        <p className="flex flex-wrap items-center gap-x-2 text-muted text-xs">
          {market && (
            <span className="text-faint">
              settles <Settles seconds={settlesAt(market)} />
            </span>
          )}
          {state !== 'open' && state !== 'loading' && <Pill tone={word.tone}>{word.text}</Pill>}
        </p>
      </div>
      <Price value={price} reason={word.text} className="text-md" />
      <IconButton label={`Remove ${legText(leg)}`} icon={X} disabled={disabled} onClick={onRemove} />
    </li>
  );
}

interface Props {
  legs: readonly LiveLeg[];
  /** They are being placed as they stand. */
  disabled?: boolean;
  onRemove: (leg: ParlayLeg) => void;
}

/** The slip's five places, the taken ones with their price. */
export function LegList({ legs, disabled = false, onRemove }: Props) {
  const free = Array.from(
    { length: Math.max(0, PARLAY_LEGS - legs.length) },
    (_, at) => legs.length + at + 1,
  );
  const { list, leave } = useFocusAfterRemoval<HTMLOListElement>(legs.length);
  return (
    <ol ref={list} tabIndex={-1} aria-label="Legs of the parlay">
      {legs.map((live, place) => (
        <LegRow
          key={live.leg.marketId}
          live={live}
          disabled={disabled}
          onRemove={() => {
            leave(place);
            onRemove(live.leg);
          }}
        />
      ))}
      {free.map((place, index) => (
        <li
          key={place}
          className={cx(
            'flex h-14 items-center gap-3 border-line border-b px-3 text-faint last:border-b-0',
            // On a phone one line stands for all of them: the figures follow at once.
            index > 0 && 'max-md:hidden',
          )}
        >
          <span
            aria-hidden
            className="num flex size-6 items-center justify-center rounded-full border border-line border-dashed text-xs"
          >
            {place}
          </span>
          <span className="max-md:hidden">Leg {place}: not picked</span>
          <span className="md:hidden">
            {free.length === 1 ? '1 leg to pick' : `${free.length} legs to pick`}
          </span>
        </li>
      ))}
    </ol>
  );
}
