import { formatUsd } from '@contract/money.ts';
import { PARLAY_LEGS } from '@contract/prediction/parlay-limits.ts';
import { Link } from '@tanstack/react-router';
import X from 'lucide-react/icons/x';
import { LIST_POLL_MS } from '@/api/poll.ts';
import { parlayFigures, stakeOf } from '@/domain/parlay.ts';
import { toggleLeg, useParlaySlip } from '@/state/parlay-slip.ts';
import { Age } from '@/ui/age.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { KeyValue, KeyValues } from '@/ui/key-value.tsx';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { Absent, Price } from '@/ui/price.tsx';
import { useFocusAfterRemoval } from '@/ui/use-focus-after-removal.ts';
import { useFocusOnLeaving } from '@/ui/use-focus-on-leaving.ts';
import { chanceText } from './figures.view.tsx';
import { LegName, legText } from './leg-name.view.tsx';
import { oldestOf, useLiveLegs } from './live-legs.ts';
import { LEG_WORDS } from './parlay-labels.ts';

/** The slip as far as it has come, beside the markets it is collected from; nothing while it is empty. */
export function MiniSlip() {
  const legs = useParlaySlip();
  return legs.length === 0 ? null : <Collected />;
}

/** It goes with its last leg. */
function Collected() {
  const live = useLiveLegs(useParlaySlip());
  const figures = parlayFigures(
    live.map(({ price }) => price),
    'paid',
  );
  const { list, leave } = useFocusAfterRemoval<HTMLUListElement>(live.length);
  const missing = PARLAY_LEGS - live.length;
  const why = 'A leg has no price now';
  return (
    <Panel ref={useFocusOnLeaving()} aria-label="Parlay slip" className="shrink-0">
      <PanelHeader>
        <PanelTitle>Parlay slip</PanelTitle>
        <span className="num font-normal text-faint">
          {live.length}/{PARLAY_LEGS}
        </span>
        <span className="ml-auto font-normal">
          <Age asOf={oldestOf(live)} intervalMs={LIST_POLL_MS} />
        </span>
      </PanelHeader>
      <ul ref={list} tabIndex={-1} aria-label="Legs picked" className="py-1">
        {live.map(({ leg, price, state }, place) => (
          <li key={leg.marketId} className="flex items-center gap-2 pr-2 pl-3">
            <LegName leg={leg} className="flex-1 py-1" />
            <Price value={price} reason={LEG_WORDS[state].text} />
            <IconButton
              size="sm"
              icon={X}
              label={`Remove ${legText(leg)}`}
              onClick={() => {
                leave(place);
                toggleLeg(leg);
              }}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-2 border-line border-t px-3 py-2">
        <KeyValues>
          <KeyValue
            name={
              missing === 0
                ? `${formatUsd(stakeOf('paid'))} pays`
                : `${formatUsd(stakeOf('paid'))} with ${live.length} of five legs`
            }
            strong
          >
            {figures ? formatUsd(figures.offered) : <Absent reason={why} />}
          </KeyValue>
          <KeyValue name="Combined odds">
            {figures ? chanceText(figures.product) : <Absent reason={why} />}
          </KeyValue>
        </KeyValues>
        <Link to="/parlay" className={buttonClass(missing === 0 ? 'primary' : 'outline')}>
          {missing === 0 ? 'Place the parlay' : `Open the slip, ${missing} to go`}
        </Link>
      </div>
    </Panel>
  );
}
