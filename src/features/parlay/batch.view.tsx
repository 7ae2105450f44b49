import { formatUsd } from '@contract/money.ts';
import { MAX_PARLAYS } from '@contract/prediction/parlay-limits.ts';
import Pencil from 'lucide-react/icons/pencil';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId } from 'react';
import type { ParlayFigures } from '@/domain/parlay.ts';
import type { SavedParlay } from '@/state/parlay-slip.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { Pill } from '@/ui/pill.tsx';
import { Absent } from '@/ui/price.tsx';
import { useFocusAfterRemoval } from '@/ui/use-focus-after-removal.ts';
import { useFocusOnLeaving } from '@/ui/use-focus-on-leaving.ts';
import type { LiveLeg } from './live-legs.ts';
import { isDeadLeg, LEG_WORDS } from './parlay-labels.ts';
import type { PlaceResult } from './placing.ts';
import { Result } from './result.view.tsx';

export interface BatchRow {
  saved: SavedParlay;
  legs: readonly LiveLeg[];
  figures: ParlayFigures | null;
  result: PlaceResult | undefined;
  /** It waits to be placed; not once it may have been paid for. */
  isKept: boolean;
}

interface Props {
  rows: readonly BatchRow[];
  busy: boolean;
  /** Another slip is being collected, whose place an edited one would take. */
  collecting: boolean;
  onEdit: (saved: SavedParlay) => void;
  onRemove: (saved: SavedParlay) => void;
  /** The button that places them all. */
  action: ReactNode;
}

/** Slips that wait to be placed in one request, each with its own answer. It goes with the last of them. */
export function Batch({ rows, busy, collecting, onEdit, onRemove, action }: Props) {
  const why = useId();
  const { list, leave } = useFocusAfterRemoval<HTMLOListElement>(rows.length);
  return (
    <Panel ref={useFocusOnLeaving()} aria-label="Slips to place together">
      <PanelHeader>
        <PanelTitle>To place together</PanelTitle>
        <span className="num ml-auto font-normal text-faint">
          {rows.length} of {MAX_PARLAYS}
        </span>
      </PanelHeader>
      <ol ref={list} tabIndex={-1}>
        {rows.map(({ saved, legs, figures, result, isKept }, index) => (
          <li
            key={saved.id}
            data-testid="batch-row"
            className="flex items-center gap-3 border-line border-b px-3 py-2"
          >
            <span className="num w-5 shrink-0 text-faint">{index + 1}</span>
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">
                {legs.map(({ leg }, at) => (
                  <span key={leg.marketId}>
                    {at > 0 && <span className="text-faint"> · </span>}
                    <span className="font-medium">{leg.label}</span>{' '}
                    {leg.eventTitle !== leg.label && <span className="text-muted">{leg.eventTitle}</span>}
                  </span>
                ))}
              </p>
              {result ? (
                <Result result={result} />
              ) : (
                legs.filter(isDeadLeg).map(({ leg, state }) => (
                  <Pill key={leg.marketId} tone="warn">
                    {leg.label}: {LEG_WORDS[state].text}
                  </Pill>
                ))
              )}
            </div>
            <span className="num shrink-0" title="Offered payout">
              {figures ? formatUsd(figures.offered) : <Absent reason="A leg has no price now" />}
            </span>
            <span className="flex shrink-0">
              {isKept && (
                <IconButton
                  label={`Edit slip ${index + 1}`}
                  icon={Pencil}
                  disabled={busy || collecting}
                  aria-describedby={collecting ? why : undefined}
                  onClick={() => onEdit(saved)}
                />
              )}
              <IconButton
                label={`Remove slip ${index + 1}`}
                icon={X}
                disabled={busy}
                onClick={() => {
                  leave(index);
                  onRemove(saved);
                }}
              />
            </span>
          </li>
        ))}
      </ol>
      {collecting && rows.some(({ isKept }) => isKept) && (
        <p id={why} className="px-3 pt-2 text-faint text-xs">
          To edit one of these, keep or clear the slip that you are collecting.
        </p>
      )}
      <div className="p-3">{action}</div>
    </Panel>
  );
}
