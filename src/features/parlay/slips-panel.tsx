import type { EventId, Pubkey } from '@contract/ids.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import Layers from 'lucide-react/icons/layers';
import { useMemo, useState } from 'react';
import { useSlowHistory } from '@/api/account.queries.ts';
import { useEventsUntil } from '@/api/events.queries.ts';
import { lostPositions } from '@/api/history.queries.ts';
import { useSlips } from '@/api/parlays.queries.ts';
import { POSITIONS_POLL_MS } from '@/api/poll.ts';
import { useConfig } from '@/config.ts';
import { type LegState, legState, marketIn, type SlipState, slipState } from '@/domain/parlay.ts';
import { claimParlay } from '@/orders/claim-intent.ts';
import { NEEDED_LAMPORTS } from '@/orders/lamports.ts';
import { rowProblem, walletState } from '@/orders/preflight.ts';
import { useUnderWay } from '@/orders/use-under-way.ts';
import { useQueuedRows } from '@/tx/queue-left.ts';
import { useTx } from '@/tx/use-tx.ts';
import { Age } from '@/ui/age.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel, PanelBody, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import type { Picking } from '@/ui/pick-box.tsx';
import { QueryBody, type QueryView } from '@/ui/query-body.tsx';
import { LoadingNote, Skeleton } from '@/ui/skeleton.tsx';
import { useBalances, type WalletSigner } from '@/wallet/index.ts';
import { type LiveLeg, liveLeg } from './live-legs.ts';
import { SlipLegs, SlipRow } from './slip-row.view.tsx';

const SHOWN = 6;

const isDecided = (state: LegState): boolean => state === 'won' || state === 'lost' || state === 'cancelled';

/** The legs of one parlay, asked for while they are on the page. `over`: it is lost already. */
export function LegsOfSlip({ slip, over }: { slip: ParlaySlip; over: boolean }) {
  return <SlipLegs legs={useSlipLegs([slip])(slip)} over={over} />;
}

/** Legs of placed parlays: markets that have a result are not asked for again. */
function useSlipLegs(slips: readonly ParlaySlip[]): (slip: ParlaySlip) => LiveLeg[] {
  const wanted = new Map<EventId, Set<string>>();
  for (const { legs } of slips) {
    for (const { eventId, marketId } of legs) {
      wanted.set(eventId, (wanted.get(eventId) ?? new Set()).add(marketId));
    }
  }
  const events = [...wanted.keys()];
  const results = useEventsUntil(events, (id, event) => {
    const markets = [...(wanted.get(id) ?? [])].map((market) => event && marketIn(event, market));
    return markets.every((market) => market !== undefined && isDecided(legState(market)));
  });
  return (slip) =>
    slip.legs.map(({ eventId, marketId }) => {
      const result = results[events.indexOf(eventId)];
      return liveLeg(
        { eventId, marketId, label: marketId, eventTitle: eventId },
        result ?? { data: undefined, error: null, dataUpdatedAt: 0 },
      );
    });
}

/** Where placed parlays stand. A market that is no longer listed says nothing: then the records do, where there are any. */
function useSlipStates(owner: Pubkey): (slip: ParlaySlip, legs: readonly LiveLeg[]) => SlipState {
  const { data, hasNextPage } = useSlowHistory(owner);
  const lost = useMemo(() => new Set(data && lostPositions(data.pages)), [data]);
  return (slip, legs) => {
    const { positionPubkey } = slip;
    const told = positionPubkey === null ? undefined : lost.has(positionPubkey);
    return slipState(
      slip,
      legs.map(({ market }) => market && legState(market)),
      told || (data && !hasNextPage) ? told : undefined,
    );
  };
}

interface RowsProps {
  slips: readonly ParlaySlip[];
  legsOf: (slip: ParlaySlip) => readonly LiveLeg[];
  owner: Pubkey;
  signer: WalletSigner | null;
  /** Selects those that can be claimed, each by its position. */
  picking?: Picking | undefined;
}

/** Placed parlays in columns, each with the button that claims it. */
function SlipRows({ slips, legsOf, owner, signer, picking }: RowsProps) {
  const config = useConfig();
  const stateOf = useSlipStates(owner);
  const { run } = useTx(signer);
  const balances = useBalances();
  const blocked = rowProblem(walletState(owner, signer), balances.data?.lamports, NEEDED_LAMPORTS.fee);
  const { busy: claiming, waiting, begin } = useUnderWay();
  const { taken, waiting: sentByQueue } = useQueuedRows(owner);
  const claim = (slip: ParlaySlip) => {
    const { positionPubkey } = slip;
    if (positionPubkey === null || taken.has(positionPubkey)) return;
    begin(positionPubkey, (onWaiting) =>
      run(claimParlay(config.mints, slip, positionPubkey, owner), onWaiting),
    );
  };
  return (
    <ul
      aria-label="Parlays"
      className="-mr-px -mb-px grid grid-cols-[minmax(0,1fr)] sm:grid-cols-[repeat(auto-fit,minmax(min(100%,34rem),1fr))]"
    >
      {slips.map((slip) => {
        const legs = legsOf(slip);
        // What is done with a parlay is named by its position.
        const position = slip.positionPubkey;
        const key = position ?? '';
        const state = stateOf(slip, legs);
        return (
          <SlipRow
            key={slip.parlayId}
            slip={slip}
            legs={legs}
            state={state}
            claiming={claiming.has(key)}
            queued={taken.has(key)}
            waiting={waiting.get(key) ?? sentByQueue.get(key)}
            blocked={blocked}
            onClaim={() => claim(slip)}
            pick={
              picking && state === 'claimable' && position !== null
                ? { on: picking.isPicked(position), onChange: (on) => picking.onPick([position], on) }
                : undefined
            }
          />
        );
      })}
    </ul>
  );
}

type ListProps = Omit<RowsProps, 'legsOf'>;

function SlipList({ slips, owner, signer, picking }: ListProps) {
  const [shown, setShown] = useState(SHOWN);
  const visible = slips.slice(0, shown);
  const legsOf = useSlipLegs(visible);
  return (
    <>
      <SlipRows slips={visible} legsOf={legsOf} owner={owner} signer={signer} picking={picking} />
      {slips.length > shown && (
        <div className="flex justify-center p-3">
          <Button size="sm" onClick={() => setShown((count) => count + SHOWN)}>
            Show {Math.min(SHOWN, slips.length - shown)} more of {slips.length}
          </Button>
        </div>
      )}
    </>
  );
}

const OVER: readonly SlipState[] = ['paid', 'failed', 'lost'];

/**
 * The parlays that still run or wait to be claimed, and what keeps them from being shown; nothing when there is neither.
 */
export function HeldSlips({ slips, query, owner, signer }: ListProps & { query: QueryView<ParlaySlip[]> }) {
  const legsOf = useSlipLegs(slips);
  const stateOf = useSlipStates(owner);
  const held = slips.filter((slip) => !OVER.includes(stateOf(slip, legsOf(slip))));
  if (held.length === 0 && query.data !== undefined && !query.error) return null;
  return (
    <Panel aria-label="Your parlays" className="shrink-0">
      <PanelBody flush>
        <QueryBody query={query} what="parlays" intervalMs={POSITIONS_POLL_MS} skeleton={<WaitingSlips />}>
          {() => <SlipRows slips={held} legsOf={legsOf} owner={owner} signer={signer} />}
        </QueryBody>
      </PanelBody>
    </Panel>
  );
}

const WaitingSlips = () => (
  <div className="flex flex-col gap-3 p-3">
    <LoadingNote what="your parlays" />
    <Skeleton className="h-28 w-full" />
    <Skeleton className="h-28 w-full" />
  </div>
);

interface Props {
  owner: Pubkey | null;
  signer: WalletSigner | null;
}

/** The body of it, for a panel or a tab. */
export function Slips({ owner, signer, picking }: Props & Pick<RowsProps, 'picking'>) {
  const slips = useSlips(owner ?? undefined);
  if (!owner)
    return (
      <EmptyState icon={Layers} title="Connect a wallet to see your parlays">
        The slip above works without one.
      </EmptyState>
    );
  return (
    <QueryBody query={slips} what="parlays" intervalMs={POSITIONS_POLL_MS} skeleton={<WaitingSlips />}>
      {(data) =>
        data.length === 0 ? (
          <EmptyState icon={Layers} title="No parlays yet">
            What you place appears here with the state of every leg.
          </EmptyState>
        ) : (
          <SlipList slips={data} owner={owner} signer={signer} picking={picking} />
        )
      }
    </QueryBody>
  );
}

/** Everything the wallet has placed, newest first. */
export function SlipsPanel({ owner, signer }: Props) {
  const slips = useSlips(owner ?? undefined);
  const asOf = slips.dataUpdatedAt > 0 ? slips.dataUpdatedAt : undefined;
  return (
    <Panel aria-label="Your parlays">
      <PanelHeader>
        <PanelTitle>Your parlays</PanelTitle>
        {slips.data && <span className="num font-normal text-faint">{slips.data.length}</span>}
        <span className="ml-auto">{owner && <Age asOf={asOf} intervalMs={POSITIONS_POLL_MS} />}</span>
      </PanelHeader>
      <PanelBody flush>
        <Slips owner={owner} signer={signer} />
      </PanelBody>
    </Panel>
  );
}
