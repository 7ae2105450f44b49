import { formatContracts, formatUsd } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Position } from '@contract/prediction/position.ts';
import { Link } from '@tanstack/react-router';
import { useKin } from '@/api/event-series.queries.ts';
import { titleOf, verdictOf } from '@/domain/events.ts';
import { heldWithin, resultText, sideName } from '@/domain/held-name.ts';
import { isHeld } from '@/domain/portfolio.ts';
import { nextOf } from '@/domain/series.ts';
import { resultOf } from '@/domain/settled.ts';
import { COST_NOT_KEPT } from '@/domain/status-texts.ts';
import { serverNow } from '@/lib/clock.ts';
import { cx } from '@/lib/cx.ts';
import { buttonClass } from '@/ui/button.tsx';
import { KeyValue, KeyValues } from '@/ui/key-value.tsx';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent } from '@/ui/price.tsx';
import { RESULT_LABELS } from './market-labels.ts';

function resultOfMarket(market: Market, outcome: string): string {
  const verdict = verdictOf(market, 'yes') ?? 'closed';
  return verdict === 'won' || verdict === 'lost'
    ? resultText(outcome, verdict === 'won')
    : RESULT_LABELS[verdict];
}

function Mine({ position, outcome }: { position: Position; outcome: string }) {
  const { state, value, gain, cost } = resultOf(position);
  const side = sideName(outcome, position.isYes);
  const paid = state.phase === 'claimed';
  return (
    <>
      <KeyValues className="border-line border-t py-2">
        <KeyValue name="You held">
          <span className="num">{formatContracts(position.contractsMicro)}</span> {side}
        </KeyValue>
        <KeyValue name="Cost">
          {cost === null ? <Absent reason={COST_NOT_KEPT} /> : formatUsd(cost, 'up')}
        </KeyValue>
        <KeyValue name={paid ? 'Paid out' : 'Payout'}>
          {value === null ? <Absent reason="No result yet" /> : formatUsd(value)}
        </KeyValue>
        <KeyValue strong name={isHeld(state.phase) ? 'Unrealised' : 'Realised'}>
          <Pnl value={gain} cost={cost} reason="No result yet" />
        </KeyValue>
      </KeyValues>
      {position.claimable && (
        <Link to="/portfolio" className={cx(buttonClass('primary', 'lg'), 'w-full')}>
          Claim {formatUsd(position.payoutUsd)}
        </Link>
      )}
    </>
  );
}

interface Props {
  event: PredictionEvent;
  market: Market;
  outcome: string;
  positions: readonly Position[];
}

/** In the place of ticket and book once a market is over: how it ended, what that brought, and where to go on. */
export function ResultPanel({ event, market, outcome, positions }: Props) {
  const { data } = useKin(event);
  const next = data && nextOf(event, data, serverNow() / 1_000);
  const result = resultOfMarket(market, outcome);
  const { outcome: named } = heldWithin(outcome, true);
  const mine = positions.filter((one) => one.marketId === market.marketId);
  return (
    <Panel aria-label="Result">
      <PanelHeader>
        <PanelTitle>Result</PanelTitle>
      </PanelHeader>
      <div className="flex flex-col gap-2 p-3">
        <div>
          {/* A side that has a name of its own is named by how it ended. */}
          {named !== null && <p className="text-muted">{named}</p>}
          <p className="font-bold text-xl">{result}</p>
        </div>
        {mine.map((position) => (
          <Mine key={position.pubkey} position={position} outcome={outcome} />
        ))}
        {next ? (
          <Link
            to="/event/$eventId"
            params={{ eventId: next.eventId }}
            title={titleOf(next)}
            className={cx(buttonClass('outline', 'lg'), 'w-full')}
          >
            <span className="shrink-0">Next:</span> <span className="truncate">{titleOf(next)}</span>
          </Link>
        ) : (
          <Link to="/" className={cx(buttonClass('outline', 'lg'), 'w-full')}>
            Back to the markets
          </Link>
        )}
      </div>
    </Panel>
  );
}
