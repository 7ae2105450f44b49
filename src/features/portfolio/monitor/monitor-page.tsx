import type { Pubkey } from '@contract/ids.ts';
import { formatUsd } from '@contract/money.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import type { Position } from '@contract/prediction/position.ts';
import { Link } from '@tanstack/react-router';
import Maximize from 'lucide-react/icons/maximize';
import Minimize from 'lucide-react/icons/minimize';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useOrders } from '@/api/orders.queries.ts';
import { useSlips } from '@/api/parlays.queries.ts';
import { POSITIONS_POLL_MS } from '@/api/poll.ts';
import { usePositions } from '@/api/positions.queries.ts';
import { useDaysOf } from '@/api/series-day.queries.ts';
import { useConfig } from '@/config.ts';
import { runningSlips } from '@/domain/parlay-standing.ts';
import { arrangePositions, isHeld } from '@/domain/portfolio.ts';
import { cx } from '@/lib/cx.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { useFullScreen } from '@/lib/use-full-screen.ts';
import { useRootMark } from '@/lib/use-root-mark.ts';
import { useStillOrder } from '@/lib/use-still-order.ts';
import { useWidth } from '@/lib/use-width.ts';
import { Age } from '@/ui/age.tsx';
import { Button, buttonClass } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { QueryBody, type QueryView } from '@/ui/query-body.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { LoadingNote, Skeleton } from '@/ui/skeleton.tsx';
import { useSigner, type WalletSigner } from '@/wallet/index.ts';
import { BrowseMarkets } from '../browse-markets.view.tsx';
import { equityTitle, todayTitle } from '../portfolio-labels.ts';
import { actionOf, descriptorOf } from '../portfolio-rows.ts';
import { ClosingPosition } from '../positions/closing-position.tsx';
import { PositionActionButton } from '../positions/position-action.view.tsx';
import { claimPosition } from '../queue/intents.ts';
import { useRowProblem, useRowTx } from '../queue/row-actions.ts';
import { useAccount } from '../use-account.ts';
import { WalletPage } from '../wallet-page.tsx';
import { MonitorTile } from './monitor-tile.view.tsx';
import { columnsFor, type Tile, wallOf } from './wall.ts';
import { WALL_SORTS, type WallSort } from './wall-sorts.ts';

const SORT_NAMES: Record<WallSort, string> = { move: 'Moves', value: 'Value', time: 'Time left' };
const SORTS = WALL_SORTS.map((value) => ({ value, label: SORT_NAMES[value] }));
/** What stands above the tiles and below them, in pixels. */
const AROUND = 130;

/** Tiles fill what is left of the window beside the page's other parts, a row of parlays among them. */
function heightOfTiles(isFullScreen: boolean, hasParlays: boolean): string {
  if (isFullScreen) return hasParlays ? 'min-h-[calc(100dvh-21.25rem)]' : 'min-h-[calc(100dvh-4.75rem)]';
  return hasParlays
    ? 'md:min-h-[calc(100dvh-var(--shell-top)-var(--shell-bottom)-21.5rem)]'
    : 'md:min-h-[calc(100dvh-var(--shell-top)-var(--shell-bottom)-5rem)]';
}

const keyOf = ({ position }: Tile): string => position.pubkey;

interface Props {
  sort: WallSort;
  onSort: (sort: WallSort) => void;
  /** Shows these parlays, but for those that a leg has lost by now; says it where parlays could not be loaded. */
  parlays: (shown: {
    slips: readonly ParlaySlip[];
    query: QueryView<ParlaySlip[]>;
    owner: Pubkey;
    signer: WalletSigner | null;
  }) => ReactNode;
}

function Wall({ owner, sort, onSort, parlays }: Props & { owner: Pubkey }) {
  const config = useConfig();
  const signer = useSigner();
  const positions = usePositions(owner);
  const orders = useOrders(owner);
  const { account, sources } = useAccount(owner);
  const parlaysQuery = useSlips(owner);
  const slips = runningSlips(parlaysQuery.data ?? [], sources);
  const hasParlays = slips.length > 0 || parlaysQuery.error !== null;
  const { busy, waiting, start } = useRowTx(owner, signer);
  const blocked = useRowProblem(signer);
  const [closing, setClosing] = useState<Position | null>(null);
  const screen = useFullScreen();
  useRootMark('covers', screen.on);
  const room = useRef<HTMLDivElement>(null);
  const width = useWidth(room) ?? 0;
  const freshness = useFreshness(positions.dataUpdatedAt || undefined, POSITIONS_POLL_MS);
  const held = useMemo(
    () => arrangePositions(positions.data ?? []).filter(({ state }) => isHeld(state.phase)),
    [positions.data],
  );
  const ids = useMemo(() => [...new Set(held.map(({ position }) => position.marketId))], [held]);
  const days = useDaysOf(ids);
  const tiles = wallOf(held, ({ marketId }) => days.get(marketId), sort);
  const { shown, holding } = useStillOrder(tiles, sort, keyOf);
  const columns = columnsFor(shown.length, { width, height: window.innerHeight - AROUND });
  return (
    <div
      className={cx(
        'flex flex-1 flex-col gap-3',
        screen.on && 'fixed inset-0 z-40 overflow-y-auto bg-bg p-3',
      )}
    >
      <header className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-semibold text-md">Position monitor</h2>
        <span className="num text-sm" title={equityTitle(account.total)}>
          {account.total.sum === null ? '—' : formatUsd(account.total.sum)}
        </span>
        <span className="text-muted text-sm" title={todayTitle(account.today)}>
          Today <Pnl value={account.today?.profit} reason="Not loaded yet" />
        </span>
        <Age asOf={positions.dataUpdatedAt || undefined} intervalMs={POSITIONS_POLL_MS} words />
        <span className="ml-auto flex flex-wrap items-center gap-2">
          <Segmented<WallSort>
            look="plain"
            label="Sort the tiles by"
            value={sort}
            onChange={onSort}
            options={SORTS}
          />
          {!screen.on && (
            <Link to="/portfolio" className={buttonClass('outline', 'sm')}>
              Portfolio
            </Link>
          )}
          {screen.toggle && (
            <Button size="sm" onClick={screen.toggle}>
              {screen.on ? (
                <Minimize aria-hidden className="size-3.5" />
              ) : (
                <Maximize aria-hidden className="size-3.5" />
              )}
              <span className="max-md:sr-only">{screen.on ? 'Leave full screen' : 'Full screen'}</span>
            </Button>
          )}
        </span>
      </header>
      <div ref={room} className={cx('flex flex-1 flex-col', freshness === 'stale' && 'stale')}>
        <QueryBody
          query={positions}
          what="positions"
          intervalMs={POSITIONS_POLL_MS}
          skeleton={<WaitingTiles />}
        >
          {() =>
            shown.length === 0 ? (
              <Panel className="flex-1 justify-center">
                <EmptyState title="No open positions" action={<BrowseMarkets />}>
                  Each position you hold stands here as a tile with its price, value and profit.
                </EmptyState>
              </Panel>
            ) : (
              <ul
                aria-label="Positions"
                {...holding}
                style={{
                  gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                  gridAutoRows: 'minmax(13rem, 1fr)',
                }}
                className={cx('grid gap-3', heightOfTiles(screen.on, hasParlays))}
              >
                {shown.map((tile) => {
                  const { position, state } = tile;
                  return (
                    <MonitorTile
                      key={position.pubkey}
                      tile={tile}
                      action={
                        <PositionActionButton
                          position={position}
                          action={actionOf(
                            state,
                            descriptorOf(config, position),
                            position.sellPriceUsd !== null,
                          )}
                          blocked={blocked}
                          busy={busy.has(position.pubkey)}
                          waiting={waiting.get(position.pubkey)}
                          onClose={() => setClosing(position)}
                          onClaim={() => start(position.pubkey, claimPosition(position, owner, config.mints))}
                        />
                      }
                    />
                  );
                })}
              </ul>
            )
          }
        </QueryBody>
      </div>
      {hasParlays && parlays({ slips, query: parlaysQuery, owner, signer })}
      <ClosingPosition
        position={closing}
        positions={positions.data}
        orders={orders}
        owner={owner}
        signer={signer}
        onDone={() => setClosing(null)}
      />
    </div>
  );
}

const WaitingTiles = () => (
  <div className="grid flex-1 grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] content-start gap-3">
    <LoadingNote what="positions" />
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <Skeleton key={key} className="h-52" />
    ))}
  </div>
);

/** Every position as a tile, to be left on a second screen. */
export const MonitorPage = (props: Props) => (
  <WalletPage title="Position monitor" waiting={<WaitingTiles />}>
    {(owner) => <Wall key={owner} owner={owner} {...props} />}
  </WalletPage>
);
