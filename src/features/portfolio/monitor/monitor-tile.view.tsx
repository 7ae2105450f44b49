import { formatPoints, formatUsd } from '@contract/money.ts';
import type { ReactNode } from 'react';
import { heldText } from '@/domain/held-name.ts';
import { unrealisedOf, worthOf } from '@/domain/portfolio.ts';
import { cx } from '@/lib/cx.ts';
import { formatMinute } from '@/lib/time.ts';
import { Countdown } from '@/ui/countdown.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent, Price } from '@/ui/price.tsx';
import { MarketLabel } from '../market-label.view.tsx';
import { stateLabel } from '../portfolio-labels.ts';
import { type Tile, tileLine } from './wall.ts';

const toneOf = (value: bigint | null): string =>
  value === null || value === 0n ? 'text-muted' : value > 0n ? 'text-up' : 'text-down';

/** Prices of the last day, and where the position breaks even. The figures stand beside it. */
function Line({ tile }: { tile: Tile }) {
  const line = tileLine(tile);
  if (!line) {
    return (
      <span className="absolute inset-0 flex items-center justify-center text-faint text-xs">
        {tile.steps ? 'No price known within a day' : 'No prices yet'}
      </span>
    );
  }
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className={cx('absolute inset-0 size-full overflow-visible', toneOf(tile.change))}
    >
      {line.level !== undefined && (
        <line
          x1="0"
          x2="100"
          y1={line.level}
          y2={line.level}
          className="stroke-warn"
          strokeWidth="1"
          strokeDasharray="3 4"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <path
        d={line.path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {line.dots.map(({ x, y }) => (
        // A line without length and a round end is a dot that no scale distorts.
        <path
          key={x}
          d={`M${x} ${y}h0`}
          stroke="currentColor"
          strokeWidth="5"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

const Fact = ({ name, title, children }: { name: string; title?: string; children: ReactNode }) => (
  <div className="min-w-0" title={title}>
    <dt className="truncate text-2xs text-faint">{name}</dt>
    <dd className="num truncate text-xs @md:text-sm @4xl:text-lg">{children}</dd>
  </div>
);

/** One position on the wall. `action`: its button. */
export function MonitorTile({ tile, action }: { tile: Tile; action: ReactNode }) {
  const { position, state, change, changeSince, moved, breakEven, distance, closesAt } = tile;
  const value = worthOf(position, state);
  const none = state.phase === 'open' ? 'No bids right now' : 'No price: the market is closed';
  return (
    <li
      aria-label={heldText(position)}
      data-testid="tile"
      className="@container flex min-h-52 min-w-0 flex-col gap-1.5 rounded-panel border border-line bg-panel p-3"
    >
      <MarketLabel subject={position} className="text-sm @md:text-base @4xl:text-xl" />
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="num font-semibold text-xl @sm:text-2xl @lg:text-4xl @4xl:text-6xl">
          {value === null ? <Absent reason={none} /> : formatUsd(value)}
        </span>
        <Pnl
          value={unrealisedOf(position, state)}
          cost={position.totalCostUsd}
          reason={none}
          className="text-sm @lg:text-xl @4xl:text-3xl"
        />
      </div>
      <div className="relative my-1 min-h-12 flex-1">
        <Line tile={tile} />
      </div>
      <div className="flex items-end gap-3">
        <dl className="grid min-w-0 flex-1 grid-cols-[auto_auto_auto] justify-between gap-x-3 @md:justify-start @md:gap-x-8">
          <Fact
            name={
              change === null || changeSince === null ? '24 h' : `Since ${formatMinute(changeSince * 1_000)}`
            }
            title="Change of its price and of the position’s value"
          >
            {change === null ? (
              <Absent reason="Its price a day ago is not known" />
            ) : (
              <span className={toneOf(change)}>
                {formatPoints(change)}
                <span className="@max-xs:hidden">
                  {' '}
                  · <Pnl value={moved} />
                </span>
              </span>
            )}
          </Fact>
          <Fact
            name="To break-even"
            title="How far the bid is above the price at which a sale brings back what it has cost, in points"
          >
            {distance === null ? (
              <Absent reason={state.phase === 'open' ? 'No bid, or no price breaks even' : 'It has ended'} />
            ) : (
              <>
                <span className={toneOf(distance)}>{formatPoints(distance)}</span>
                <span className="text-faint @max-xs:hidden">
                  {' '}
                  · <Price value={breakEven} fine flash={false} />
                </span>
              </>
            )}
          </Fact>
          <Fact name={state.phase === 'open' ? 'Closes' : 'State'}>
            {state.phase !== 'open' ? (
              stateLabel(state).text
            ) : closesAt === null ? (
              <Absent reason="No closing time is stated" />
            ) : (
              <Countdown to={closesAt * 1_000} past="now" before="in" dated />
            )}
          </Fact>
        </dl>
        <span className="shrink-0">{action}</span>
      </div>
    </li>
  );
}
