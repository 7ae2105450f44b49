import { formatCents, formatContracts } from '@contract/money.ts';
import { type DepthPoint, depthOf, type SideBook } from '@/domain/book.ts';
import { EmptyState } from '@/ui/empty-state.tsx';

const WIDTH = 1_000;
const HEIGHT = 300;

/** Prices and totals as geometry. */
const x = (price: bigint, low: bigint, high: bigint): number =>
  high === low ? WIDTH / 2 : (Number(price - low) / Number(high - low)) * WIDTH;
const y = (total: bigint, most: bigint): number => HEIGHT - (Number(total) / Number(most)) * (HEIGHT - 16);

/** Steps from the best price outwards, closed along the floor. */
function steps(points: readonly DepthPoint[], low: bigint, high: bigint, most: bigint, edge: number): string {
  const [first] = points;
  if (!first) return '';
  let path = `M${x(first.price, low, high).toFixed(1)},${HEIGHT}`;
  for (const point of points) {
    path += `H${x(point.price, low, high).toFixed(1)}V${y(point.total, most).toFixed(1)}`;
  }
  return `${path}H${edge}V${HEIGHT}Z`;
}

/** Contracts to be had up to each price, on both sides of the middle. */
export function DepthChart({ book }: { book: SideBook | undefined }) {
  const { asks, bids } = depthOf(book ?? { asks: [], bids: [] });
  const low = bids[bids.length - 1]?.price ?? asks[0]?.price;
  const high = asks[asks.length - 1]?.price ?? bids[0]?.price;
  const most = [asks[asks.length - 1]?.total ?? 0n, bids[bids.length - 1]?.total ?? 0n].reduce((a, b) =>
    a > b ? a : b,
  );
  if (low === undefined || high === undefined || most === 0n)
    return <EmptyState title="No depth to show" className="absolute inset-0" />;
  const bidTotal = bids[bids.length - 1]?.total ?? 0n;
  const askTotal = asks[asks.length - 1]?.total ?? 0n;
  return (
    <div className="absolute inset-0 flex flex-col">
      <svg
        role="img"
        aria-label={`Depth: ${formatContracts(bidTotal, false)} contracts bid down to ${formatCents(low)}, ${formatContracts(askTotal, false)} asked up to ${formatCents(high)}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="min-h-0 w-full flex-1"
      >
        <path
          d={steps(bids, low, high, most, 0)}
          className="fill-yes-dim stroke-yes"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={steps(asks, low, high, most, WIDTH)}
          className="fill-no-dim stroke-no"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="num flex shrink-0 justify-between px-3 py-1.5 text-faint text-xs">
        <span>{formatCents(low)}</span>
        <span>
          {formatContracts(bidTotal, false)} bid · {formatContracts(askTotal, false)} asked
        </span>
        <span>{formatCents(high)}</span>
      </p>
    </div>
  );
}
