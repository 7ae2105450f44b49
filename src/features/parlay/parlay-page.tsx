import { MAX_PARLAYS, PARLAY_LEGS } from '@contract/prediction/parlay-limits.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useParlayStats } from '@/api/parlays.queries.ts';
import { LIST_POLL_MS } from '@/api/poll.ts';
import { useRegionRefused } from '@/api/region.ts';
import { useTradingStatus } from '@/api/trading-status.queries.ts';
import { useConfig } from '@/config.ts';
import { type ParlayMode, parlayFigures } from '@/domain/parlay.ts';
import { formatCount } from '@/domain/token-text.ts';
import { copyText } from '@/lib/dom.ts';
import { newId } from '@/lib/id.ts';
import { useTitle } from '@/lib/use-title.ts';
import { walletState } from '@/orders/preflight.ts';
import {
  fragmentOf,
  type ParlayLeg,
  parlayBatch,
  parlaySlip,
  type SavedParlay,
  toggleLeg,
  useParlayBatch,
  useParlaySlip,
} from '@/state/parlay-slip.ts';
import { Age } from '@/ui/age.tsx';
import { Button } from '@/ui/button.tsx';
import { Panel, PanelBody, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { openConnect, useBalances, useOwner, useSigner } from '@/wallet/index.ts';
import { Batch, type BatchRow } from './batch.view.tsx';
import { Figures } from './figures.view.tsx';
import { LegList } from './leg-list.view.tsx';
import { type LiveLeg, oldestOf, useLiveLegs } from './live-legs.ts';
import { costText, HowToPay, type Mint, PlaceButton } from './place-panel.view.tsx';
import { CURRENT, forgetEnded, forgetPlacing, type Slip, useParlayPlacing } from './placing.ts';
import { type PlaceProblem, placeProblem } from './problems.ts';
import { Result } from './result.view.tsx';
import { useSharedSlip } from './shared-slip.ts';
import { SharedSlipBar } from './shared-slip.view.tsx';
import { SlipsPanel } from './slips-panel.tsx';
import { usePlace } from './use-place.ts';

const figuresOf = (legs: readonly LiveLeg[], mode: ParlayMode) =>
  parlayFigures(
    legs.map(({ price }) => price),
    mode,
  );

const fetchedSlip = (key: string, legs: readonly LiveLeg[], mode: ParlayMode): Slip | null => {
  const figures = figuresOf(legs, mode);
  return figures && { key, legs: legs.map(({ leg }) => leg), offered: figures.offered };
};

function ShareButton({ legs }: { legs: readonly ParlayLeg[] }) {
  // What was said of another slip says nothing of this one.
  const [said, setSaid] = useState<{ of: readonly ParlayLeg[]; text: string }>();
  const share = () => {
    const url = `${location.origin}/parlay#${fragmentOf(legs)}`;
    void copyText(url).then((done) => setSaid({ of: legs, text: done ? 'Link copied' : 'Couldn’t copy' }));
  };
  return (
    <>
      <Button size="sm" disabled={legs.length === 0} onClick={share}>
        Copy link
      </Button>
      <span role="status" className="font-normal text-muted text-xs empty:sr-only">
        {said?.of === legs && said.text}
      </span>
    </>
  );
}

/** One request at a time: a press on the other button would do nothing. */
const UNDER_WAY: PlaceProblem = { kind: 'blocked', text: 'Another parlay is under way' };

interface Props {
  /** The address's fragment, which may carry a slip. */
  fragment: string;
  onFragmentDone: () => void;
}

/** Collecting five legs, what they are worth, placing them, and everything placed. */
export function ParlayPage({ fragment, onFragmentDone }: Props) {
  useTitle('Parlay');
  const config = useConfig();
  const owner = useOwner();
  const signer = useSigner();
  const balances = useBalances();
  const trading = useTradingStatus();
  const stats = useParlayStats();
  const { placings, busy, count, waiting: sent } = useParlayPlacing(owner);
  const current = placings.find(({ slip }) => slip.key === CURRENT);
  const isPlacing = busy && (current?.result.step === 'waiting' || current?.result.step === 'working');
  const collected = useParlaySlip();
  // Nothing on the form changes while it is placed, although it is out of the slip already.
  const legs = isPlacing && current ? current.slip.legs : collected;
  const kept = useParlayBatch();
  const told = placings.filter(({ slip }) => slip.key !== CURRENT);
  // In the order of their request, then what was kept since.
  const batch: readonly SavedParlay[] = [
    ...told.map(({ slip }) => ({ id: slip.key, legs: slip.legs })),
    ...kept.filter(({ id }) => told.every(({ slip }) => slip.key !== id)),
  ];
  const shared = useSharedSlip(fragment);
  const [mode, setMode] = useState<ParlayMode>('paid');
  const [pay, setPay] = useState<Mint['key']>('usdc');
  const mints = useMemo<Mint[]>(
    () => [
      { key: 'usdc', pubkey: config.mints.usdc, name: 'USDC' },
      { key: 'stablecoin', pubkey: config.mints.stablecoin, name: 'Stablecoin' },
    ],
    [config.mints],
  );
  const mint = mints.find(({ key }) => key === pay) ?? mints[0];

  const live = useLiveLegs(legs);
  const batched = useLiveLegs(batch.flatMap((saved) => saved.legs));
  const batchLegs = (saved: SavedParlay): LiveLeg[] =>
    saved.legs.flatMap(({ marketId }) => batched.find(({ leg }) => leg.marketId === marketId) ?? []);

  const place = usePlace(signer);
  useEffect(() => forgetEnded, []);
  const slipHeading = useRef<HTMLHeadingElement>(null);
  /** What fills or empties the slip goes with its press, wherever it stands: one goes on at the slip. */
  const toSlip = () => slipHeading.current?.focus();

  const regionRefused = useRegionRefused();

  if (!mint) return null;
  const state = {
    wallet: walletState(owner, signer),
    tradingActive: trading.data,
    sponsored: Boolean(config.chain?.sponsor),
    regionRefused,
    providers: config.providers.map(({ wire }) => wire),
    mode,
    held: balances.data?.[pay],
    lamports: balances.data?.lamports,
    mintName: mint.name,
  };
  const isBatchPlacing = busy && !isPlacing;
  const problem = isBatchPlacing ? UNDER_WAY : placeProblem({ ...state, slips: [live] });
  const waiting = kept.slice(0, MAX_PARLAYS);
  const batchProblem = isPlacing ? UNDER_WAY : placeProblem({ ...state, slips: waiting.map(batchLegs) });
  const batchCount = isBatchPlacing ? count : waiting.length;
  const complete = live.length === PARLAY_LEGS;
  const rows: BatchRow[] = batch.map((saved) => {
    const own = batchLegs(saved);
    return {
      saved,
      legs: own,
      figures: figuresOf(own, mode),
      result: told.find(({ slip }) => slip.key === saved.id)?.result,
      isKept: kept.some(({ id }) => id === saved.id),
    };
  });

  const send = (slips: readonly (Slip | null)[]) =>
    void place(
      mode,
      mint.pubkey,
      slips.filter((slip) => slip !== null),
    );
  const clear = () => {
    parlaySlip.set([]);
    toSlip();
  };
  const save = () => {
    parlayBatch.update((all) => [...all, { id: newId(), legs }]);
    clear();
  };
  const drop = (saved: SavedParlay) => {
    parlayBatch.update((all) => all.filter(({ id }) => id !== saved.id));
    if (owner) forgetPlacing(owner, saved.id);
  };
  const leaveShared = () => {
    onFragmentDone();
    toSlip();
  };
  const edit = (saved: SavedParlay) => {
    parlaySlip.set([...saved.legs]);
    drop(saved);
    toSlip();
  };

  return (
    <div className="flex flex-col gap-3 3xl:grid 3xl:grid-cols-[minmax(0,min(66%,76rem))_minmax(34rem,1fr)] 3xl:items-start">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1 3xl:col-span-2">
        <h1 className="font-semibold text-xl">Parlay</h1>
        <p className="min-w-0 flex-1 basis-72 text-muted max-md:basis-full">
          Five Yes from five events in one bet: all come true, or it is lost. Add them with the + beside a
          price.
        </p>
        {stats.data && (
          <p className="num text-faint text-xs">
            {formatCount(stats.data.slipCount)} placed by {formatCount(stats.data.uniqueWalletCount)}{' '}
            {stats.data.uniqueWalletCount === 1 ? 'wallet' : 'wallets'},{' '}
            {formatCount(stats.data.freeSlipCount)} of them free
          </p>
        )}
      </header>
      <div className="flex min-w-0 flex-col gap-3">
        {shared.ids.length > 0 && (
          <SharedSlipBar
            slip={shared.data}
            error={shared.error}
            retrying={shared.isFetching}
            own={legs.length}
            onTake={(slip) => {
              parlaySlip.set(slip.legs);
              leaveShared();
            }}
            onDismiss={leaveShared}
            onRetry={() => void shared.refetch()}
          />
        )}
        <div className="grid items-start gap-3 md:grid-cols-[minmax(0,1fr)_320px] xl:grid-cols-[minmax(0,60rem)_minmax(380px,30rem)] 3xl:grid-cols-[minmax(0,1fr)_minmax(380px,30rem)]">
          <Panel aria-label="Slip">
            <PanelHeader>
              <PanelTitle ref={slipHeading} tabIndex={-1}>
                Your slip
              </PanelTitle>
              <span className="num font-normal text-faint">
                {legs.length}/{PARLAY_LEGS}
              </span>
              <Age asOf={oldestOf(live)} intervalMs={LIST_POLL_MS} />
              <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
                {legs.length > 0 && <ShareButton legs={legs} />}
                {complete && (
                  <Button
                    size="sm"
                    disabled={kept.length >= MAX_PARLAYS || busy}
                    title="Saves this slip; up to ten can be placed together"
                    onClick={save}
                  >
                    Keep for later
                  </Button>
                )}
                {legs.length > 0 && (
                  <Button size="sm" disabled={busy} onClick={clear}>
                    Clear
                  </Button>
                )}
              </span>
            </PanelHeader>
            <LegList legs={live} disabled={isPlacing} onRemove={toggleLeg} />
          </Panel>
          <Panel aria-label="Place the parlay">
            <PanelBody className="flex flex-col gap-3">
              <HowToPay mode={mode} onMode={setMode} mints={mints} mint={mint} onMint={setPay} />
              <Figures mode={mode} legs={live} figures={figuresOf(live, mode)} complete={complete} />
              <PlaceButton
                label={`Place for ${costText(mode, 1)}`}
                problem={problem}
                busy={isPlacing}
                waiting={sent}
                onPlace={() => send([fetchedSlip(CURRENT, live, mode)])}
                onConnect={openConnect}
              />
              {current && (
                <div role="status">
                  <Result result={current.result} />
                </div>
              )}
            </PanelBody>
          </Panel>
        </div>
        {rows.length > 0 && (
          <Batch
            rows={rows}
            busy={busy}
            collecting={collected.length > 0}
            onEdit={edit}
            onRemove={drop}
            action={
              <PlaceButton
                label={`Place ${batchCount} for ${costText(mode, batchCount)}`}
                problem={batchProblem}
                busy={isBatchPlacing}
                waiting={sent}
                onPlace={() => send(waiting.map((saved) => fetchedSlip(saved.id, batchLegs(saved), mode)))}
                onConnect={openConnect}
              />
            }
          />
        )}
      </div>
      <SlipsPanel owner={owner} signer={signer} />
    </div>
  );
}
